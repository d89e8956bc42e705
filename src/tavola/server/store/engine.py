"""Runners: they run work on the database. Work is a function over a SQLAlchemy connection, the same for both.

PostgreSQL is used over asyncpg, in the event loop. SQLite blocks, so its work runs in threads: a whole piece
of work at a time, for to hand over each statement would cost the event loop a millisecond a transaction.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from tavola.core.errors import BadOption
from tavola.server.store.address import Address
from tavola.server.store.trouble import StorageTrouble, brief
from tavola.server.table_log.appending import Batch, append
from tavola.server.table_log.batches import BUSY, PRAGMAS
from tavola.server.table_log.log_writer import Answered, LogWriter
from tavola.server.table_log.supervisor import State, Supervisor
from tavola.server.telemetry.metrics import Metrics

log = logging.getLogger(__name__)
CONNECT = 10.0  # seconds to wait for PostgreSQL
COMMAND = 30.0  # seconds any one statement may take there
CONNECTIONS = 8
SERVER = "tavola"  # a server's name to PostgreSQL
READERS = 3
CHECKPOINT = 0.5  # seconds between two checkpoints of an SQLite file that is being written to
MAGIC = b"SQLite format 3\0"  # what every SQLite file begins with, once something is in it
INCREMENTAL = 2  # SQLite's auto_vacuum mode in which incremental_vacuum gives free pages back
WRITES = "tavola_writes"  # the execution option of a transaction that writes

T = TypeVar("T")
Work = Callable[[Connection], T]


class Session:
    """One transaction, for several pieces of work."""

    def __init__(self, run: Callable[[Work[Any]], Awaitable[Any]]) -> None:
        self._run = run

    async def run(self, work: Work[T]) -> T:
        done: T = await self._run(work)
        return done


class Runner(Protocol):
    """Does work on the database without blocking the event loop."""

    async def read(self, work: Work[T]) -> T: ...

    async def write(self, work: Work[T]) -> T:
        """In one transaction, which is safe on the disk when this returns."""

    def session(self, *, writes: bool) -> AbstractAsyncContextManager[Session]:
        """A transaction that lasts: of one snapshot, if it only reads. It is undone by an exception."""

    # ---- for SQLite; PostgreSQL does not need it ----

    quick: bool = False  # is `append` quicker than `write`?

    async def append(self, _batch: Batch) -> bool:
        """All of it in one transaction; False if nothing was written this way."""
        return False

    def submit(self, _batch: Batch, _answered: Answered) -> bool:
        """As `append`, by the log writer process; False if there is none."""
        return False

    async def start_log_writer(self, metrics: Metrics | None = None) -> None:
        """Start the log writer process for `append`, if that helps here."""

    @property
    def log_writer_state(self) -> State | None:
        """The state of the log writer; None: there is none."""
        return None

    async def shrink(self, _pages: int) -> bool:
        """Give so many free pages back to the file system.

        False: the database does so by itself, or the file was made by a version without auto_vacuum.
        """
        return False

    async def vacuum(self) -> None:
        """Write the whole database anew, without free pages. Everything else has to wait meanwhile."""

    async def probe(self) -> None:
        """Do a write that changes nothing; raises the driver's error if that fails."""

    async def close(self) -> None: ...


def make_runner(address: Address, idle: float | None = None, client: str = SERVER) -> Runner:
    """`idle`: seconds a transaction may be idle before PostgreSQL ends it. `client`: our name there."""
    return OnPostgreSQL(address, idle, client) if address.file is None else OnSQLite(address)


class OnPostgreSQL(Runner):
    def __init__(self, address: Address, idle: float | None = None, client: str = SERVER) -> None:
        self._engine = create_async_engine(
            address.url,
            hide_parameters=True,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=COMMAND,
            connect_args={
                "timeout": CONNECT,
                "command_timeout": COMMAND,
                "server_settings": {
                    "application_name": client,
                    "synchronous_commit": "on",  # whatever the database's default is
                    "default_transaction_isolation": "read committed",
                    "idle_in_transaction_session_timeout": str(int(1000 * (idle or 0.0))),  # 0: for ever
                },
            },
        )

    async def read(self, work: Work[T]) -> T:
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    @asynccontextmanager
    async def session(self, *, writes: bool) -> AsyncIterator[Session]:
        async with self._engine.connect() as connection:
            if not writes:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            async with connection.begin():
                yield Session(connection.run_sync)

    async def start_log_writer(self, metrics: Metrics | None = None) -> None:
        """Not needed: the database is another process already."""

    async def vacuum(self) -> None:
        async with self._engine.connect() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            await connection.exec_driver_sql("VACUUM")

    async def probe(self) -> None:
        await self.write(lambda connection: connection.exec_driver_sql("SELECT txid_current()"))

    async def close(self) -> None:
        await self._engine.dispose()


class OnSQLite(Runner):
    """One thread writes, on a connection it keeps; a few read. In WAL mode neither waits for the other."""

    quick = True

    def __init__(self, address: Address) -> None:
        assert address.file is not None
        self._file = address.file
        self._engine = create_engine(
            address.url,
            hide_parameters=True,
            pool_size=READERS + 1,
            max_overflow=0,
            # The driver must not begin transactions by itself: it would do so too late, after the first read.
            connect_args={"timeout": BUSY, "isolation_level": None},
        )
        event.listen(self._engine, "connect", set_up)
        event.listen(self._engine, "begin", begin)
        self._writing = ThreadPoolExecutor(1, "tavola-writes")
        self._reading = ThreadPoolExecutor(READERS, "tavola-reads")
        self._writer: Connection | None = None
        self._supervisor: Supervisor | None = None
        self._count: Callable[[str], None] = lambda _: None  # of faults, from any thread
        self._checkpointed = True
        self._checkpoint_at = 0.0

    async def read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._read, work)

    async def write(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writing, self._write, work)

    @asynccontextmanager
    async def session(self, *, writes: bool) -> AsyncIterator[Session]:
        thread = self._writing if writes else self._reading
        loop = asyncio.get_running_loop()
        connection = self._engine.connect().execution_options(**{WRITES: writes})
        session = Session(lambda work: loop.run_in_executor(thread, work, connection))
        transaction = await session.run(lambda connection: connection.begin())
        try:
            yield session
            await session.run(lambda _: transaction.commit())
        finally:
            await session.run(lambda connection: connection.close())  # and undo what was not committed

    async def append(self, batch: Batch) -> bool:
        if (log_writer := self._log_writer) is None or not log_writer.running:
            return await asyncio.get_running_loop().run_in_executor(self._writing, self._append, batch)
        self._checkpoint_soon()
        return await log_writer.append(batch)

    def submit(self, batch: Batch, answered: Answered) -> bool:
        if (log_writer := self._log_writer) is None or not log_writer.running:
            return False
        self._checkpoint_soon()
        return log_writer.submit(batch, answered)

    async def start_log_writer(self, metrics: Metrics | None = None) -> None:
        if metrics is not None:
            loop = asyncio.get_running_loop()
            self._count = lambda where: _on(loop, lambda: metrics.faults.add(where))
        self._supervisor = Supervisor(lambda: LogWriter.start(self._file, self._not_written), metrics)
        await self._supervisor.start()

    @property
    def _log_writer(self) -> LogWriter | None:
        return None if self._supervisor is None else self._supervisor.child

    @property
    def log_writer_state(self) -> State | None:
        return None if self._supervisor is None else self._supervisor.state

    async def shrink(self, pages: int) -> bool:
        return await asyncio.get_running_loop().run_in_executor(self._writing, self._shrink, pages)

    async def vacuum(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._writing, self._vacuum)

    async def probe(self) -> None:
        # Rewrites the header with the value it has already: one page of the WAL, and a sync.
        await self.write(lambda connection: connection.exec_driver_sql("PRAGMA user_version = 0"))

    async def close(self) -> None:
        if self._supervisor is not None:
            await self._supervisor.close()
        await asyncio.get_running_loop().run_in_executor(None, self._close)

    def _read(self, work: Work[T]) -> T:
        with self._engine.connect() as connection:
            return work(connection)

    def _write(self, work: Work[T]) -> T:
        writer = self._the_writer()
        with writer.begin():
            done = work(writer)
        self._checkpoint_soon()
        return done

    def _append(self, batch: Batch) -> bool:
        driver: Any = self._the_writer().connection.driver_connection
        try:
            done = append(driver, batch)
        except sqlite3.Error as error:
            self._not_written(str(error))
            return False
        self._checkpoint_soon()
        return done

    def _shrink(self, pages: int) -> bool:
        driver: Any = self._the_writer().connection.driver_connection
        if driver.execute("PRAGMA auto_vacuum").fetchone() != (INCREMENTAL,):
            return False
        driver.executescript(f"PRAGMA incremental_vacuum({pages})")  # `execute` would stop after one page
        self._checkpoint_soon()
        return True

    def _vacuum(self) -> None:
        driver: Any = self._the_writer().connection.driver_connection
        driver.execute(f"PRAGMA auto_vacuum={INCREMENTAL}")
        driver.execute("VACUUM")
        driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _not_written(self, why: str) -> None:
        """Count and log it. The journal tries once more with `commit`, and logs it if that fails too."""
        self._fault("append", f"a batch was not written at the first attempt: {why}")

    def _fault(self, where: str, says: str) -> None:
        log.error("%s", says)
        self._count(where)

    def _the_writer(self) -> Connection:
        if self._writer is None:
            self._writer = self._engine.connect().execution_options(**{WRITES: True})
        return self._writer

    def _checkpoint_soon(self) -> None:
        if time.monotonic() > self._checkpoint_at:
            self._checkpoint_at = time.monotonic() + CHECKPOINT
            self._reading.submit(self._checkpoint)

    def _checkpoint(self) -> None:
        """Checkpoint the WAL into the file from a thread that reads, so that no commit has to wait for it."""
        try:
            with closing(self._engine.raw_connection()) as connection:
                cursor = connection.cursor()  # below SQLAlchemy, which would begin a transaction
                cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
                cursor.close()
                self._checkpointed = True
        except (SQLAlchemyError, sqlite3.Error) as error:
            if self._checkpointed:  # log it once: it is tried again and again
                self._fault("checkpoint", f"the WAL could not be brought into the file: {brief(error)}")
            self._checkpointed = False

    def _close(self) -> None:
        """Close, after the work that was submitted before."""
        self._writing.shutdown()
        self._reading.shutdown()
        if self._writer is not None:
            self._writer.close()
        self._engine.dispose()


def _on(loop: asyncio.AbstractEventLoop, work: Callable[[], None]) -> None:
    with suppress(RuntimeError):  # the loop is closed
        loop.call_soon_threadsafe(work)


def set_up(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    del entry
    cursor: Any = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def begin(connection: Connection) -> None:
    """Writers take the write lock at once: a reader that turns writer may be refused half way."""
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def prepare_file(file: Path, *, and_folder: bool = False) -> None:
    """Make the file, if there is none, readable by this user only; with `and_folder` its folder too.

    A folder from the command line is not made: if it is not there, it is more likely mistyped.
    """
    if not and_folder and not file.parent.exists():
        raise BadOption(f"there is no folder {file.parent}; make it first, or give another file (--storage)")
    try:
        if and_folder:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        if file.is_file() and not file.stat().st_size:
            _can_shrink(file)
    except OSError as error:
        raise StorageTrouble(f"can't make {file}: {error.strerror}; give another file (--storage)") from None
    check_file(file)
    if sys.platform != "win32" and not os.access(file, os.W_OK):
        raise StorageTrouble(f"{file} can't be written by this user; give another file (--storage)")


def _can_shrink(file: Path) -> None:
    """Let a new file give free pages back. This has to be set before anything else is in it."""
    with closing(sqlite3.connect(file, isolation_level=None)) as driver, suppress(sqlite3.Error):
        driver.execute(f"PRAGMA auto_vacuum={INCREMENTAL}")
        driver.execute("PRAGMA journal_mode=WAL")  # which writes the header


def check_kind(file: Path) -> None:
    """Refuse a file that is no SQLite database, before a lock or a WAL is put beside it.

    Not for a file that this process has open already; see `check_file`.
    """
    try:
        with file.open("rb") as opened:
            begins = opened.read(len(MAGIC))
    except OSError as error:
        raise StorageTrouble(f"can't read {file}: {error.strerror}; give another file (--storage)") from None
    if begins not in (b"", MAGIC):
        raise StorageTrouble(
            f"{file} is no SQLite database, and is left as it is; give another file (--storage)"
        )


def check_file(file: Path) -> None:
    """Refuse what can't be opened as a database, without opening it.

    Closing any descriptor of a file drops the POSIX locks that SQLite may hold on it in this process.
    """
    if not file.exists():
        raise StorageTrouble(f"there is no database {file}")
    if not file.is_file():
        raise StorageTrouble(f"{file} is not a file; give a file to keep the tables in (--storage)")
    if sys.platform != "win32" and not os.access(file, os.R_OK):
        raise StorageTrouble(f"{file} can't be read by this user")
