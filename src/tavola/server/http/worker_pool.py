"""Processes that work out what is asked over HTTP: odds, reviews, replays. They are shared out fairly.

A question runs in time slices. After each its process is stopped (SIGSTOP) if it is another payer's turn, and
goes on when its own payer is the one that has spent least: so a quick question never waits for a slow one to
end. There are few processes, because each may take much memory. If all are taken, a new question gets the
process of the payer that has spent most, whose question begins anew later.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass

from tavola.server.limits.fair_queue import Ledger, Payer
from tavola.server.limits.fair_semaphore import FairSemaphore, NoRoom, Turn
from tavola.server.telemetry.metrics import Metrics

READY, PROCESSES = 2, 4  # processes: usually, and for one address; at most
LONG = 0.5  # seconds after which a question does not count against READY
PROCESSORS = max(1, (os.cpu_count() or 1) // 2)  # that work at the same time
SLICE = 0.25  # seconds
MOST_BYTES = 32 << 20  # of an answer
IDLE_SECONDS = 600.0  # after which the last idle process is ended, to free its memory
SPARE_SECONDS = 30.0  # after which the other idle ones are
STAYS, STAYS_LONGER = 1.0, 60.0  # seconds before a process may be taken away: the first time, and later
LOOK_EVERY = 0.5  # seconds between two looks whether a question waits for a process
TRIES = 3
# Only where a stopped process still ends with the server (odds_worker.py).
SLICES = sys.platform == "linux"


class Broken(Exception):
    """Our own failure to work the question out; the question was good."""


class _GivesWay(Exception):
    """A payer that has spent less needs the process."""


class Worker:
    """One process; a question a line goes in, an answer a line comes out."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.pid = process.pid
        self.idle_since = 0.0

    @classmethod
    async def start(cls) -> Worker:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tavola.server.http.odds_worker",
            str(os.getpid()),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=MOST_BYTES,
            env={k: v for k, v in os.environ.items() if k not in ("TAVOLA_STORAGE", "TAVOLA_NODES")},
        )
        return cls(process)

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def ask(self, question: bytes) -> bytes:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(question + b"\n")
        await self._process.stdin.drain()
        line = await self._process.stdout.readline()
        if not line:
            raise Broken("the process ended")
        return line

    def signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()


@dataclass(eq=False, slots=True)
class Work:
    """A question, and the payer whose account it goes on. `turn`: what it waits for now."""

    payer: Payer
    question: bytes
    turn: Turn | None = None
    place: FairSemaphore | None = None  # where it waits
    worker: Worker | None = None
    task: asyncio.Task[bytes] | None = None  # while it has a process
    ran: float = 0.0  # seconds, in that process
    tries: int = 0
    gives_way: bool = False


class WorkerPool:
    """`run` works a question out, as soon as it is its turn."""

    def __init__(
        self, ledger: Ledger, metrics: Metrics, longest: float, most: int = 0, most_of_one: int = 0
    ) -> None:
        self._ledger, self._metrics, self._longest = ledger, metrics, longest
        self._processes = FairSemaphore(READY, ledger, most, most_of_one, most_held=READY)
        self._processors = FairSemaphore(PROCESSORS if SLICES else PROCESSES, ledger)
        self._idle: list[Worker] = []
        self._under_way: set[Work] = set()
        self._waiting: dict[Turn, Work] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self._looks: asyncio.TimerHandle | None = None
        self._tidies: asyncio.TimerHandle | None = None

    @property
    def pids(self) -> list[int]:
        """All processes that run."""
        busy = [work.worker for work in self._under_way if work.worker is not None]
        return [worker.pid for worker in (*self._idle, *busy) if worker.alive]

    async def run(self, work: Work) -> bytes:
        """The answer. NoRoom: too much waits already. Broken: it could not be worked out. TimeoutError: it
        takes longer than a question may."""
        while work.tries < TRIES:
            work.tries += 1
            with contextlib.suppress(_GivesWay):
                return await self._with_a_process(work)
        raise Broken("too many want to know something just now")

    def charge(self, work: Work, payer: Payer) -> None:
        """Another payer asks the same: it goes on the account that has spent less."""
        if self._ledger.rank(payer.place) < self._ledger.rank(work.payer.place):
            work.payer = payer
            if work.turn is not None and work.place is not None:
                work.place.hurry(work.turn, payer)

    def ahead(self, work: Work) -> int:
        """About how many come before it."""
        return 0 if work.turn is None or work.place is None else work.place.ahead(work.turn)

    async def close(self) -> None:
        for timer in (self._looks, self._tidies):
            if timer is not None:
                timer.cancel()
        idle, self._idle = self._idle, []
        await asyncio.gather(*(worker.end() for worker in idle), *self._ending)

    # ---- a process ----

    async def _with_a_process(self, work: Work) -> bytes:
        turn = Turn(work.payer, spent=0.0)
        async with self._waits(work, turn, self._processes):
            worker = work.worker = await self._hired()
            work.ran, work.gives_way = 0.0, False
            self._under_way.add(work)
            try:
                work.task = asyncio.create_task(self._in_slices(work, worker))
                answer = await work.task
            except BaseException as error:
                await worker.end()  # whatever state it is in
                if work.gives_way and isinstance(error, asyncio.CancelledError):
                    raise _GivesWay from None
                raise
            finally:
                self._under_way.discard(work)
                work.task = work.worker = None
                self._widen()
            self._rests(worker)
            return answer

    @contextlib.asynccontextmanager
    async def _waits(self, work: Work, turn: Turn, place: FairSemaphore) -> AsyncIterator[None]:
        """Wait for a process or for a processor, on the account of the present payer."""
        work.turn, work.place = turn, place
        if place is self._processes:
            self._waiting[turn] = work
            asyncio.get_running_loop().call_soon(self._make_room)
        try:
            async with place.slot(turn):
                work.turn = work.place = None
                self._waiting.pop(turn, None)
                self._metrics.question_wait_seconds.observe(turn.waited)
                yield
        finally:
            self._waiting.pop(turn, None)

    async def _hired(self) -> Worker:
        while self._idle:
            if (worker := self._idle.pop()).alive:
                return worker
        return await Worker.start()

    def _rests(self, worker: Worker) -> None:
        """Ready for the next question."""
        worker.idle_since = time.monotonic()
        self._idle.append(worker)
        if self._tidies is None:
            self._tidies = asyncio.get_running_loop().call_later(SPARE_SECONDS, self._tidy)

    def _tidy(self) -> None:
        """End processes without a question, the last one later than the others."""
        now, self._tidies = time.monotonic(), None
        kept = [
            worker
            for number, worker in enumerate(reversed(self._idle))
            if now - worker.idle_since < (SPARE_SECONDS if number else IDLE_SECONDS)
        ]
        for worker in set(self._idle) - set(kept):
            task = asyncio.create_task(worker.end())
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)
        self._idle = kept[::-1]
        if kept:
            self._tidies = asyncio.get_running_loop().call_later(SPARE_SECONDS, self._tidy)

    def _make_room(self) -> None:
        """If a payer that has spent little waits for a process, take that of the one that has spent most."""
        if self._looks is not None:
            self._looks.cancel()
            self._looks = None
        if (turn := self._processes.next) is None:
            return
        self._looks = asyncio.get_running_loop().call_later(LOOK_EVERY, self._make_room)
        waiting, rank = self._waiting.get(turn), self._ledger.rank
        if len(self._under_way) < PROCESSES or waiting is None or waiting.tries > 1:
            return  # a process is free; or the waiting question has lost its own once, and takes no other's
        over = [work for work in self._under_way if self._gives_way(work, turn.payer)]
        if over and not any(work.gives_way for work in self._under_way):
            work = max(over, key=lambda each: (rank(each.payer.place), -each.ran))
            work.gives_way = True
            if work.task is not None:
                work.task.cancel()

    def _gives_way(self, work: Work, payer: Payer) -> bool:
        """May its process be taken for that payer?"""
        if work.ran < (STAYS if work.tries == 1 else STAYS_LONGER) or work.payer.place == payer.place:
            return False
        return self._ledger.rank(work.payer.place) > self._ledger.rank(payer.place)

    # ---- slices ----

    async def _in_slices(self, work: Work, worker: Worker) -> bytes:
        if SLICES:
            worker.signal(signal.SIGSTOP)  # until it is its turn
        answer = asyncio.create_task(worker.ask(work.question))
        try:
            while not answer.done():
                if work.ran >= self._longest:
                    raise TimeoutError
                await self._slice(work, worker, answer)
            return answer.result()
        finally:
            answer.cancel()
            await asyncio.gather(answer, return_exceptions=True)

    async def _slice(self, work: Work, worker: Worker, answer: asyncio.Task[bytes]) -> None:
        loop = asyncio.get_running_loop()
        async with self._waits(work, Turn(work.payer), self._processors):
            began, left = loop.time(), self._longest - work.ran
            if SLICES:
                worker.signal(signal.SIGCONT)
            await asyncio.wait([answer], timeout=min(SLICE, left) if SLICES else left)
            if SLICES and not answer.done():
                worker.signal(signal.SIGSTOP)
            work.ran += loop.time() - began
        self._widen()

    def _widen(self) -> None:
        """Quick questions share few warm processes; long questions must not occupy them all."""
        long = sum(work.ran >= LONG for work in self._under_way)
        self._processes.widen(min(PROCESSES, READY + long))


__all__ = ["Broken", "NoRoom", "Work", "Worker", "WorkerPool"]
