"""The store: one object for all that is kept."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from tavola.core.record import Record
from tavola.server.store import address as addresses
from tavola.server.store import (
    bot_logs,
    leases,
    migrate,
    moderation,
    people,
    pruning,
    reading,
    renaming,
    writing,
)
from tavola.server.store.engine import (
    SERVER,
    Runner,
    Session,
    check_file,
    check_kind,
    make_runner,
    prepare_file,
)
from tavola.server.store.lock import FileLock
from tavola.server.store.trouble import OPENING, Clash, StorageTrouble, in_words
from tavola.server.store.values import AuditLine, Change, Info, Pruned
from tavola.server.table_log import batches
from tavola.server.table_log.appending import Batch
from tavola.server.table_log.log_writer import Answered
from tavola.server.table_log.supervisor import State
from tavola.server.telemetry.metrics import Metrics

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[Concatenate[Connection, P], T]  # a function over a connection, and what else it is given
Method = Callable[Concatenate["Store", P], Coroutine[Any, Any, T]]


def _reads(work: Work[P, T]) -> Method[P, T]:
    """A function that reads as a method of the store, with its parameters and docstring."""

    @wraps(work)
    async def method(self: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.read(work, *args, **kwargs)

    return method


def _writes(work: Work[P, T]) -> Method[P, T]:
    """The same for a function that writes, in a transaction of its own."""

    @wraps(work)
    async def method(self: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.write(work, *args, **kwargs)

    return method


class Store:
    """A database, opened. Made by `open`; safe to use from many tasks of one event loop.

    Most of its methods are functions of other modules over a connection: what they do is written there.
    """

    def __init__(self, address: addresses.Address, runner: Runner, lock: FileLock | None, node: str) -> None:
        self._address = address
        self.shown = address.shown  # where it is, for people: without the password
        self.node = node
        self.found_schema: str | None = None  # the version before the upgrade
        self._runner = runner
        self._lock = lock

    @classmethod
    async def open(
        cls,
        url: str | None = None,
        *,
        node: str = "",
        migrate: bool = True,
        reading: bool = False,
        beside: bool = False,
        idle: float | None = None,
        client: str = SERVER,
        wait: float = 0.0,
    ) -> Store:
        """Open a database, bringing it to this program's schema first (or, with migrate=False, refusing
        if that would be needed). Without a URL: the file in the user's data folder, which is made.

        `reading`: read-only, beside a server that has the file. `beside`: the same, but to prune. `idle`:
        PostgreSQL ends a transaction that is idle for so many seconds. `client`: our name there. `wait`: how
        many seconds to wait for a server that has the file.
        """
        address = addresses.read(addresses.default_url() if url is None else url)
        lock = None
        if address.file is not None:
            if reading or beside:
                check_file(address.file)
            else:
                prepare_file(address.file, and_folder=url is None)
                lock = FileLock(address.file)
                if not lock.held_here:
                    check_kind(address.file)
                await _taken(lock, wait)
                await _nobody_writes(address.file, lock)
        store = cls(address, make_runner(address, idle, client), lock, node)
        try:
            await store._begin(migrate and not (reading or beside))
        except BaseException:
            await store.close()
            raise
        return store

    async def _begin(self, upgrade: bool) -> None:
        with in_words(self._address, OPENING):
            if upgrade:
                self.found_schema = await self._runner.write(lambda c: migrate.upgrade(c, self.shown))
            await self._runner.read(lambda c: migrate.check(c, self.shown))

    async def start_log_writer(self, metrics: Metrics | None = None) -> None:
        """Have moves written by another process, where that is possible and quicker."""
        await self._runner.start_log_writer(metrics)

    @property
    def log_writer_state(self) -> State | None:
        """The state of the log writer; None: there is none."""
        return self._runner.log_writer_state

    async def close(self) -> None:
        """Close the database. What was committed is there."""
        try:
            await self._runner.close()
        finally:
            if self._lock is not None:
                self._lock.release()

    def session(self, *, writes: bool = False) -> AbstractAsyncContextManager[Session]:
        """One transaction for several pieces of work; of one snapshot, if it only reads."""
        return self._runner.session(writes=writes)

    async def ping(self) -> None:
        """Does the database answer? A StorageTrouble if not."""
        await self.read(_ping)

    async def probe(self) -> None:
        """Can it be written to, and synced? A StorageTrouble if not. Nothing is changed."""
        with in_words(self._address):
            await self._runner.probe()

    async def info(self) -> Info:
        """What is in it, in numbers."""
        counts = await self.read(reading.counts)
        schema = await self.read(migrate.version)
        size = await self.size()
        return Info(storage=self.shown, schema=schema or "", **counts, bytes=size.bytes, free=size.free)

    async def read(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Ask the database. StorageTrouble if it does not answer."""
        with in_words(self._address):
            return await self._runner.read(lambda c: work(c, *args, **kwargs))

    async def write(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Change something, in one transaction, which is safe on the disk when this returns."""
        with in_words(self._address):
            return await self._runner.write(lambda c: work(c, *args, **kwargs))

    # ---- tables ----

    async def commit(self, changes: Sequence[Change]) -> frozenset[str]:
        """Write changes in one transaction: all of them are on the disk when this returns, or none.

        Returns the tables that another node has taken, or that are gone: of those nothing is written. A Clash
        names the tables whose version numbers (or record) exist already; then nothing at all was written.
        """
        if not changes:
            return frozenset()
        with in_words(self._address):
            if (batch := self._batch_of(changes)) is not None and await self._runner.append(batch):
                return frozenset()
            try:
                return await self._runner.write(lambda c: writing.commit(c, self.node, changes))
            except IntegrityError:
                raise Clash(await self.read(reading.written, changes)) from None

    def submit(self, changes: Sequence[Change], answered: Answered) -> bool:
        """Hand changes to the log writer process, without waiting for the event loop.

        False: there is none, or it can't write these. Then, and if it answers False, use `commit`.
        """
        batch = self._batch_of(changes)
        return batch is not None and self._runner.submit(batch, answered)

    def _batch_of(self, changes: Sequence[Change]) -> Batch | None:
        return writing.batch_of(changes, self.node) if self._runner.quick else None

    log = _reads(reading.entries)
    loaded = _reads(reading.loaded)
    search = _reads(reading.search)
    listed = _reads(reading.listed)
    listing = _reads(reading.listing)
    running = _reads(reading.running)
    known = _reads(reading.is_known)
    buried = _reads(pruning.is_buried)

    # ---- records, and what bots have said of their games ----

    record = _reads(reading.record)
    records = _reads(reading.summaries)
    kept = _reads(reading.kept)
    keep = _writes(people.keep)
    add_bot_log = _writes(bot_logs.add)
    bot_log = _reads(bot_logs.of_game)

    async def export(self) -> AsyncIterator[Record]:
        """All records, the oldest first, a few in memory at a time."""
        async for text in self.export_json():
            yield Record.from_json(json.loads(text))

    async def export_json(self) -> AsyncIterator[str]:
        """The same, each as a line of JSON."""
        after: tuple[float, str] | None = None
        while page := await self.read(reading.page, after):
            for _, _, text in page:
                yield text
            after = page[-1][:2]

    # ---- pruning: each call is one short transaction, to be repeated until it finds nothing ----

    fold = _writes(pruning.fold)
    drop_records = _writes(pruning.drop_records)
    drop_bot_logs = _writes(bot_logs.drop)
    oldest_of = _reads(pruning.oldest_of)
    size = _reads(pruning.size)

    async def shrink(self, pages: int) -> bool:
        """Give free pages of the file back to the file system; False where that is not possible like this."""
        with in_words(self._address):
            return await self._runner.shrink(pages)

    async def vacuum(self) -> None:
        """Write the database anew, as small as it can be. Everything else has to wait for it."""
        with in_words(self._address):
            await self._runner.vacuum()

    async def prunable(self, logs: float, records: float | None, said_by_bots: float = -math.inf) -> Pruned:
        """What there is to fold and to drop."""
        found = await self.read(pruning.foldable, logs)
        if said_by_bots > 0:
            found += Pruned(bot_logs=await self.read(bot_logs.droppable, said_by_bots))
        return found if records is None else found + await self.read(pruning.droppable, records)

    # ---- names and administration ----

    owner_of = _reads(people.owner_of)
    account = _reads(people.account_of)
    names_of = _reads(people.names_of)
    claim = _writes(people.claim)
    give = _writes(people.give)
    sanctions = _reads(moderation.in_force)
    reserved_names = _reads(moderation.reserved)
    report = _writes(moderation.report)

    async def administer(self, work: Callable[[Connection], T], line: AuditLine) -> T:
        """Do the work and write the audit line, in one transaction."""

        def both(connection: Connection) -> T:
            done = work(connection)
            moderation.note(connection, line)
            return done

        return await self.write(both)

    async def rename(self, who: renaming.Renaming, line: AuditLine) -> tuple[int, int, int]:
        """Rename or erase a person everywhere. Returns how many records and logs there were, and how many
        logs of unfinished tables, where the seat keeps the old name."""
        await self.administer(lambda c: renaming.rename_person(c, who), line)
        changed = unfinished = 0
        numbers = await self.read(renaming.logs_of, who)
        while found := await self.read(renaming.records_of, who, 20):
            for table in found:
                await self.write(renaming.rename_record, table, who)
                changed += 1
        for number in numbers:
            unfinished += not await self.write(renaming.rename_log, number, who)
        return changed, len(numbers), unfinished

    # ---- scores and ratings ----

    count = _writes(people.count)
    scoreboard = _reads(reading.scoreboard)
    standings = _reads(reading.standing)
    history = _reads(reading.history)
    rivals = _reads(reading.rivals)
    rating = _reads(reading.rating)

    # ---- nodes ----

    beat = _writes(leases.beat)
    dead = _reads(leases.dead)
    take = _writes(leases.take)
    take_over = _writes(leases.take_over)
    owner = _reads(leases.owner)
    release = _writes(leases.release)


def _ping(connection: Connection) -> None:
    connection.execute(select(1))


async def _taken(lock: FileLock, wait: float) -> None:
    until = time.monotonic() + wait
    while True:
        try:
            return lock.take()
        except StorageTrouble:
            if time.monotonic() >= until:
                raise
        await asyncio.sleep(0.01)


async def _nobody_writes(file: Path, lock: FileLock) -> None:
    """Wait for the log writer of a server that was killed: it may still write its last batch."""
    if not await asyncio.to_thread(batches.wait_until_free, file):
        lock.release()
        raise StorageTrouble(f"{file} is still written to by what is left of another server; try again")
