"""The journal: first the log, then the people. Changes are written in batches (group commit), then told.

While one batch is being written the one before it is told and the next one gathers, so that all moves of the
same moment share the cost of a sync. Everything handed in is done in the order it came.

A write that does not end is given up after a while: its tables are dropped, to be rebuilt from the log, and
the guests who sent commands there are told to send them again. Until it has ended nothing more is written,
and new commands are refused at once. If it is written in the end after all, nothing is written twice: each
version of a table can be written only once.
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
TOLD_AT_ONCE = 12  # items, before the event loop sends what was told
GIVE_UP = 15.0  # seconds; longer than a database may be locked, or a log writer hang before it is killed
NOTHING_LOST: frozenset[str] = frozenset()

Then = Callable[[], None]
Otherwise = Callable[[Phrase], None]  # told why it could not be written


class Writes(Protocol):
    """The part of the store that the journal uses."""

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
    """One for the whole node. `on_lost` is called with tables whose changes could not be written.

    An item waits, is written, is told. The next batch is submitted from the callback of the last one, not by
    a task: on a busy event loop a task would get its turn late, and the disk would be idle meanwhile.
    """

    store: Writes
    metrics: Metrics
    on_lost: Callable[[frozenset[str], Phrase], None]
    _waiting: list[_Item] = field(default_factory=list)
    _writing: list[_Item] = field(default_factory=list)
    _written: deque[_Item] = field(default_factory=deque)  # but not yet told
    _loop: asyncio.AbstractEventLoop | None = None  # while started
    _called: bool = False  # `_begin` is scheduled
    _task: asyncio.Task[tuple[frozenset[str], Phrase]] | None = None
    _began: float = 0.0  # when the present batch was submitted
    _given_up: Sequence[_Item] | None = None  # a batch that has not ended yet, and was given up
    failed_at: float = float("-inf")  # when a write failed the last time

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

    @property
    def waits(self) -> float:
        """For how many seconds the present batch has been written; infinite if one was given up."""
        if self._given_up is not None:
            return float("inf")
        return time.monotonic() - self._began if self._writing else 0.0

    def look(self) -> None:
        """Give up a batch that takes too long. Call this about every second."""
        if self._writing and self._given_up is None and self.waits > GIVE_UP:
            self._given_up = self._writing
            self._failed(len(self._writing), f"no answer in {GIVE_UP:g} s")
            self._ended(_all_of(self._writing))

    async def flush(self) -> None:
        """Wait until everything handed in by now is written and told, but not what comes meanwhile."""
        if not self._busy or self._loop is None:
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.write("", (), lambda: None if done.done() else done.set_result(None))
        await done

    def write(
        self, table: str, changes: Iterable[Change], then: Then, otherwise: Otherwise | None = None
    ) -> None:
        """Write changes; call `then` when they are on the disk, `otherwise` if they can't be written."""
        self._waiting.append(_Item(tuple(changes), then, table, otherwise))
        if self._loop is not None and not (self._called or self._writing):
            self._called = True  # not at once: other moves of this moment join the batch
            self._loop.call_soon(self._begin)

    def after(self, table: str, then: Then, otherwise: Otherwise | None = None) -> None:
        """Call `then` when everything before it is on the disk: at once, if nothing waits."""
        if self._busy:
            self.write(table, (), then, otherwise)
        else:
            then()

    # ---- writing ----

    def _begin(self) -> None:
        """Submit the next batch, if none is being written."""
        self._called = False
        if self._writing or not self._waiting:
            return
        self._writing = batch = self._waiting[:MOST_IN_A_BATCH]
        del self._waiting[:MOST_IN_A_BATCH]
        self._began = time.monotonic()
        changes = [change for item in self._writing for change in item.changes]
        began = time.perf_counter()

        def answered(written: bool) -> None:
            if batch is self._given_up:
                self._given_up = None
            elif written:
                self._measure(changes, began)
                self._ended()
            else:
                self._in_general(changes)

        if not changes:
            self._ended()
        elif self._given_up is not None:
            self._ended(_all_of(batch))
        elif not self.store.submit(changes, answered):
            self._in_general(changes)

    def _in_general(self, changes: list[Change]) -> None:
        """Write by `Store.commit`, which takes any change, and says which tables were lost."""
        batch = self._writing
        self._task = asyncio.ensure_future(self._commit(changes))

        def done(task: asyncio.Task[tuple[frozenset[str], Phrase]]) -> None:
            if batch is self._given_up:
                self._given_up = None
            elif not task.cancelled():
                self._ended(*task.result())

        self._task.add_done_callback(done)

    def _ended(self, lost: frozenset[str] = NOTHING_LOST, why: Phrase = NOT_WRITTEN) -> None:
        """The batch is on the disk, except for the lost tables."""
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
            self._failed(len(changes), str(error))
            return frozenset(change.table for change in changes), NOT_WRITTEN
        except Exception:
            self._failed(len(changes), "", exc_info=True)
            return frozenset(change.table for change in changes), NOT_WRITTEN
        self._measure(changes, began)
        return lost, ELSEWHERE_NOW

    async def _without(self, changes: list[Change], clash: Clash) -> tuple[frozenset[str], Phrase]:
        """Another process has written to some of these tables: they are lost, the others are written."""
        log.warning("%s", clash)
        rest = [change for change in changes if change.table not in clash.tables]
        if len(rest) == len(changes):
            self._failed(len(changes), str(clash))
            return frozenset(change.table for change in changes), NOT_WRITTEN
        lost, _ = await self._commit(rest)
        return lost | clash.tables, NOT_WRITTEN

    def _failed(self, changes: int, why: str, *, exc_info: bool = False) -> None:
        log.error("%d changes could not be written: %s", changes, why, exc_info=exc_info)
        self.metrics.faults.add("journal")
        self.failed_at = time.monotonic()

    def _measure(self, changes: Sequence[Change], began: float) -> None:
        self.metrics.commit_seconds.observe(time.perf_counter() - began)
        self.metrics.commit_size.observe(len(changes))

    # ---- telling ----

    def _tell_some(self) -> None:
        """Tell a few items at a time, so that the event loop sends these messages before the next ones."""
        for _ in range(min(TOLD_AT_ONCE, len(self._written))):
            self._tell_one()
        if self._written:
            asyncio.get_running_loop().call_soon(self._tell_some)

    def _tell_one(self) -> None:
        """The item stays in the queue while it is told, so that `after` puts nothing before it."""
        try:
            self._written[0].then()
        except Exception:
            self._fault()
        self._written.popleft()

    def _let_go(self, batch: Sequence[_Item], lost: frozenset[str], why: Phrase) -> None:
        """Drop the tables and items that were not written, and call each `otherwise`."""
        self._do(lambda: self.on_lost(lost, why))
        # Later items of a lost table depend on what was not written: they are dropped as well.
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


def _all_of(batch: Iterable[_Item]) -> frozenset[str]:
    return frozenset(change.table for item in batch for change in item.changes)
