"""A deploy under load: a second process takes doors and tables over, and nobody loses a move or his time."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tavola.core.errors import BadOption
from tavola.core.record import RESIGNS
from tavola.server import handover
from tavola.table.fair_check import check
from tests.server.running import LinesGuest, running
from tests.server.test_serve import Player, a_process, connected

pytestmark = pytest.mark.skipif(not handover.POSSIBLE, reason="sockets can't be handed over on this system")
TABLES = 6
MORE = 40  # moves of each player after it
CLOCK = 60  # seconds: that of a machine which has too much to do, the players stand on it too


class Timed(Player):
    """Notes the longest time between two things it heard. Its game has no end: it plays until it has had
    enough, which is some moves after the handover, and then gives up."""

    def __init__(self, name: str, rng: Random) -> None:
        super().__init__(name, rng)
        self.at = time.monotonic()
        self.longest = 0.0
        self.enough: int | None = None  # moves

    def goes_on_for(self, moves: int) -> None:
        self.enough = self.number + moves

    @property
    def had_enough(self) -> bool:
        return self.enough is not None and self.number >= self.enough

    def hears(self, news: dict[str, Any]) -> None:
        super().hears(news)
        now = time.monotonic()
        self.longest, self.at = max(self.longest, now - self.at), now

    async def to_the_end(self, port: int, table: str) -> None:
        async with asyncio.timeout(120):
            while not await self.plays(port, table):
                await asyncio.sleep(0.01)


async def sat_down(port: int, names: list[str]) -> str:
    guests = [await connected(port, name) for name in names]
    made = await guests[0].ask("create", game="5000", options={"goal": "1000000"}, clock={"decision": CLOCK})
    for guest in guests:
        await guest.ask("join", table=made["table"])
    for guest in guests:
        await guest.close()
    return str(made["table"])


def test_another_process_takes_over_under_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAVOLA_TAKE_OVER", "yes")  # the first one finds nobody, and starts as ever
    quick = {"connection_rate": "100000/1", "name_rate": "100000/1", "claim_rate": "100000/1"}

    async def story() -> None:
        async with a_process(tmp_path, **quick) as (old, port):
            tables = [await sat_down(port, [f"a{n}", f"b{n}"]) for n in range(TABLES)]
            players = [(Timed(f"{who}{n}", Random(n)), tables[n]) for n in range(TABLES) for who in "ab"]
            games = [asyncio.create_task(player.to_the_end(port, table)) for player, table in players]
            await asyncio.sleep(0.5)
            async with a_process(tmp_path, **quick) as (_, new_port):
                assert new_port == port
                async with asyncio.timeout(30):
                    assert await old.wait() == 0
                for player, _ in players:
                    player.goes_on_for(MORE)
                await asyncio.gather(*games)
                late = await connected(port, "a0")
                assert (await late.ask("create", game="421"))["type"] == "table"
                await late.close()
        for player, _ in players:
            assert player.unanswered is None
        longest = max(player.longest for player, _ in players)
        with capsys.disabled():
            print(f"\nthe longest gap a player saw: {longest:.2f} s", file=sys.stderr)
        async with running(tmp_path) as server:
            ended = {each.table: each.how for each in await server.store.records()}
            assert {ended[table] for table in tables} == {"resigned"}, (longest, ended)
            for number, table in enumerate(tables):
                record = await server.store.record(table)
                assert record is not None
                assert record.result is not None
                assert check(record).fits
                played = sum(who >= 0 and move != RESIGNS for who, move in record.moves)
                both = [player for player, at in players if at == table]
                assert played == sum(player.number for player in both), (
                    f"table {number}: none lost, none twice"
                )

    asyncio.run(story())


def test_it_needs_a_file() -> None:
    with pytest.raises(BadOption, match="database in a file"):
        handover.Successor.of("postgresql://localhost/tavola")


def test_whoever_asks_and_goes_stops_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            for _ in range(3):
                successor = await asyncio.to_thread(handover.Successor.of, server.settings.storage)
                assert successor is not None
                assert set(successor.listening) == {"--http-port", "--lines-port"}
                for sock in successor.listening.values():
                    sock.close()
                successor._conversation.close()
            await asyncio.sleep(0.1)
            assert not server.manager.draining
            opened = await asyncio.open_connection("127.0.0.1", server.ports["lines"])
            guest = await LinesGuest(*opened).hello()
            assert (await guest.ask("ping"))["type"] == "pong"
            await guest.close()
        assert handover.place(server.settings.storage) is not None
        assert handover.Successor.of(server.settings.storage) is None

    asyncio.run(story())
