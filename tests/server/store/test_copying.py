"""A whole database somewhere else: every table, one way and back, and nothing half."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, Connection, Double, Integer, LargeBinary, Table, insert, select

from tavola.core.errors import TavolaError
from tavola.server.store import Change, StorageTrouble, copying
from tavola.server.store.backup import back_up
from tavola.server.store.copying import import_all
from tavola.server.store.schema import metadata
from tests.server.postgres import fresh_database
from tests.server.store.samples import new, opened, over

ROWS = 3 * copying.ROWS // 2


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Something in every table, and in some more than is read at a time."""
    url = f"sqlite:///{tmp_path_factory.mktemp('source') / 'tavola.db'}"

    async def fill() -> None:
        async with opened(url) as store:
            await store.commit([new(f"plays {n}", b"\0\xff" * 9, b"\xf0\x9f\x8e\xb2") for n in range(ROWS)])
            await store.commit(
                [over("finished", seats=("ada", "Ève 🎲")), over("more", at=11.5, game="5000")]
            )
            await store.claim("Ève 🎲", "a fingerprint")
            await store.beat("a node", 1e9)
            assert await store.take("plays 3", "a node") == 1
            await store.write(fill_the_rest)

    asyncio.run(fill())
    return url


def fill_the_rest(connection: Connection) -> None:
    """Whatever tables there are: two rows in each that is still empty."""
    for table in metadata.sorted_tables:
        if connection.execute(select(table).limit(1)).first() is None:
            connection.execute(insert(table), [made_up(table, n) for n in (1, 2)])


def made_up(table: Table, n: int) -> dict[str, Any]:
    def value(column: Any) -> Any:
        kind = column.type
        if isinstance(kind, Boolean):
            return n == 1
        if isinstance(kind, Double):
            return n + 0.1
        if isinstance(kind, LargeBinary):
            return b"\0%d" % n
        return n if isinstance(kind, Integer) else f"ünï {n} 'quoted'\n"

    return {column.name: value(column) for column in table.columns}


def held(url: str) -> dict[str, Any]:
    """All there is, whatever the order."""

    def rows(connection: Connection) -> dict[str, Any]:
        return {
            name: sorted(map(repr, copying._plain(table, connection.execute(select(table)).all())))
            for name, table in metadata.tables.items()
        }

    async def read() -> dict[str, Any]:
        async with opened(url, reading=True) as store:
            return await store.read(rows)

    return asyncio.run(read())


def test_there_and_back(source: str, tmp_path: Path) -> None:
    before = held(source)
    assert all(before.values()), "something in every table"
    with fresh_database() as postgresql:
        there = asyncio.run(import_all(source, postgresql))
        assert [each.table for each in there] == [table.name for table in metadata.sorted_tables]
        assert {each.table: each.rows for each in there} == {name: len(rows) for name, rows in before.items()}
        after = held(postgresql)
        assert after.pop("nodes") == ["{'node': 'a node', 'until': 0.0}"]
        assert after == {name: rows for name, rows in before.items() if name != "nodes"}
        asyncio.run(go_on(postgresql, 3, 1, "a node", "one"))
        with_more = held(postgresql)
        back = f"sqlite:///{tmp_path}/back.db"
        seen: list[tuple[str, int]] = []
        asyncio.run(import_all(postgresql, back, lambda *done: seen.append(done)))
        assert held(back) == with_more
        assert ("log", copying.ROWS) in seen
        asyncio.run(go_on(back, 4, 2, "one", "two"))


async def go_on(url: str, version: int, fence: int, node: str, heir: str) -> None:
    """Numbers, versions, fences and leases are where they were."""
    async with opened(url) as store:
        assert await store.commit([new(f"by {heir}", b"1")]) == frozenset()
        assert await store.log(f"by {heir}") == [b"1"]
        assert await store.commit([Change("plays 3", version, (b"x",), fence=fence - 1)]) == {"plays 3"}
        assert await store.commit([Change("plays 3", version, (b"x",), fence=fence)]) == frozenset()
        with pytest.raises(StorageTrouble, match="already written"):
            await store.commit([Change("plays 4", 2, (b"x",))])
        assert await store.dead() == [node]
        await store.beat(heir, 1e9)
        assert await store.take_over(node, heir) == [("plays 3", fence + 1)]
        await store.release(heir)


def test_a_target_that_is_not_empty(source: str, url: str) -> None:
    async def story() -> None:
        async with opened(url) as store:
            await store.claim("ada", "a fingerprint")

    asyncio.run(story())
    before = held(url)
    with pytest.raises(StorageTrouble, match="not empty: there is something in names"):
        asyncio.run(import_all(source, url))
    assert held(url) == before


def test_a_database_in_use(source: str, url: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(url):
            with pytest.raises(StorageTrouble, match="stop"):
                await import_all(source, url)
            with pytest.raises(StorageTrouble, match="stop"):
                await import_all(url, f"sqlite:///{tmp_path}/new.db")

    asyncio.run(story())


def test_nodes_that_live_use_it(source: str, postgresql: str) -> None:
    async def story() -> None:
        async with opened(postgresql) as store:
            await store.beat("a node", 1e9)
        with pytest.raises(StorageTrouble, match="a server uses"):
            await import_all(postgresql, source + ".new")

    asyncio.run(story())


def test_what_can_not_be_copied_is_refused(source: str, tmp_path: Path) -> None:
    nowhere = f"sqlite:///{tmp_path}/nowhere.db"
    with pytest.raises(TavolaError, match="one and the same"):
        asyncio.run(import_all(source, source))
    with pytest.raises(StorageTrouble, match="there is no database"):
        asyncio.run(import_all(nowhere, source))
    assert not (tmp_path / "nowhere.db").exists()


def test_a_copy_that_is_not_the_same_is_none(source: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A target that loses something: it is noticed, and nothing of it stays."""
    honest = copying._count_on

    def forgetful(connection: Connection, table: Table) -> None:
        honest(connection, table)
        if table.name == "log":
            connection.exec_driver_sql("UPDATE log SET entry = '' WHERE number = 7 AND version = 1")

    monkeypatch.setattr(copying, "_count_on", forgetful)
    with pytest.raises(StorageTrouble, match="the copy of log is not the same"):
        asyncio.run(import_all(source, url))
    assert not any(held(url).values())


# ---- backups ----


def test_a_backup_while_the_server_writes(source: str, url: str, tmp_path: Path) -> None:
    asyncio.run(import_all(source, url))
    file = tmp_path / "copy.db"

    async def story() -> None:
        async with opened(url) as store:
            stop = asyncio.Event()

            async def play() -> int:
                version = 3
                while not stop.is_set():
                    changes = [Change(f"plays {n}", version, (b"a move",)) for n in range(10, 15)]
                    assert await store.commit(changes) == frozenset()
                    version += 1
                return version

            playing = asyncio.create_task(play())
            found = await back_up(url, file)
            stop.set()
            assert await playing > 4
            assert found.rows["tables"] == ROWS + 2
        async with opened(f"sqlite:///{file}") as copy:
            logs = [len(await copy.log(f"plays {n}")) for n in range(10, 15)]
            assert logs == logs[:1] * 5, "a snapshot: batches are whole"

    asyncio.run(story())
    assert {path.name for path in tmp_path.iterdir()} >= {"copy.db"}
    assert not list(tmp_path.glob("*.part*"))


def test_a_backup_is_one_file_for_its_owner_only(source: str, tmp_path: Path) -> None:
    file = tmp_path / "copy.db"
    asyncio.run(back_up(source, file))
    assert [path.name for path in tmp_path.iterdir()] == ["copy.db"]
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(TavolaError, match="--force"):
        asyncio.run(back_up(source, file))
    asyncio.run(back_up(source, file, force=True))
    assert held(f"sqlite:///{file}") == held(source)


def test_backups_that_would_do_harm(source: str, tmp_path: Path) -> None:
    itself = Path(source.removeprefix("sqlite:///"))
    with pytest.raises(TavolaError, match="the database itself"):
        asyncio.run(back_up(source, itself, force=True))
    used = tmp_path / "used.db"
    used.touch()
    used.with_name("used.db-wal").touch()
    with pytest.raises(TavolaError, match="in use"):
        asyncio.run(back_up(source, used, force=True))
    with pytest.raises(TavolaError, match="no folder"):
        asyncio.run(back_up(source, tmp_path / "nowhere" / "x.db"))
    other = tmp_path / "other.db"
    sqlite3.connect(other).execute("CREATE TABLE x (y)").connection.close()
    with pytest.raises(StorageTrouble, match="nothing of tavola"):
        asyncio.run(back_up(f"sqlite:///{other}", tmp_path / "copy.db"))
    assert not (tmp_path / "copy.db").exists()


def test_a_damaged_database_gives_no_backup(source: str, tmp_path: Path) -> None:
    file = tmp_path / "damaged.db"
    asyncio.run(back_up(source, file))
    with file.open("r+b") as opened_file:
        opened_file.seek(4096 * 3)
        opened_file.write(b"\xff" * 4096 * 2)
    with pytest.raises(StorageTrouble):
        asyncio.run(back_up(f"sqlite:///{file}", tmp_path / "copy.db"))
    assert not (tmp_path / "copy.db").exists()
    assert not list(tmp_path.glob("*.part*"))
