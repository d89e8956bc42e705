"""The fair semaphore: who is let in when, with nothing but the order looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from tavola.server.limits.fair_queue import Ledger, Payer
from tavola.server.limits.fair_semaphore import FairSemaphore, NoRoom, Turn

EVIL, ADA = Payer("192.0.2.1", "evil"), Payer("192.0.2.2", "ada")


class Scene:
    """Work that ends when it is told to; `order` is who was let in."""

    def __init__(self, slots: int = 1, most: int = 0, most_of_one: int = 0, held: int = 0) -> None:
        self.semaphore = FairSemaphore(slots, Ledger(), most, most_of_one, held)
        self.order: list[str] = []
        self.doors: dict[str, asyncio.Event] = {}
        self.turns: dict[str, Turn] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def comes(self, name: str, payer: Payer, unattended: Callable[[], bool] = lambda: False) -> None:
        self.doors[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._works(name, payer, unattended))
        await self.settle()

    async def _works(self, name: str, payer: Payer, unattended: Callable[[], bool]) -> None:
        turn = self.turns[name] = Turn(payer, 1.0, unattended, spent=1.0)
        async with self.semaphore.slot(turn):
            self.order.append(name)
            await self.doors[name].wait()

    async def goes(self, name: str) -> None:
        self.doors[name].set()
        await self.tasks[name]
        await self.settle()

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)


def test_who_has_spent_little_comes_before_who_has_spent_much() -> None:
    async def story() -> None:
        scene = Scene()
        for number in range(5):
            await scene.comes(f"e{number}", EVIL)
        await scene.comes("a", ADA)
        await scene.goes("e0")
        assert scene.order == ["e0", "a"]
        await scene.goes("a")
        await scene.goes("e1")
        assert scene.order == ["e0", "a", "e1", "e2"]
        for task in scene.tasks.values():
            task.cancel()

    asyncio.run(story())


def test_what_nobody_waits_for_comes_last_and_leaves_a_slot_free() -> None:
    async def story() -> None:
        scene = Scene(slots=2)
        for number in range(3):
            await scene.comes(f"low{number}", ADA, lambda: True)
        assert scene.order == ["low0"]
        await scene.comes("e0", EVIL)
        await scene.comes("e1", EVIL)
        await scene.goes("e0")
        assert scene.order == ["low0", "e0", "e1"]
        for task in scene.tasks.values():
            task.cancel()

    asyncio.run(story())


def test_somebody_comes_to_look_and_it_is_hurried_somebody_goes_and_it_is_not() -> None:
    async def story() -> None:
        scene, looks = Scene(), set("b")
        await scene.comes("first", EVIL)
        await scene.comes("b", ADA, lambda: "b" not in looks)
        await scene.comes("c", ADA, lambda: "c" not in looks)
        looks.add("c")
        scene.semaphore.hurry(scene.turns["c"])
        looks.remove("b")
        await scene.goes("first")
        await scene.goes("c")
        assert scene.order == ["first", "c", "b"]
        await scene.goes("b")

    asyncio.run(story())


def test_one_address_fills_only_its_own_room() -> None:
    async def story() -> None:
        scene = Scene(most=4, most_of_one=3)
        for number in range(5):
            await scene.comes(f"e{number}", EVIL)
        with pytest.raises(NoRoom) as refused:
            await scene.tasks["e4"]
        assert refused.value.own
        assert refused.value.seconds >= 1
        await scene.comes("a0", ADA)
        await scene.comes("a1", ADA)  # no room in all: who has most waiting loses
        with pytest.raises(NoRoom) as dropped:
            await scene.tasks["e3"]
        assert not dropped.value.own
        await scene.goes("e0")
        assert scene.order == ["e0", "a0"]
        for task in scene.tasks.values():
            task.cancel()

    asyncio.run(story())


def test_who_is_cancelled_takes_no_slot_with_him() -> None:
    async def story() -> None:
        scene = Scene()
        for name in "abc":
            await scene.comes(name, ADA)
        scene.tasks["b"].cancel()
        scene.tasks["a"].cancel()
        await scene.settle()
        assert scene.order == ["a", "c"]
        await scene.goes("c")
        assert len(scene.semaphore) == 0
        await scene.comes("d", ADA)
        assert scene.order[-1] == "d"
        await scene.goes("d")

    asyncio.run(story())


def test_one_address_does_not_hold_every_slot() -> None:
    async def story() -> None:
        scene = Scene(slots=3, held=2)
        for number in range(4):
            await scene.comes(f"e{number}", EVIL)
        assert scene.order == ["e0", "e1"]
        await scene.comes("a", ADA)
        assert scene.order == ["e0", "e1", "a"]
        await scene.goes("a")
        await scene.goes("e0")
        assert scene.order == ["e0", "e1", "a", "e2"]
        scene.semaphore.widen(1)
        await scene.goes("e1")
        assert scene.order[4:] == []
        await scene.goes("e2")
        assert scene.order[4:] == ["e3"]
        await scene.goes("e3")

    asyncio.run(story())


def test_what_somebody_else_waits_for_too_goes_on_his_account() -> None:
    async def story() -> None:
        scene = Scene()
        for number in range(4):
            await scene.comes(f"e{number}", EVIL)
        scene.semaphore.hurry(scene.turns["e3"], ADA)
        await scene.goes("e0")
        assert scene.order == ["e0", "e3"]
        scene.semaphore.hurry(scene.turns["e3"], EVIL)  # too late, it has its slot
        assert scene.turns["e3"].payer == ADA
        for task in scene.tasks.values():
            task.cancel()

    asyncio.run(story())
