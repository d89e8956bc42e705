"""Health checks: can the server read, write and answer? For `/healthz`, `/readyz` and the log."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tavola.server.telemetry.logs import happened
from tavola.server.telemetry.metrics import Metrics

if TYPE_CHECKING:
    from tavola.server.store import Store
    from tavola.server.table_log.journal import Journal
    from tavola.server.table_log.supervisor import State

log = logging.getLogger(__name__)
EVERY = 1.0  # seconds between two checks for the log
FRESH = 1.0  # seconds for which a trial is cached: anybody may ask as often as they like
ANSWERS = 3.0  # seconds the database has to answer
LATE = 3.0  # seconds a batch may take to be written
LATELY = 5.0  # seconds for which a failed write counts


@dataclass(frozen=True, slots=True)
class Condition:
    """How the server is. `why` is empty if it is well."""

    reads: bool = True
    writes: bool = True
    processes: Mapping[str, State] = field(default_factory=dict)  # those it has started
    why: tuple[str, ...] = ()


class Health:
    """One for the whole server. `watch` runs for as long as it does."""

    def __init__(self, database: Store, metrics: Metrics) -> None:
        self._database = database
        self.journal: Journal | None = None
        self._trial: asyncio.Task[tuple[str, str]] | None = None
        self._tried: tuple[str, str] = ("", "")  # why it can't be read, why it can't be written
        self._began_at = float("-inf")
        self._well = True
        metrics.healthy.follow(lambda: float(self._well))

    async def look(self) -> Condition:
        """Check now: the database is read and written to."""
        await self._try()
        return self._condition()

    async def watch(self) -> None:
        """Have writes given up that take too long, and log it when something is wrong, or right again."""
        while True:
            await asyncio.sleep(EVERY)
            if self.journal is not None:
                self.journal.look()
            self._condition()

    def _condition(self) -> Condition:
        reads, writes = self._tried
        writes = writes or self._not_written()
        state = self._database.log_writer_state
        processes = {} if state is None else {"log writer": state}
        broken = [f"the {name} is {state}" for name, state in processes.items() if state != "running"]
        why = tuple(each for each in (reads, writes, *broken) if each)
        if self._well == bool(why):
            self._well = not why
            if why:
                log.error("not well: %s", "; ".join(why))
            else:
                happened(log, "well again")
        return Condition(not reads, not writes, processes, why)

    def _not_written(self) -> str:
        if self.journal is None:
            return ""
        if self.journal.waits > LATE:
            return "what was accepted is not being written"
        if time.monotonic() - self.journal.failed_at < LATELY:
            return "something could not be written a moment ago"
        return ""

    async def _try(self) -> None:
        """Read and write, unless that was done just now. While a trial hangs no other is begun."""
        trial = self._trial
        if trial is None or trial.done():
            if time.monotonic() - self._began_at < FRESH:
                return
            self._began_at = time.monotonic()
            trial = self._trial = asyncio.create_task(self._both())
        left = ANSWERS - (time.monotonic() - self._began_at)
        await asyncio.wait({trial}, timeout=max(0.0, left))
        self._tried = trial.result() if trial.done() else (self._tried[0], "the database does not answer")

    async def _both(self) -> tuple[str, str]:
        reads = await self._why_not(self._database.ping, "read")
        return reads, await self._why_not(self._database.probe, "written")

    async def _why_not(self, attempt: Callable[[], Coroutine[Any, Any, None]], what: str) -> str:
        try:
            await attempt()
        except Exception as error:  # anything
            log.debug("the database can't be %s: %s", what, error)
            return f"the database can't be {what}"
        return ""
