"""The commands `tavola db`."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tavola.cli import app
from tavola.core.record import Record
from tavola.server.store import Change, Finished, Listing, Store

GAMES = [
    Record(
        "421", {}, 1, ("ada", f"Ève {n}"), ((0, "stop"),), {"reason": "r", "scores": [1, 0], "winners": [0]}
    )
    for n in range(150)
]


def run(*args: str, **env: str) -> Result:
    result = CliRunner().invoke(app, ["db", *args], env=env)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def storage(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/tavola.db"

    async def fill() -> None:
        store = await Store.open(url)
        await store.commit([change(n, game) for n, game in enumerate(GAMES)])
        await store.claim("ada", "her token's fingerprint")
        await store.close()

    def change(n: int, game: Record) -> Change:
        listing = Listing(f"t{n}", "421", {}, "over", True, False, list(game.seats), 0.0, 1.0)
        return Change(f"t{n}", 1, (b"1", b"2"), listing=listing, finished=Finished(game, float(n), False, ""))

    asyncio.run(fill())
    return url


def records(text: str) -> list[Record]:
    return [Record.parse(line) for line in text.splitlines()]


def test_export(storage: str, tmp_path: Path) -> None:
    result = run("export", "--storage", storage)
    assert result.exit_code == 0
    assert records(result.stdout) == GAMES
    assert "150 records" in result.stderr

    out = tmp_path / "games.jsonl"
    assert run("export", "--out", str(out), TAVOLA_STORAGE=storage).stdout == ""
    assert records(out.read_text("utf-8")) == GAMES
    assert "--force" in run("export", "--storage", storage, "--out", str(out)).stderr
    out.write_text("old")
    assert run("export", "--storage", storage, "--out", str(out), "--force").exit_code == 0
    assert records(out.read_text("utf-8")) == GAMES
    assert sorted(path.suffix for path in tmp_path.iterdir() if "games" in path.name) == [".jsonl"]


def test_export_to_where_it_can_not_go(storage: str, tmp_path: Path) -> None:
    for where in (tmp_path, tmp_path / "nowhere" / "x"):
        result = run("export", "--storage", storage, "--out", str(where), "--force")
        assert result.exit_code == 2
        assert str(where) in result.stderr


def test_export_while_a_server_has_the_file(storage: str) -> None:
    command = [sys.executable, "-m", "tavola", "db", "export", "--storage", storage]

    async def story() -> None:
        store = await Store.open(storage)
        try:
            environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
            done = await asyncio.to_thread(subprocess.run, command, capture_output=True, env=environment)
            assert records(done.stdout.decode("ascii")) == GAMES
            refused = await asyncio.to_thread(
                subprocess.run, [*command[:4], "upgrade", *command[5:]], capture_output=True
            )
            assert refused.returncode == 1
            assert f"process {os.getpid()}".encode() in refused.stderr
        finally:
            await store.close()

    asyncio.run(story())


def test_export_to_somebody_who_stops_reading(storage: str) -> None:
    command = [sys.executable, "-m", "tavola", "db", "export", "--storage", storage]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


def test_info(storage: str) -> None:
    said = run("info", "--storage", storage).stdout
    assert "tables: 150 (150 over)" in said
    assert "records: 150" in said
    found = json.loads(run("info", "--storage", storage, "--json").stdout)
    assert found["tables"] == {"over": 150}
    assert (found["entries"], found["records"], found["names"], found["nodes"]) == (300, 150, 1, 0)
    assert found["storage"] == storage


def test_prune(storage: str) -> None:
    asked = run("prune", "--storage", storage, "--dry-run", "--json")
    would = json.loads(asked.stdout)
    assert (would["dry_run"], would["tables"], would["entries"], would["records"]) == (True, 150, 300, 0)
    assert json.loads(run("info", "--storage", storage, "--json").stdout)["entries"] == 300
    said = run("prune", "--storage", storage, "--keep-records", "100d", "--dry-run").stdout
    assert "records would be deleted: 150" in said

    said = run("prune", "--storage", storage).stdout
    assert "logs folded: 150 (entries: 300)" in said
    assert "records deleted: 0" in said
    found = json.loads(run("info", "--storage", storage, "--json").stdout)
    assert (found["tables"], found["entries"], found["records"], found["free"]) == (
        {"folded": 150},
        0,
        150,
        0,
    )
    done = json.loads(run("prune", "--storage", storage, "--json", TAVOLA_KEEP_RECORDS="1d").stdout)
    assert (done["tables"], done["records"]) == (0, 150)
    assert "records deleted: 0" in run("prune", "--storage", storage, "--vacuum").stdout
    assert records(run("export", "--storage", storage).stdout) == []


def test_prune_refuses_what_makes_no_sense(storage: str) -> None:
    for given, word in (
        (["--keep-logs", "soon"], "30m, 12h or 90d"),
        (["--keep-logs", "1s"], "--keep-logs"),
        (["--keep-logs", "2d", "--keep-records", "1d"], "shorter"),
        (["--keep-bytes", "1X"], "20G"),
        (["--vacuum", "--dry-run"], "together"),
    ):
        result = run("prune", "--storage", storage, *given)
        assert (result.exit_code, word in result.stderr) == (2, True), result.stderr


def test_prune_beside_a_server(storage: str) -> None:
    command = [sys.executable, "-m", "tavola", "db", "prune", "--storage", storage]

    async def story() -> None:
        store = await Store.open(storage)
        try:
            done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
            assert "logs folded: 150" in done.stdout, done.stderr
            assert await store.log("t3") == []
            refused = await asyncio.to_thread(
                subprocess.run, [*command, "--vacuum"], capture_output=True, text=True
            )
            assert f"process {os.getpid()}" in refused.stderr
        finally:
            await store.close()

    asyncio.run(story())


def test_backup(storage: str, tmp_path: Path) -> None:
    file = tmp_path / "copy.db"
    assert "; checked" in run("backup", str(file), "--storage", storage).stdout
    assert records(run("export", "--storage", f"sqlite:///{file}").stdout) == GAMES
    refused = run("backup", str(file), "--storage", storage)
    assert (refused.exit_code, "--force" in refused.stderr) == (2, True)
    found = json.loads(run("backup", str(file), "--storage", storage, "--force", "--json").stdout)
    assert (found["file"], found["rows"]["records"], found["bytes"]) == (str(file), 150, file.stat().st_size)


def test_backup_beside_a_server(storage: str, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "tavola",
        "db",
        "backup",
        str(tmp_path / "copy.db"),
        "--storage",
        storage,
    ]

    async def story() -> None:
        store = await Store.open(storage)
        try:
            done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
            assert "; checked" in done.stdout, done.stderr
            await store.claim("bo", "his")
        finally:
            await store.close()

    asyncio.run(story())


def test_import(storage: str, tmp_path: Path) -> None:
    file = tmp_path / "new.db"
    said = run("import", storage, str(file))
    assert "records: 150, digest " in said.stdout
    assert "the same in both" in said.stdout
    assert records(run("export", "--storage", f"sqlite:///{file}").stdout) == GAMES
    full = run("import", storage, str(file))
    assert (full.exit_code, "not empty" in full.stderr) == (1, True)
    other = json.loads(run("import", str(file), str(tmp_path / "third.db"), "--json").stdout)
    assert {each["table"]: each["rows"] for each in other}["records"] == 150
    missing = run("import", str(tmp_path / "nowhere.db"), str(tmp_path / "fourth.db"))
    assert (missing.exit_code, "there is no database" in missing.stderr) == (1, True)


def test_upgrade(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new.db"
    assert run("info", "--storage", url).exit_code == 1
    assert "new" in run("upgrade", "--storage", url).stdout
    assert "nothing to do" in run("upgrade", "--storage", url).stdout
    assert json.loads(run("info", "--storage", url, "--json").stdout)["tables"] == {}


def test_a_wrong_address() -> None:
    result = run("info", "--storage", "mysql://ada:secret@host/db")
    assert result.exit_code == 2
    assert "postgresql://" in result.stderr
    assert "secret" not in result.stderr
