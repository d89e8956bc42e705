"""Addresses right and wrong, files and their lock, databases that are not there."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import make_url

from tavola.core.errors import BadOption, TavolaError
from tavola.server.store import Change, Store, default_url, shown
from tavola.server.store.address import read
from tests.server.store.samples import new, opened, with_store

PASSWORD = "s3cr3t-w0rd"


def refusal(url: str, **settings: Any) -> str:
    with pytest.raises(TavolaError) as caught:
        asyncio.run(Store.open(url, **settings))
    assert PASSWORD not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ada:{}@db.example/tavola",
        "postgresql+asyncpg://ada:{}@db.example/tavola",
        "postgres://ada:{}@db.example/tavola",
        " postgresql://ada:{}@db.example/tavola?sslmode=require ",
        "postgresql://ada@db.example/tavola?password={}",
    ],
)
def test_addresses_of_postgresql(url: str) -> None:
    address = read(url.format(PASSWORD))
    assert address.url.drivername == "postgresql+asyncpg"
    assert address.shown == "postgresql://ada@db.example/tavola"
    assert "sslmode" not in address.url.query
    assert address.file is None


@pytest.mark.parametrize("url", ["sqlite:///{}/x.db", "sqlite+aiosqlite:///{}/x.db"])
def test_addresses_of_sqlite(tmp_path: Path, url: str) -> None:
    address = read(url.format(tmp_path))
    assert address.file == tmp_path / "x.db"
    assert shown(url.format(tmp_path)) == f"sqlite:///{tmp_path}/x.db"


def test_a_file_from_here_and_from_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert read("sqlite:///x.db").file == tmp_path / "x.db"
    assert read("sqlite:///~/x.db").file == tmp_path / "x.db"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "tavola.db",
        f"mysql://ada:{PASSWORD}@h/db",
        f"postgresql+psycopg://ada:{PASSWORD}@h/db",
        f"postgresql://ada:{PASSWORD}@h:port/db",
        "sqlite://tavola.db",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file:x?mode=memory&uri=true",
        "sqlite:///x.db?mode=ro",
    ],
)
def test_wrong_addresses(url: str) -> None:
    assert "sqlite:///" in refusal(url) or "question mark" in refusal(url)


def test_without_the_driver_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavola.core.extras._is_there", lambda _: False)
    assert "tavola[nodes]" in refusal(f"postgresql://ada:{PASSWORD}@h/db")


def test_nobody_listens_there() -> None:
    with socket.socket() as taken:  # bound and not listening: nobody else gets the port meanwhile
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        said = refusal(f"postgresql://ada:{PASSWORD}@127.0.0.1:{port}/tavola")
    assert f"postgresql://ada@127.0.0.1:{port}/tavola" in said
    assert "is it there" in said


def test_a_listener_that_is_no_postgresql() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        command = (
            "import socket,sys; s=socket.socket(fileno=0); c,_=s.accept(); c.sendall(b'SSH-2.0\\r\\n'*9)"
        )
        with subprocess.Popen([sys.executable, "-c", command], stdin=server.fileno()) as other:
            try:
                said = refusal(
                    f"postgresql://ada:{PASSWORD}@127.0.0.1:{server.getsockname()[1]}/tavola?ssl=disable"
                )
            finally:
                other.kill()
    assert "is it there" in said


def test_no_such_database_or_user(postgresql: str) -> None:
    url = make_url(postgresql)
    nowhere = url.set(database="nowhere", password=PASSWORD).render_as_string(hide_password=False)
    assert "nowhere" in refusal(nowhere)
    nobody = url.set(username="nobody", password=PASSWORD).render_as_string(hide_password=False)
    assert "nobody" in refusal(nobody)
    odd = url.update_query_dict({"colour": "blue"}).render_as_string(hide_password=False)
    assert "colour" in refusal(odd)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    file.write_bytes(b"nothing of the kind\n" * 100)
    assert str(file) in refusal(f"sqlite:///{file}")
    assert file.read_bytes() == b"nothing of the kind\n" * 100
    assert "no SQLite database" in refusal(f"sqlite:///{file}")
    assert [each.name for each in tmp_path.iterdir()] == ["x.db"]  # and nothing is left beside it
    assert "not a file" in refusal(f"sqlite:///{tmp_path}")
    assert "x.db" in refusal(f"sqlite:///{file}/below")
    assert "no database" in refusal(f"sqlite:///{tmp_path}/nowhere.db", reading=True)
    assert not (tmp_path / "nowhere.db").exists()


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"there is no folder .*nowhere; make it first") as caught:
        asyncio.run(Store.open(f"sqlite:///{tmp_path}/nowhere/x.db"))
    assert "\n" not in str(caught.value)
    assert "--storage" in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_an_empty_file_is_made_a_database(tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    file.touch()
    with_store(f"sqlite:///{file}", lambda store: store.ping())
    assert file.read_bytes().startswith(b"SQLite format 3\0")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_the_default_file_is_for_its_user_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    file = read(default_url()).file
    assert file is not None
    assert file.is_relative_to(tmp_path)

    async def story() -> None:
        store = await Store.open()
        await store.commit([new()])
        for path in file.parent.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
        await store.close()

    old = os.umask(0)
    try:
        asyncio.run(story())
    finally:
        os.umask(old)
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_one_server_to_a_file(sqlite: str) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(TavolaError, match="in use"):
            await Store.open(sqlite)
        await store.commit([new()])  # and the first one goes on

    with_store(sqlite, story)
    with_store(sqlite, lambda store: store.ping())  # free again


def test_one_server_to_a_file_in_another_process(sqlite: str) -> None:
    command = (
        "import asyncio, sys\n"
        "from tavola.server.store import Store\n"
        "async def main():\n"
        "    store = await Store.open(sys.argv[1])\n"
        "    print('open', flush=True)\n"
        "    sys.stdin.readline()\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", command, sqlite], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline().strip() == b"open"
            assert f"(process {other.pid})" in refusal(sqlite)
        finally:
            other.kill()
    with_store(sqlite, lambda store: store.ping())  # a killed one holds nothing


def test_reading_beside_a_server(sqlite: str) -> None:
    async def story() -> None:
        async with opened(sqlite) as server, opened(sqlite, reading=True) as reader:
            await server.commit([new("t", b"1")])
            assert await reader.log("t") == [b"1"]
            await server.commit([new("u", b"1")])
            assert len(await reader.running()) == 2

    asyncio.run(story())


def test_the_files_settings(sqlite: str) -> None:
    async def story(store: Store) -> None:
        for ask in ("read", "write"):
            found = {
                name: await getattr(store._runner, ask)(
                    lambda c, name=name: c.exec_driver_sql(f"PRAGMA {name}").scalar()
                )
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            }
            assert found == {
                "journal_mode": "wal",
                "synchronous": 2,
                "foreign_keys": 1,
                "busy_timeout": 10_000,
            }

    with_store(sqlite, story)


def test_a_database_that_goes_away(postgresql: str) -> None:
    """Connections cut by the server: an error in words, and the next attempt works."""

    async def story() -> None:
        async with opened(postgresql) as one, opened(postgresql) as two:
            await one.commit([new("t", b"1")])

            await two._runner.read(
                lambda c: c.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                ).all()
            )
            with pytest.raises(TavolaError) as caught:
                await one.commit([Change("t", 2, (b"2",))])
            assert "postgresql://" in str(caught.value)
            assert await one.log("t") == [b"1"]
            assert await one.commit([Change("t", 2, (b"2",))]) == frozenset()

    asyncio.run(story())
