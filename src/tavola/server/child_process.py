"""Child processes of the server, such as the log writer. They end with it.

A supervisor keeps one running. It pings the child every second; one that does not answer is killed, and one
that has ended is started again. What a child had not done is done by others, or told to send again.
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Generic, Literal, TypeVar, cast

from tavola.server.telemetry.logs import happened
from tavola.server.telemetry.metrics import Metrics

log = logging.getLogger(__name__)
PING_EVERY = 1.0  # seconds
LATE = 3  # pings without an answer: then the server is not ready
HUNG = 5  # then the child is killed
LONGEST_PAUSE = 30.0  # seconds between two attempts to start one that does not stay
STAYS = 30  # pings answered in a row, after which it is believed to

State = Literal["running", "hung", "gone"]


class ChildProcess(asyncio.Protocol, ABC):
    """The server's end of the socket pair to a child."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._transport: asyncio.Transport | None = None
        self.unanswered = 0  # pings since it last said anything

    @property
    def running(self) -> bool:
        return self._transport is not None

    @abstractmethod
    def ping(self) -> None:
        """Have it say something."""

    @abstractmethod
    async def close(self) -> None:
        """What it was given is done, then it ends."""

    def kill(self) -> None:
        self._process.kill()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)


C = TypeVar("C", bound=ChildProcess)


class Supervisor(Generic[C]):
    """Starts a child, and another when that is gone or hangs. `child` is the latest; None: there is none."""

    def __init__(
        self, name: str, start: Callable[[], Awaitable[C | None]], metrics: Metrics | None = None
    ) -> None:
        self.name, self._start, self._metrics = name, start, metrics or Metrics()
        self.child: C | None = None
        self._watching: asyncio.Task[None] | None = None

    @property
    def state(self) -> State | None:
        """None: nobody needs it here."""
        if self.child is None:
            return None
        if not self.child.running:
            return "gone"
        return "hung" if self.child.unanswered >= LATE else "running"

    async def start(self) -> None:
        self.child = await self._start()
        if self.child is not None:
            self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        if self.child is not None:
            if self.child.unanswered >= LATE:
                self.child.kill()  # it will not end by itself
            await self.child.close()

    async def _watch(self) -> None:
        pause, answered = PING_EVERY, 0
        while (child := self.child) is not None:
            await asyncio.sleep(PING_EVERY)
            if not child.running:
                await self._replace(child)
                if self.state == "gone" or answered < STAYS:
                    await asyncio.sleep(pause - PING_EVERY)
                    pause = min(2 * pause, LONGEST_PAUSE)
                answered = 0
                continue
            answered = 0 if child.unanswered else answered + 1
            pause = PING_EVERY if answered >= STAYS else pause
            # Counted, not timed: if this process was stopped itself, the answers are there and not read yet.
            if child.unanswered >= HUNG:
                log.error("the %s does not answer; it is killed", self.name)
                child.kill()
            else:
                child.unanswered += 1
                child.ping()

    async def _replace(self, child: C) -> None:
        self._metrics.faults.add(self.name)
        await child.close()
        if (new := await self._start()) is not None:
            self.child = new
            self._metrics.restarts.add(self.name)
            happened(log, f"there is a new {self.name}")


async def ended(process: subprocess.Popen[bytes], patience: float) -> None:
    """Until it has ended by itself; after so many seconds it is made to."""
    try:
        await asyncio.to_thread(process.wait, patience)
    except subprocess.TimeoutExpired:
        process.kill()
        with suppress(subprocess.TimeoutExpired):  # it waits for a disk, and nobody can end it
            await asyncio.to_thread(process.wait, patience)
