"""The bench of the house's bots: one that has to learn first keeps nobody else waiting."""

from __future__ import annotations

import asyncio
from random import Random
from threading import Event
from typing import Any

import pytest

import tavola
from tavola.core.contract import View
from tavola.games import OURS
from tavola.server.tables.bot_pool import BotPool
from tavola.server.telemetry.metrics import Metrics

learnt = Event()


class Learner:
    """Knows nothing until somebody says so."""

    def __init__(self, rng: Random, argument: str = "") -> None:
        del rng, argument
        self.seats = 0

    def prepare(self, rules: Any, seats: int) -> None:
        assert rules.info.name == "dice-poker"
        assert learnt.wait(60)
        self.seats = seats

    def choose(self, view: View[Any, Any]) -> Any:
        assert self.seats == view.table.seats
        return view.moves[-1]


def test_a_bot_that_has_to_learn_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OURS["dice-poker"].bots, "learner", f"{__name__}:Learner")
    rules = tavola.rules("dice-poker")
    state = rules.start(2)
    while rules.actor(state) == tavola.CHANCE:
        state = rules.play(state, rules.chance(state).sample(Random(1))).state
    view = rules.view(state, rules.actor(state))

    async def story() -> None:
        bench = BotPool(Metrics(), 1.0)
        try:
            learners = [
                asyncio.create_task(bench.choose((f"table {number}", 0), "learner", rules, view))
                for number in range(4)
            ]
            assert await bench.choose(("another", 0), "house", rules, view) in view.moves
            assert not any(learner.done() for learner in learners)
            learnt.set()
            assert await asyncio.gather(*learners) == [view.moves[-1]] * 4
        finally:
            learnt.set()
            bench.close()

    asyncio.run(story())
