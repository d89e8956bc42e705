"""Retention: how long finished games are kept. `tavola serve` prunes as it runs, `tavola db prune` by hand.

Work is done in steps of a few milliseconds, with longer pauses between them: moves go on meanwhile. It may be
interrupted at any moment, and several processes may do it at once.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from tavola.core.errors import TavolaError
from tavola.server.settings import GRACE, Settings
from tavola.server.store import StorageTrouble, Store
from tavola.server.store.values import Pruned
from tavola.server.telemetry.logs import happened
from tavola.server.telemetry.metrics import Metrics

log = logging.getLogger(__name__)
EVERY = 300.0  # seconds between two prunings of a server
PAUSE = 4.0  # as a multiple of the step before it: everything else has four fifths of the time
SHORTEST = 0.005  # seconds of a pause
PAGES = 64  # given back in one step
FULL = ("disk is full", "No space left")  # as SQLite and PostgreSQL say it
ADVICE = "to delete takes a little space too: free a few megabytes on that disk, then prune again"
SPARE = 0.1  # the part of the file that stays free under a server: it will be used again

Progress = Callable[[Pruned], None]


class Keep(NamedTuple):
    """What is kept: ages in seconds, and the size of the database in bytes; infinite: no limit."""

    logs: float
    records: float = math.inf
    bytes: float = math.inf
    bot_logs: float = math.inf

    @classmethod
    def of(cls, settings: Settings) -> Keep:
        return cls(
            settings.keep_logs.seconds,
            settings.keep_records.seconds,
            settings.keep_bytes.bytes,
            settings.keep_bot_logs.seconds,
        )


async def prune(
    store: Store, keep: Keep, *, progress: Progress = lambda _: None, pause: float = PAUSE
) -> Pruned:
    """Fold and drop all that need not be kept; returns how much that was."""
    pruning, now = _Pruning(store, progress, pause), time.time()
    try:
        await pruning.all_of(lambda: store.fold(now - keep.logs))
        if keep.bot_logs < math.inf:
            await pruning.all_of(lambda: store.drop_bot_logs(now - keep.bot_logs))
        if keep.records < math.inf:
            await pruning.all_of(lambda: store.drop_records(now - keep.records))
        if await _too_large(store, keep):
            await pruning.all_of(lambda: store.fold(now - GRACE), lambda: _too_large(store, keep))
            await pruning.all_of(lambda: store.drop_bot_logs(None), lambda: _too_large(store, keep))
            await pruning.all_of(lambda: store.drop_records(None), lambda: _too_large(store, keep))
    except StorageTrouble as error:
        if any(word in str(error) for word in FULL):
            raise StorageTrouble(f"{error}; {ADVICE}") from None
        raise
    return pruning.done


async def would_prune(store: Store, keep: Keep) -> Pruned:
    """What `prune` would do, as near as can be said beforehand."""
    now, size = time.time(), await store.size()
    if size.used <= keep.bytes:
        records = None if keep.records == math.inf else now - keep.records
        return await store.prunable(now - keep.logs, records, now - keep.bot_logs)
    found = await store.prunable(now - GRACE, now - keep.records, now)
    by_size = await store.oldest_of(int(size.used - keep.bytes))
    return found._replace(records=max(found.records, by_size.records))


async def give_back(store: Store, spare: float = 0.0, *, pause: float = PAUSE) -> bool:
    """Give free space back to the file system, except for a part of the file.

    False if that can't be done while others use the database (see Store.vacuum).
    """
    while (size := await store.size()).free > spare * size.bytes:
        began = time.monotonic()
        if not await store.shrink(PAGES):
            return False
        await asyncio.sleep(max(SHORTEST, pause * (time.monotonic() - began)))
        if (await store.size()).free >= size.free:
            break  # another process frees pages as fast
    return True


async def _too_large(store: Store, keep: Keep) -> bool:
    return keep.bytes < math.inf and (await store.size()).used > keep.bytes


class _Pruning:
    """Steps with pauses, and what they have done."""

    def __init__(self, store: Store, progress: Progress, pause: float) -> None:
        self.store, self._progress, self._pause = store, progress, pause
        self.done = Pruned()

    async def all_of(
        self, step: Callable[[], Awaitable[Pruned]], needed: Callable[[], Awaitable[bool]] | None = None
    ) -> None:
        """Repeat a step until it finds nothing, or is not needed any more."""
        while needed is None or await needed():
            began = time.monotonic()
            found = await step()
            if not any(found):
                return
            self.done += found
            self._progress(self.done)
            await asyncio.sleep(max(SHORTEST, self._pause * (time.monotonic() - began)))


# ---- while a server runs ----


async def keep_for_ever(store: Store, settings: Settings, metrics: Metrics) -> None:
    """Prune every few minutes."""
    while True:
        await asyncio.sleep(EVERY)
        await look(store, Keep.of(settings), metrics)


async def look(store: Store, keep: Keep, metrics: Metrics) -> None:
    """Prune once. A failure is logged, and tried again the next time."""
    try:
        done = await prune(store, keep)
        await give_back(store, SPARE)
        size = await store.size()
    except TavolaError as error:
        log.warning("pruning failed: %s", error)
        metrics.faults.add("pruning")
        return
    metrics.storage_bytes.set(size.used)
    for what, number in done._asdict().items():
        metrics.pruned.add(what, by=number)
    if any(done):
        happened(log, "old tables are pruned", **done._asdict())
    if size.used > keep.bytes:
        log.warning("the database has %d bytes, more than --keep-bytes, and nothing old is left", size.used)
