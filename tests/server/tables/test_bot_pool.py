"""The bots' threads: who has to learn or thinks long keeps nobody else waiting; who spends much waits."""

from __future__ import annotations

import asyncio
from random import Random
from threading import Event
from typing import Any, ClassVar

import pytest

import tavola
from tavola.core.contract import View
from tavola.games import OURS
from tavola.server.limits.fair_queue import Payer
from tavola.server.tables import bot_pool
from tavola.server.tables.bot_pool import BotPool, Seated
from tavola.server.telemetry.metrics import Metrics

EVIL, ADA = Payer("192.0.2.1", "evil"), Payer("192.0.2.2", "ada")
BO = Payer("192.0.2.3", "bo")
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
    rules, view = a_view()

    async def story() -> None:
        bench = BotPool(Metrics(), 1.0)
        try:
            learners = [
                asyncio.create_task(bench.choose(Seated(f"table {number}", 0, "learner", rules, EVIL), view))
                for number in range(4)
            ]
            assert await bench.choose(Seated("another", 0, "house", rules, ADA), view) in view.moves
            assert not any(learner.done() for learner in learners)
            learnt.set()
            assert await asyncio.gather(*learners) == [view.moves[-1]] * 4
        finally:
            learnt.set()
            bench.close()

    asyncio.run(story())


class Slow:
    """Says that it takes long, and ends when it is let."""

    cost = 1.0
    gate = Event()
    order: ClassVar[list[str]] = []

    def __init__(self, rng: Random, argument: str = "") -> None:
        del rng
        self.name = argument

    def choose(self, view: View[Any, Any]) -> Any:
        self.order.append(self.name)
        assert self.gate.wait(60)
        return view.moves[-1]


def a_view() -> tuple[Any, Any]:
    rules = tavola.rules("dice-poker")
    state = rules.start(2)
    while rules.actor(state) == tavola.CHANCE:
        state = rules.play(state, rules.chance(state).sample(Random(1))).state
    return rules, rules.view(state, rules.actor(state))


def test_sixty_slow_tables_of_one_keep_no_stranger_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor his quick bot, which answers while all slow threads are taken; nor his slow one, which is next."""
    monkeypatch.setitem(OURS["dice-poker"].bots, "slow", f"{__name__}:Slow")
    monkeypatch.setattr(bot_pool, "SLOW_THREADS", 1)
    Slow.gate.clear()
    Slow.order.clear()
    rules, view = a_view()

    async def story() -> None:
        pool = BotPool(Metrics(), 1.0)
        try:
            asked = [
                asyncio.create_task(pool.choose(Seated(f"t{n}", 0, "slow:evil", rules, EVIL), view))
                for n in range(60)
            ]
            while not Slow.order:
                await asyncio.sleep(0.001)
            assert await pool.choose(Seated("a", 0, "house", rules, ADA), view) in view.moves
            gone = Seated("g", 0, "slow:gone", rules, BO, lambda: True)
            asked.append(asyncio.create_task(pool.choose(gone, view)))
            asked.append(asyncio.create_task(pool.choose(Seated("s", 0, "slow:ada", rules, ADA), view)))
            await asyncio.sleep(0)
            Slow.gate.set()
            await asyncio.gather(*asked)
        finally:
            Slow.gate.set()
            pool.close()

    asyncio.run(story())
    assert Slow.order[:3] == ["evil", "ada", "evil"]
    assert Slow.order[-1] == "gone"  # nobody waits for it


def test_a_bot_that_was_slow_is_known_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "QUICK", -1.0)  # then everything measured was slow
    rules, view = a_view()

    async def story() -> None:
        pool = BotPool(Metrics(), 1.0)
        try:
            seated = Seated("t", 0, "house", rules, ADA)
            await pool.choose(seated, view)
            assert pool._costs.of(seated.kind, -2.0) >= 0
            assert pool.lane_of(seated.kind, -2.0) is pool._slow
            assert pool.lane_of(("unheard of",), -2.0) is pool._quick
        finally:
            pool.close()

    asyncio.run(story())
