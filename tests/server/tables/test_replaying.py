"""A log played again a little at a time is the log played again."""

from __future__ import annotations

import asyncio

import pytest

from tavola.server.tables import replaying
from tavola.server.tables.replaying import Replay
from tavola.table import facts as f
from tavola.table.entries import encode_entry
from tavola.table.opening import rebuild
from tests.table.sitting import ADA, BO, House


def test_others_have_their_turn_after_every_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "SLICE", 0.0)
    house = House("5000").sit(ADA, BO)
    for _ in range(30):
        house.play()
    log = [encode_entry(entry) for entry in house.log]

    async def story() -> None:
        turns = 0

        async def other() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        task = asyncio.create_task(other())
        replay = Replay(since=5, most=12)
        await replay.go_on(log[:20])
        assert turns >= 19
        await replay.go_on(log)  # more was played meanwhile
        task.cancel()
        table, facts = rebuild(house.log)
        wanted = [fact.version for fact in facts if isinstance(fact, f.Played) and fact.version > 5]
        assert [fact.version for fact in replay.moves] == wanted[-12:]
        assert replay.table.version == table.version == len(log)
        assert replay.table.match is not None
        assert table.match is not None
        assert replay.table.match.state == table.match.state
        assert replay.table.deadline is None

    asyncio.run(story())
