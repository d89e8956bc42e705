"""The journal: first the log, then the people. Changes are written in batches (group commit), then told.

While one batch is being written the one before it is told and the next one gathers, so that the cost of
making things durable is shared by everyone who moves at the same moment. Everything handed in is done in the
order it came.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tavola.core.errors import TavolaError
from tavola.core.words import Phrase
from tavola.server.store.trouble import Clash
from tavola.server.store.values import Change
from tavola.server.telemetry.metrics import Metrics
from tavola.table.words import ELSEWHERE_NOW, NOT_WRITTEN

log = logging.getLogger(__name__)
MOST_IN_A_BATCH = 1000
TOLD_AT_ONCE = 12
NOTHING_LOST: frozenset[str] = frozenset()

Then = Callable[[], None]
Otherwise = Callable[[Phrase], None]  # told why it could not be written


class Writes(Protocol):
    """The part of the store that matters here."""

    def submit(self, changes: Sequence[Change], answered: Callable[[bool], None], /) -> bool: ...

    async def commit(self, changes: Sequence[Change], /) -> frozenset[str]: ...


@dataclass(slots=True)
class _Item:
    changes: tuple[Change, ...]
    then: Then
    table: str
    otherwise: Otherwise | None = None


@dataclass(slots=True)
class Journal:
    """One for the whole node. `on_lost` hears of tables whose changes could not be written.

    What is handed in waits, is written, is told. Nothing here waits for its turn of the event loop longer
    than it must: while this process judges one move after the other, the next ones are to be on their way.
    """

    store: Writes
    metrics: Metrics
    on_lost: Callable[[frozenset[str], Phrase], None]
    _waiting: list[_Item] = field(default_factory=list)
    _writing: list[_Item] = field(default_factory=list)
    _written: deque[_Item] = field(default_factory=deque)  # and not yet told
    _loop: asyncio.AbstractEventLoop | None = None  # while started
    _called: bool = False  # a batch will be begun in a moment
    _task: asyncio.Task[tuple[frozenset[str], Phrase]] | None = None

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._begin()

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        await self.flush()
        self._loop = None

    @property
    def _busy(self) -> bool:
        return bool(self._waiting or self._writing or self._written)

    async def flush(self) -> None:
        """Until everything handed in by now is written and told; not what comes meanwhile."""
        if not self._busy:
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.write("", (), lambda: None if done.done() else done.set_result(None))
        await done

    def write(
        self, table: str, changes: Iterable[Change], then: Then, otherwise: Otherwise | None = None
    ) -> None:
        """Write these, and when they are safe, do that."""
        self._waiting.append(_Item(tuple(changes), then, table, otherwise))
        if self._loop is not None and not (self._called or self._writing):
            self._called = True  # but first the others who move at this moment
            self._loop.call_soon(self._begin)

    def after(self, table: str, then: Then, otherwise: Otherwise | None = None) -> None:
        """Do that when everything before it is safe: at once, if it is."""
        if self._busy:
            self.write(table, (), then, otherwise)
        else:
            then()

    # ---- writing ----

    def _begin(self) -> None:
        """The next batch, if none is being written."""
        self._called = False
        if self._writing or not self._waiting:
            return
        self._writing = self._waiting[:MOST_IN_A_BATCH]
        del self._waiting[:MOST_IN_A_BATCH]
        changes = [change for item in self._writing for change in item.changes]
        began = time.perf_counter()

        def answered(written: bool) -> None:
            if written:
                self._measure(changes, began)
                self._ended()
            else:
                self._in_general(changes)

        if not changes:
            self._ended()
        elif not self.store.submit(changes, answered):
            self._in_general(changes)

    def _in_general(self, changes: list[Change]) -> None:
        """The way that knows tables, records, and what can go wrong."""
        self._task = asyncio.ensure_future(self._commit(changes))
        self._task.add_done_callback(lambda done: None if done.cancelled() else self._ended(*done.result()))

    def _ended(self, lost: frozenset[str] = NOTHING_LOST, why: Phrase = NOT_WRITTEN) -> None:
        """The batch is safe, but for some tables."""
        batch, self._writing = self._writing, []
        silent = not self._written
        self._written.extend(item for item in batch if item.table not in lost)
        if lost:  # at once, before anything more is accepted there
            while self._written:
                self._tell_one()
            self._let_go(batch, lost, why)
        self._begin()  # this one is told while the next is being written
        if silent:
            self._tell_some()

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
        self._measure(changes, began)
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

    def _measure(self, changes: Sequence[Change], began: float) -> None:
        self.metrics.commit_seconds.observe(time.perf_counter() - began)
        self.metrics.commit_size.observe(len(changes))

    # ---- telling ----

    def _tell_some(self) -> None:
        """A few, so that what they hear is on its way before the others are told."""
        for _ in range(min(TOLD_AT_ONCE, len(self._written))):
            self._tell_one()
        if self._written:
            asyncio.get_running_loop().call_soon(self._tell_some)

    def _tell_one(self) -> None:
        """It counts as told when all of it is: who asks for more meanwhile comes after it."""
        try:
            self._written[0].then()
        except Exception:
            self._fault()
        self._written.popleft()

    def _let_go(self, batch: Sequence[_Item], lost: frozenset[str], why: Phrase) -> None:
        """Nobody hears of it but those who wrote it."""
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
            self._fault()

    def _fault(self) -> None:
        log.exception("telling what happened at a table failed")
        self.metrics.faults.add("telling")
