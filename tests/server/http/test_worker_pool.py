"""Questions in slices: a long one is stopped when it is another's turn, and gives its process up if it must.

The processes are played by objects; only the order of what they are told is looked at.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable

import pytest

from tavola.server.http import worker_pool
from tavola.server.http.worker_pool import PROCESSES, Broken, Work, WorkerPool
from tavola.server.limits.fair_queue import Ledger, Payer
from tavola.server.telemetry.metrics import Metrics

EVIL, ADA = Payer("192.0.2.1"), Payer("192.0.2.2")


class Played:
    """A process: it answers a question when that is let, and notes what it was told."""

    there: list[Played] = []  # noqa: RUF012 - emptied for each test
    let: set[bytes] = set()  # noqa: RUF012
    told: list[tuple[bytes, str]] = []  # noqa: RUF012

    def __init__(self) -> None:
        self.pid, self.alive, self.idle_since, self.question = len(self.there), True, 0.0, b""
        self.there.append(self)

    @classmethod
    async def start(cls) -> Played:
        return cls()

    async def ask(self, question: bytes) -> bytes:
        self.question = question
        while question not in self.let:
            await asyncio.sleep(0.001)
            if not self.alive:
                raise Broken("the process ended")
        return b"answer to " + question

    def signal(self, number: int) -> None:
        self.told.append((self.question, signal.Signals(number).name))

    async def end(self) -> None:
        self.alive = False
        self.told.append((self.question, "ended"))


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"SLICE": 0.005, "LONG": 0.01, "STAYS": 0.02, "LOOK_EVERY": 0.005}.items():
        monkeypatch.setattr(worker_pool, name, value)
    monkeypatch.setattr(worker_pool, "SLICES", True)
    monkeypatch.setattr(worker_pool, "PROCESSORS", 1)
    monkeypatch.setattr(worker_pool, "Worker", Played)
    Played.there.clear()
    Played.let.clear()
    Played.told.clear()


def story(tell: Callable[[WorkerPool], Awaitable[None]], longest: float = 60.0) -> None:
    async def told() -> None:
        pool = WorkerPool(Ledger(), Metrics(), longest)
        async with asyncio.timeout(60):
            await tell(pool)
        await pool.close()

    asyncio.run(told())


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.001)


def asks(pool: WorkerPool, payer: Payer, question: bytes) -> asyncio.Task[bytes]:
    return asyncio.create_task(pool.run(Work(payer, question)))


def test_a_quick_question_does_not_wait_for_a_slow_one() -> None:
    async def tell(pool: WorkerPool) -> None:
        slow = [asks(pool, EVIL, b"slow %d" % number) for number in range(10)]
        await until(lambda: (b"slow 0", "SIGSTOP") in Played.told and (b"slow 1", "SIGSTOP") in Played.told)
        Played.let.add(b"quick")
        assert await asks(pool, ADA, b"quick") == b"answer to quick"
        assert not any(task.done() for task in slow)
        assert {b"slow 2", b"slow 3"}.isdisjoint(each.question for each in Played.there)
        Played.let.update(b"slow %d" % number for number in range(10))
        assert len(await asyncio.gather(*slow)) == 10
        assert len(Played.there) <= 3

    story(tell)


def test_if_all_processes_are_taken_who_has_spent_most_gives_one_up_and_begins_anew() -> None:
    async def tell(pool: WorkerPool) -> None:
        crowd = [Payer(f"198.51.100.{number}") for number in range(PROCESSES)]
        slow = [asks(pool, payer, b"slow of " + payer.place.encode()) for payer in crowd]
        await until(lambda: len(Played.there) == PROCESSES)
        Played.let.add(b"quick")
        assert await asks(pool, ADA, b"quick") == b"answer to quick"
        (victim,) = {question for question, said in Played.told if said == "ended"}
        assert not any(task.done() for task in slow)
        Played.let.update(each.question for each in Played.there)
        assert b"answer to " + victim in await asyncio.gather(*slow)

    story(tell)


def test_what_takes_too_long_is_given_up_and_its_process_with_it() -> None:
    async def tell(pool: WorkerPool) -> None:
        with pytest.raises(TimeoutError):
            await asks(pool, ADA, b"endless")
        assert Played.told[-1] == (b"endless", "ended")
        assert pool.pids == []

    story(tell, longest=0.02)


def test_a_process_that_dies_is_not_asked_again() -> None:
    async def tell(pool: WorkerPool) -> None:
        task = asks(pool, ADA, b"one")
        await until(lambda: bool(Played.there) and Played.there[0].question == b"one")
        Played.there[0].alive = False
        with pytest.raises(Broken):
            await task
        Played.let.add(b"two")
        assert await asks(pool, ADA, b"two") == b"answer to two"
        Played.there[1].alive = False  # while it has nothing to do
        Played.let.add(b"three")
        assert await asks(pool, ADA, b"three") == b"answer to three"
        assert len(Played.there) == 3

    story(tell)
