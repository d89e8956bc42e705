"""If the power goes: a move that anybody was told of is on the disk, and whatever was cut off does no harm.

A real server runs under strace, with its log writer and its connection process. First the order of its calls
is looked at; then the files are made as a power cut would have left them, at many moments, and opened.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tavola.server.store import Store
from tavola.table.entries import decode_entry
from tavola.table.opening import rebuild
from tests.server.tracing import SYNCS, Call, Disk, calls, traced_server, why_not

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())

FEWEST, MOST = 30, 1000  # moves
CUTS = 18
SENDS = ("sendto", "sendmsg", "write", "writev")


@dataclass
class Played:
    """What happened: every call, the table, and the version at which each command was carried out."""

    calls: list[Call]
    folder: Path
    table: str
    moves: dict[int, str]  # the id of the command, by version
    log: list[bytes]  # in the end

    @property
    def database(self) -> str:
        return str(self.folder / "tavola.db")

    @property
    def wal(self) -> str:
        return f"{self.database}-wal"

    def told(self) -> dict[int, list[Call]]:
        """Who was told of a version, over any socket, within the server or out of it."""
        said = re.compile(rb'"table":"%s","version":(\d+)' % self.table.encode())
        found: dict[int, list[Call]] = {}
        for call in self.calls:
            if call.name in SENDS and not call.target.startswith("/"):
                for version in set(said.findall(call.data)):
                    found.setdefault(int(version), []).append(call)
        return found

    def synced(self, file: str) -> list[Call]:
        return [call for call in self.calls if call.name in SYNCS and call.target == file]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("traced")
    data, trace = folder / "data", folder / "trace"
    data.mkdir()

    async def story() -> Played:
        async with traced_server(data, trace) as where:
            table, moves = await play(where, trace, data / "tavola.db")
        store = await Store.open(f"sqlite:///{data / 'tavola.db'}")
        try:
            return Played(calls(trace), data, table, moves, await store.log(table))
        finally:
            await store.close()

    return asyncio.run(story())


async def play(where: dict[str, Any], trace: Path, database: Path) -> tuple[str, dict[int, str]]:
    """Moves over a WebSocket, until the WAL was brought into the file once. Somebody looks on over lines."""
    into_the_file = "".join(f"\\x{byte:02x}" for byte in str(database).encode()) + ">, "
    async with connect(where["websocket"], compression=None, proxy=None) as socket:

        async def ask(id_: str, **command: Any) -> dict[str, Any]:
            await socket.send(json.dumps({**command, "id": id_}))
            while (said := json.loads(await socket.recv())).get("id") != id_:
                pass
            assert said["type"] != "refused", said
            return dict(said)

        await ask("hello", type="hello", name="ada")
        wish = {"game": "5000", "seats": 1, "options": {"goal": "1000000"}}
        table = (await ask("create", type="create", **wish))["table"]
        reader, writer = await asyncio.open_connection("127.0.0.1", where["ports"]["lines"])
        for command in ({"type": "hello", "name": "bo"}, {"type": "watch", "table": table}):
            writer.write(json.dumps(command).encode() + b"\n")
            await reader.readline()
        await ask("join", type="join", table=table)
        moves: dict[int, str] = {}
        begun = trace.stat().st_size
        while len(moves) < MOST:
            id_ = f"power-{len(moves)}-cut"
            moves[(await ask(id_, type="play", table=table, index=0))["version"]] = id_
            if len(moves) >= FEWEST and into_the_file in trace.read_text("ascii")[begun:]:
                break
        writer.close()
        return table, moves


def test_a_move_is_synced_before_anybody_is_told(played: Played) -> None:
    told, syncs = played.told(), played.synced(played.wal)
    writers, tellers = set(), set()
    for version, id_ in played.moves.items():
        trace = b'"id":"%s"' % id_.encode()
        written = next(
            call
            for call in played.calls
            if call.name == "pwrite64" and call.target == played.wal and trace in call.data
        )
        # A checkpoint may sync the same file meanwhile; the writer's own sync is what it waits for.
        synced = next(
            call for call in syncs if call.begins > written.ends and call.process == written.process
        )
        assert synced.text.rstrip().endswith("= 0")
        assert len(told[version]) >= 2, "the player, and who looks on"
        for call in told[version]:
            assert synced.ends < call.begins, f"version {version} was told before it was safe: {call.name}"
        writers.add(written.process)
        tellers |= {call.process for call in told[version]}
    assert not writers & tellers, "the log writer wrote, and others told"


def test_the_names_of_the_files_are_synced_too(played: Played) -> None:
    """A file whose name is not on the disk is none, whatever was synced of it."""
    made = [
        call
        for call in played.calls
        if call.name == "openat" and "O_CREAT" in call.text and played.wal.encode() in call.data
    ]
    told = min(call.begins for each in played.told().values() for call in each)
    gone = [call for call in played.calls if call.name == "unlink" and call.target == played.wal]
    since = max((call.ends for call in gone if call.ends < told), default=-1)
    first = next(call for call in made if call.begins > since)
    named = [call for call in played.synced(str(played.folder)) if call.begins > first.ends]
    assert named
    assert named[0].ends < told


def look_at(folder: Path, played: Played) -> tuple[int, bool]:
    """How many entries there are after a power cut, and whether the database is well."""

    async def open_it() -> list[bytes]:
        store = await Store.open(f"sqlite:///{folder / 'tavola.db'}")
        try:
            return await store.log(played.table)
        finally:
            await store.close()

    log = asyncio.run(open_it())
    assert log == played.log[: len(log)]
    if log:
        assert rebuild(map(decode_entry, log))[0].version == len(log)
    with closing(sqlite3.connect(folder / "tavola.db")) as database:
        return len(log), database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def cut_at(
    played: Played, folder: Path, cut: int, luck: random.Random | None = None, lies: int = sys.maxsize
) -> Path:
    folder.mkdir()
    for name, content in Disk(played.calls, [played.database, played.wal]).after(cut, luck, lies):
        (folder / name).write_bytes(content)
    return folder


def moments(played: Played, rng: random.Random) -> list[int]:
    """Just before and just after syncs, and between writes, from the first move that was told on."""
    told = min(call.begins for version in played.moves for call in played.told()[version])
    files = (played.database, played.wal)
    mine = [call for call in played.calls if call.target in files and call.begins > told]
    around = [line for call in mine if call.name in SYNCS for line in (call.begins, call.ends, call.ends + 1)]
    between = [call.begins + 1 for call in mine if call.name == "pwrite64"]
    into_the_file = [call.begins + 1 for call in mine if call.target == played.database]
    chosen = [*rng.sample(around, CUTS // 3), *rng.sample(between, CUTS // 3)]
    chosen += rng.sample(into_the_file, min(CUTS // 3, len(into_the_file)))
    return sorted(line for line in chosen if line < max(call.begins for call in played.calls))


def test_what_was_told_survives_every_power_cut(played: Played, tmp_path: Path) -> None:
    rng = random.Random(21)
    told = {version: min(call.begins for call in each) for version, each in played.told().items()}
    for number, cut in enumerate(moments(played, rng)):
        known = max(version for version, line in told.items() if line < cut)
        for luck in (None, rng):
            folder = cut_at(played, tmp_path / f"{number}-{luck is not None}", cut, luck)
            there, well = look_at(folder, played)
            assert there >= known, f"at line {cut} version {known} was told, and {there} are there"
            assert well


def test_a_disk_that_ignores_syncs_is_noticed(played: Played, tmp_path: Path) -> None:
    """The same proof fails where it must."""
    told = [min(call.begins for call in played.told()[version]) for version in played.moves]
    honest, lying = (
        look_at(cut_at(played, tmp_path / name, max(told) + 1, lies=lies), played)
        for name, lies in (("honest", sys.maxsize), ("lying", told[len(told) // 2]))
    )
    assert honest[0] >= max(played.moves)
    assert lying[0] < max(played.moves)
