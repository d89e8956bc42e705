"""The store: one object for all that is kept."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from tavola.core.record import Record
from tavola.server.child_process import State
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
from tavola.server.store.values import (
    Account,
    Change,
    Info,
    LadderGame,
    Listing,
    Loaded,
    Pruned,
    Rival,
    Score,
    Size,
    Standing,
    Status,
    Summary,
)
from tavola.server.table_log import batches
from tavola.server.table_log.log_writer import Answered
from tavola.server.telemetry.metrics import Metrics
from tavola.table.messages import LogLine
from tavola.tournaments.ratings import Rating

T = TypeVar("T")


class Store:
    """A database, opened. Made by `open`; safe to use from many tasks of one event loop."""

    def __init__(self, address: addresses.Address, runner: Runner, lock: FileLock | None, node: str) -> None:
        self._address = address
        self.shown = address.shown  # where it is, for people: without the password
        self.node = node
        self.found_schema: str | None = None  # which the database had before it was brought up to date
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

        `reading`: beside a server that has the file, and nothing must be written. `beside`: the same, but to
        prune. `idle`: PostgreSQL ends a transaction in which nothing happens for so many seconds. `client`:
        what we are called there. `wait`: how many seconds to wait for a server that has the file.
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
        """Have moves written by another process, where that is quicker and can be had."""
        await self._runner.start_log_writer(metrics)

    @property
    def log_writer_state(self) -> State | None:
        """How that process is; None: there is none."""
        return self._runner.log_writer_state

    async def close(self) -> None:
        """Let go of the database. What was committed is there."""
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
        await self._read(lambda connection: connection.execute(select(1)).scalar())

    async def probe(self) -> None:
        """Can it be written to, and synced? A StorageTrouble if not. Nothing is changed."""
        with in_words(self._address):
            await self._runner.probe()

    async def info(self) -> Info:
        """What is in it, in numbers."""
        counts = await self._read(reading.counts)
        schema = await self._read(migrate.version)
        size = await self.size()
        return Info(storage=self.shown, schema=schema or "", **counts, bytes=size.bytes, free=size.free)

    # ---- tables ----

    async def commit(self, changes: Sequence[Change]) -> frozenset[str]:
        """Write changes in one transaction: all of them are on the disk when this returns, or none.

        Returns the tables that are somebody else's by now: of those nothing is written. A Clash names the
        tables whose version numbers (or record) are taken; then nothing at all was written.
        """
        if not changes:
            return frozenset()
        with in_words(self._address):
            if (rows := writing.rows_of(changes)) and await self._runner.append(rows):
                return frozenset()
            try:
                return await self._runner.write(lambda c: writing.commit(c, self.node, changes))
            except IntegrityError:
                raise Clash(await self._read(lambda c: reading.written(c, changes))) from None

    def submit(self, changes: Sequence[Change], answered: Answered) -> bool:
        """Hand changes that are only moves to the log writer process, without waiting for the event loop.

        False: there is none, or they are more than moves. Then, and if it answers False, use `commit`.
        """
        rows = writing.rows_of(changes)
        return rows is not None and self._runner.submit(rows, answered)

    async def log(self, table: str) -> list[bytes]:
        """All entries of a table, in order."""
        return await self._read(lambda c: reading.entries(c, table))

    async def loaded(self, table: str) -> Loaded | None:
        """What a table is rebuilt from, and under which fence; None if there is no such table."""
        return await self._read(lambda c: reading.loaded(c, table))

    async def search(self, table: str, parts: Sequence[bytes]) -> tuple[int, list[tuple[int, bytes]]]:
        """The entries of a table that have one of these in their bytes, by version; and how many there are
        in all."""
        return await self._read(lambda c: reading.search(c, table, parts))

    async def listed(
        self,
        *,
        game: str | None = None,
        status: Status | None = None,
        public: bool | None = True,
        limit: int = 100,
    ) -> list[Listing]:
        """Tables, the one where something happened last first; public=None: private ones too, and those that
        everybody has left."""
        return await self._read(lambda c: reading.listed(c, game, status, public, limit))

    async def listing(self, table: str) -> Listing | None:
        return await self._read(lambda c: reading.listing(c, table))

    async def running(self, *, node: str | None = None) -> list[str]:
        """Tables that wait for players or are in play, the oldest first; of one node if it is given."""
        return await self._read(lambda c: reading.running(c, node))

    # ---- records ----

    async def record(self, table: str) -> Record | None:
        """The record of a finished game."""
        return await self._read(lambda c: reading.record(c, table))

    async def records(
        self,
        *,
        game: str | None = None,
        name: str | None = None,
        before: float | None = None,
        beyond: str | None = None,
        limit: int = 50,
        public: bool = False,
    ) -> list[Summary]:
        """Finished games, the latest first; only those of public tables if so wished. The next page: `before`
        and `beyond`, the last one's time and table (the time alone would skip games that ended in the same
        moment).
        """
        return await self._read(lambda c: reading.summaries(c, game, name, before, beyond, limit, public))

    async def export(self) -> AsyncIterator[Record]:
        """All records, the oldest first, a few in memory at a time."""
        async for text in self.export_json():
            yield Record.from_json(json.loads(text))

    async def export_json(self) -> AsyncIterator[str]:
        """The same, each as a line of JSON."""
        after: tuple[float, str] | None = None
        while page := await self._read(lambda c: reading.page(c, after)):  # noqa: B023 - it is awaited here
            for _, _, text in page:
                yield text
            after = page[-1][:2]

    # ---- pruning: each call is one short transaction, to be repeated until it finds nothing ----

    async def fold(self, before: float) -> Pruned:
        """Delete logs of tables that ended before a time. Their records stay."""
        return await self._write(lambda c: pruning.fold(c, before))

    async def drop_records(self, before: float | None) -> Pruned:
        """Delete records of folded tables from before a time, or just the oldest."""
        return await self._write(lambda c: pruning.drop_records(c, before))

    async def drop_bot_logs(self, before: float | None) -> Pruned:
        """Some of what bots have said before a time; None: the oldest."""
        return await self._write(lambda c: bot_logs.drop(c, before))

    async def shrink(self, pages: int) -> bool:
        """Give free pages of the file back to the file system; False where that is not possible like this."""
        with in_words(self._address):
            return await self._runner.shrink(pages)

    async def vacuum(self) -> None:
        """Write the database anew, as small as it can be. Everybody else has to wait for it."""
        with in_words(self._address):
            await self._runner.vacuum()

    async def prunable(self, logs: float, records: float | None, said_by_bots: float = -math.inf) -> Pruned:
        """What there is to fold and to drop."""
        folds = await self._read(lambda c: pruning.foldable(c, logs))
        if said_by_bots > 0:
            folds += Pruned(bot_logs=await self._read(lambda c: bot_logs.droppable(c, said_by_bots)))
        return folds if records is None else folds + await self._read(lambda c: pruning.droppable(c, records))

    async def oldest_of(self, size: int) -> Pruned:
        """How many of the oldest records are so many bytes, roughly."""
        return await self._read(lambda c: pruning.oldest_of(c, size))

    async def size(self) -> Size:
        """How large the database is."""
        return await self._read(pruning.size)

    async def buried(self, table: str) -> bool:
        """Was there such a table once, of which nothing is left?"""
        return await self._read(lambda c: pruning.is_buried(c, table))

    # ---- names ----

    async def owner_of(self, name: str) -> str | None:
        """The holder of a claimed name."""
        return await self._read(lambda c: people.owner_of(c, name))

    async def claim(self, name: str, holder: str, bot: bool = False) -> bool:
        """The name is the holder's from now on, perhaps for a bot; False if it is somebody else's."""
        return await self._write(lambda c: people.claim(c, name, holder, bot))

    async def account(self, name: str) -> Account | None:
        """Whose a name is, and is it a bot's? None: nobody's."""
        return await self._read(lambda c: people.account_of(c, name))

    async def give(self, name: str, holder: str) -> None:
        """The name is the holder's from now on, whoever had it: for whoever runs the house."""
        await self._write(lambda c: people.give(c, name, holder))

    async def names_of(self, holder: str) -> list[str]:
        return await self._read(lambda c: people.names_of(c, holder))

    # ---- administration ----

    async def sanctions(self) -> list[moderation.Sanction]:
        """Bans and mutes in force."""
        return await self._read(lambda c: moderation.in_force(c, time.time()))

    async def reserved_names(self) -> list[str]:
        return await self._read(moderation.reserved)

    async def report(self, one: moderation.Report) -> bool:
        """Keep a complaint; False if there are too many nobody has looked at."""
        return await self._write(lambda c: moderation.report(c, one))

    async def add_bot_log(self, table: str, holder: str, lines: Sequence[LogLine]) -> bool:
        """What a bot says of its game; False if it has said too much of it already."""
        return await self._write(lambda c: bot_logs.add(c, table, holder, lines, time.time()))

    async def bot_log(self, table: str, holder: str) -> list[LogLine]:
        """What the bot of this holder has said of a game."""
        return await self._read(lambda c: bot_logs.of_game(c, table, holder))

    async def administer(self, work: Callable[[Connection], T], line: moderation.AuditLine) -> T:
        """Do it and note who did, in one transaction."""

        def both(connection: Connection) -> T:
            done = work(connection)
            moderation.note(connection, line)
            return done

        return await self._write(both)

    async def rename(self, who: renaming.Renaming, line: moderation.AuditLine) -> tuple[int, int, int]:
        """Rename or erase a person everywhere: how many records and logs, and how many of unfinished tables
        where his seat keeps the name."""
        await self.administer(lambda c: renaming.rename_person(c, who), line)
        changed = unfinished = 0
        numbers = await self._read(lambda c: renaming.logs_of(c, who))
        while found := await self._read(lambda c: renaming.records_of(c, who, 20)):
            for table in found:
                await self._write(lambda c: renaming.rename_record(c, table, who))  # noqa: B023
                changed += 1
        for number in numbers:
            done = await self._write(lambda c: renaming.rename_log(c, number, who))  # noqa: B023
            unfinished += not done
        return changed, len(numbers), unfinished

    async def ask(self, work: Callable[[Connection], T]) -> T:
        """For an administrator: a question of his own."""
        return await self._read(work)

    # ---- scores ----

    async def count(
        self, environment: str, changes: Mapping[str, tuple[int, int]], record: Record | None, at: float
    ) -> None:
        """Add to the scoreboard of an environment: name -> (score, games). Keeps the record, under the
        table its tag "Table" names."""
        await self._write(lambda c: people.count(c, environment, changes, record, at))

    async def keep(self, records: Sequence[Record], at: float) -> None:
        """The records of several games of a service, each under the table its tag "Table" names."""
        await self._write(lambda c: people.keep(c, records, at))

    async def kept(self, prefix: str) -> list[Record]:
        """The records of tables whose names begin so."""
        return await self._read(lambda c: reading.kept(c, prefix))

    async def scoreboard(self, environment: str, limit: int = 100) -> list[Score]:
        """(name, score, games): most points first, then fewest games, then by name."""
        return await self._read(lambda c: reading.scoreboard(c, environment, limit))

    async def standings(
        self, game: str, limit: int = 100, *, by_rating: bool = False, accounts: bool = False
    ) -> list[Standing]:
        """(name, games, wins, bot, mu, sigma) of rated tables: most wins first, then fewest games, then by
        name; or the highest rating (mu less three sigma) first. `accounts`: bots with claimed names only."""
        return await self._read(lambda c: reading.standing(c, game, limit, by_rating, accounts))

    async def history(self, game: str, name: str, limit: int = 100) -> list[LadderGame]:
        """The rated games of a name with the rating after each, the latest first."""
        return await self._read(lambda c: reading.history(c, game, name, limit))

    async def rivals(self, game: str, name: str, limit: int = 100) -> list[Rival]:
        """Whom a name has met in rated games, the most often first."""
        return await self._read(lambda c: reading.rivals(c, game, name, limit))

    async def rating(self, game: str, name: str) -> Rating:
        """Of a person or a bot with a claimed name; a newcomer's before his first game."""
        return await self._read(lambda c: reading.rating(c, game, name))

    # ---- nodes ----

    async def beat(self, node: str, seconds: float) -> bool:
        """The node lives for so many seconds more. False: its lease had run out (or is its first), and its
        tables may be somebody else's."""
        return await self._write(lambda c: leases.beat(c, node, seconds))

    async def dead(self) -> list[str]:
        """Nodes whose lease ran out and whose tables nobody took over yet."""
        return await self._read(leases.dead)

    async def take(self, table: str, node: str) -> int | None:
        """Become the owner of a table nobody else alive owns: its new fence. None: somebody has it, or there
        is no such table. One's own table may be taken again, as after a restart."""
        return await self._write(lambda c: leases.take(c, table, node))

    async def take_over(self, dead_node: str, node: str) -> list[tuple[str, int]]:
        """Become the owner of all running tables of a dead node: (table, fence). Nothing if it lives."""
        return await self._write(lambda c: leases.take_over(c, dead_node, node))

    async def owner(self, table: str) -> tuple[str, int] | None:
        """(node, fence) of a table."""
        return await self._read(lambda c: leases.owner(c, table))

    async def release(self, node: str) -> None:
        """The node goes: its lease ends at once."""
        await self._write(lambda c: leases.release(c, node))

    # ---- how ----

    async def _read(self, work: Callable[[Connection], T]) -> T:
        with in_words(self._address):
            return await self._runner.read(work)

    async def _write(self, work: Callable[[Connection], T]) -> T:
        with in_words(self._address):
            return await self._runner.write(work)


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
