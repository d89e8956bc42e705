"""First the log, then the people: changes are written in batches, and what waits on them is done after.

While one batch is being written the one before it is told and the next one gathers, so that the cost of
making things durable is shared by everyone who moves at the same moment. Everything handed in is done in the
order it came.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tavola.core.errors import TavolaError
from tavola.core.words import Phrase
from tavola.server.metrics import Metrics
from tavola.server.store.trouble import Clash
from tavola.server.store.values import Change
from tavola.table.words import ELSEWHERE_NOW, NOT_WRITTEN

log = logging.getLogger(__name__)
MOST_IN_A_BATCH = 1000
NOTHING_LOST: frozenset[str] = frozenset()

Then = Callable[[], None]
Otherwise = Callable[[Phrase], None]  # told why it could not be written


class Writes(Protocol):
    """The part of the store that matters here."""

    async def commit(self, changes: Sequence[Change], /) -> frozenset[str]: ...


@dataclass(slots=True)
class _Item:
    changes: tuple[Change, ...]
    then: Then
    table: str
    otherwise: Otherwise | None = None


@dataclass(slots=True)
class Journal:
    """One for the whole node. `on_lost` hears of tables whose changes could not be written."""

    store: Writes
    metrics: Metrics
    on_lost: Callable[[frozenset[str], Phrase], None]
    _waiting: list[_Item] = field(default_factory=list)
    _busy: bool = False  # writing, or telling what was written
    _bell: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="journal")

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        await self.flush()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def flush(self) -> None:
        """Until everything handed in by now is written and told; not what comes meanwhile."""
        if not (self._busy or self._waiting):
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.write("", (), lambda: None if done.done() else done.set_result(None))
        await done

    def write(
        self, table: str, changes: Iterable[Change], then: Then, otherwise: Otherwise | None = None
    ) -> None:
        """Write these, and when they are safe, do that."""
        self._waiting.append(_Item(tuple(changes), then, table, otherwise))
        self._bell.set()

    def after(self, table: str, then: Then, otherwise: Otherwise | None = None) -> None:
        """Do that when everything before it is safe: at once, if it is."""
        if self._busy or self._waiting:
            self.write(table, (), then, otherwise)
        else:
            then()

    async def _run(self) -> None:
        while True:
            await self._bell.wait()
            self._bell.clear()
            self._busy = True
            written: list[_Item] = []  # and not yet told: while that is done, the next batch is written
            while self._waiting or written:
                batch = self._waiting[:MOST_IN_A_BATCH]
                del self._waiting[:MOST_IN_A_BATCH]
                changes = [change for item in batch for change in item.changes]
                commit = asyncio.create_task(self._commit(changes)) if changes else None
                if commit is not None and written:
                    await asyncio.sleep(0)  # it has begun
                self._tell(written)
                lost, why = (NOTHING_LOST, NOT_WRITTEN) if commit is None else await commit
                written = batch
                if lost:
                    self._tell([item for item in batch if item.table not in lost])
                    self._let_go(batch, lost, why)
                    written = []
            self._busy = False

    async def _commit(self, changes: list[Change]) -> tuple[frozenset[str], Phrase]:
        if not changes:
            return NOTHING_LOST, NOT_WRITTEN
        began = time.perf_counter()
        try:
            lost = await self.store.commit(changes)
        except Clash as clash:
            return await self._without(changes, clash)
        except TavolaError as error:
            log.error("%d changes could not be written: %s", len(changes), error)
            self.metrics.faults.add("journal")
            return frozenset(change.table for change in changes), NOT_WRITTEN
        except Exception:
            log.exception("%d changes could not be written", len(changes))
            self.metrics.faults.add("journal")
            return frozenset(change.table for change in changes), NOT_WRITTEN
        self.metrics.commit_seconds.observe(time.perf_counter() - began)
        self.metrics.commit_size.observe(len(changes))
        return lost, ELSEWHERE_NOW

    async def _without(self, changes: list[Change], clash: Clash) -> tuple[frozenset[str], Phrase]:
        """Somebody else wrote to some of these tables: they are lost, and the others go on."""
        log.warning("%s", clash)
        rest = [change for change in changes if change.table not in clash.tables]
        if len(rest) == len(changes):
            self.metrics.faults.add("journal")
            return frozenset(change.table for change in changes), NOT_WRITTEN
        lost, _ = await self._commit(rest)
        return lost | clash.tables, NOT_WRITTEN

    def _tell(self, batch: Sequence[_Item]) -> None:
        for item in batch:
            self._do(item.then)

    def _let_go(self, batch: Sequence[_Item], lost: frozenset[str], why: Phrase) -> None:
        """At once, before anything more is accepted there."""
        self._do(lambda: self.on_lost(lost, why))
        # What was handed in since for a lost table rests on what was not written.
        dropped = [item for item in (*batch, *self._waiting) if item.table in lost]
        self._waiting = [item for item in self._waiting if item.table not in lost]
        for item in dropped:
            if (otherwise := item.otherwise) is not None:
                self._do(lambda otherwise=otherwise: otherwise(why))  # type: ignore[misc]

    def _do(self, then: Then) -> None:
        try:
            then()
        except Exception:
            log.exception("telling what happened at a table failed")
            self.metrics.faults.add("telling")
