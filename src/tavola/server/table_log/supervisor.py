"""The supervisor keeps the log writer running.

It pings the process every second; one that does not answer is killed, and one that has ended is restarted.
The journal writes what the process has not written.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Literal

from tavola.server.table_log.log_writer import LogWriter
from tavola.server.telemetry.logs import happened
from tavola.server.telemetry.metrics import Metrics

log = logging.getLogger(__name__)
NAME = "log writer"
PING_EVERY = 1.0  # seconds
LATE = 3  # pings without an answer, after which the server is not ready
HUNG = 5  # pings without an answer, after which the process is killed
LONGEST_PAUSE = 30.0  # seconds between two attempts to start a process that ends again and again
STAYS = 30  # pings answered in a row, after which a new process counts as stable

State = Literal["running", "hung", "gone"]


class Supervisor:
    """Starts a log writer, and another when that is gone or hangs. `child` is the latest, if there is one."""

    def __init__(
        self, start: Callable[[], Awaitable[LogWriter | None]], metrics: Metrics | None = None
    ) -> None:
        self._start, self._metrics = start, metrics or Metrics()
        self.child: LogWriter | None = None
        self._watching: asyncio.Task[None] | None = None

    @property
    def state(self) -> State | None:
        """None: there is no log writer here."""
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
                self.child.kill()  # it hangs, and would not end by itself
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
            # Pings are counted, not timed: if this process was stopped itself, the answers are still unread.
            if child.unanswered >= HUNG:
                log.error("the %s does not answer; it is killed", NAME)
                child.kill()
            else:
                child.unanswered += 1
                child.ping()

    async def _replace(self, child: LogWriter) -> None:
        self._metrics.faults.add(NAME)
        await child.close()
        if (new := await self._start()) is not None:
            self.child = new
            self._metrics.restarts.add(NAME)
            happened(log, f"there is a new {NAME}")
