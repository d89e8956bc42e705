"""How work gets to the database: work is a plain function over a SQLAlchemy connection, the same for both.

PostgreSQL is asked over asyncpg, in the event loop. SQLite has no socket to wait for, so whole pieces of work
go to a thread and back, once each; a driver that sends every statement through a thread of its own costs
the loop a millisecond a transaction.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from tavola.core.errors import BadOption
from tavola.server.store.address import Address
from tavola.server.store.trouble import StorageTrouble
from tavola.server.table_log.appending import Row, append
from tavola.server.table_log.batches import BUSY, PRAGMAS
from tavola.server.table_log.log_writer import Answered, LogWriter

CONNECT = 10.0  # seconds to wait for PostgreSQL
COMMAND = 30.0  # seconds any one statement may take there
CONNECTIONS = 8
READERS = 3
TIDY = 0.5  # seconds between two tidyings of an SQLite file being written to
MAGIC = b"SQLite format 3\0"  # what every SQLite file begins with, once something is in it
WRITES = "tavola_writes"  # the execution option that makes a transaction one that writes

T = TypeVar("T")
Work = Callable[[Connection], T]


class Runner(Protocol):
    """Does work on the database without keeping the event loop waiting."""

    async def read(self, work: Work[T]) -> T: ...

    async def write(self, work: Work[T]) -> T:
        """In one transaction, which is safe on the disk when this returns."""

    async def append(self, rows: Sequence[Row]) -> bool:
        """Entries of tables that are there, in one transaction; False if nothing was written this way."""

    def submit(self, rows: Sequence[Row], answered: Answered) -> bool:
        """What `append` does, by the log writer process: False if there is none."""

    async def start_log_writer(self) -> None:
        """Have another process do what `append` does, if that helps here."""

    async def close(self) -> None: ...


def make_runner(address: Address, idle: float | None = None) -> Runner:
    """`idle`: how many seconds a transaction may stand still before PostgreSQL ends it."""
    return OnPostgreSQL(address, idle) if address.file is None else OnSQLite(address)


class OnPostgreSQL:
    def __init__(self, address: Address, idle: float | None = None) -> None:
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
                    "application_name": "tavola",
                    "synchronous_commit": "on",  # whatever the database was told to do by default
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

    async def append(self, rows: Sequence[Row]) -> bool:  # noqa: ARG002 - there is no quicker way than `write`
        return False

    def submit(self, rows: Sequence[Row], answered: Answered) -> bool:  # noqa: ARG002
        return False

    async def start_log_writer(self) -> None:
        """The database is another process already."""

    async def close(self) -> None:
        await self._engine.dispose()


class OnSQLite:
    """One thread writes, on a connection it keeps; a few read. In WAL mode neither waits for the other."""

    def __init__(self, address: Address) -> None:
        assert address.file is not None
        self._file = address.file
        self._engine = create_engine(
            address.url,
            hide_parameters=True,
            pool_size=READERS + 1,
            max_overflow=0,
            # The driver begins nothing by itself: it would do so too late, after the first reading.
            connect_args={"timeout": BUSY, "isolation_level": None},
        )
        event.listen(self._engine, "connect", set_up)
        event.listen(self._engine, "begin", begin)
        self._writing = ThreadPoolExecutor(1, "tavola-writes")
        self._reading = ThreadPoolExecutor(READERS, "tavola-reads")
        self._writer: Connection | None = None
        self._log_writer: LogWriter | None = None
        self._tidy_at = 0.0

    async def read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._read, work)

    async def write(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writing, self._write, work)

    async def append(self, rows: Sequence[Row]) -> bool:
        if (log_writer := self._log_writer) is None or not log_writer.running:
            return await asyncio.get_running_loop().run_in_executor(self._writing, self._append, rows)
        self._tidy_now_and_then()
        return await log_writer.append(rows)

    def submit(self, rows: Sequence[Row], answered: Answered) -> bool:
        if (log_writer := self._log_writer) is None or not log_writer.running:
            return False
        self._tidy_now_and_then()
        return log_writer.submit(rows, answered)

    async def start_log_writer(self) -> None:
        self._log_writer = await LogWriter.start(self._file)

    async def close(self) -> None:
        if self._log_writer is not None:
            await self._log_writer.close()
        await asyncio.get_running_loop().run_in_executor(None, self._close)

    def _read(self, work: Work[T]) -> T:
        with self._engine.connect() as connection:
            return work(connection)

    def _write(self, work: Work[T]) -> T:
        writer = self._the_writer()
        with writer.begin():
            done = work(writer)
        self._tidy_now_and_then()
        return done

    def _append(self, rows: Sequence[Row]) -> bool:
        driver: Any = self._the_writer().connection.driver_connection
        done = append(driver, rows)
        self._tidy_now_and_then()
        return done

    def _the_writer(self) -> Connection:
        if self._writer is None:
            self._writer = self._engine.connect().execution_options(**{WRITES: True})
        return self._writer

    def _tidy_now_and_then(self) -> None:
        if time.monotonic() > self._tidy_at:
            self._tidy_at = time.monotonic() + TIDY
            self._reading.submit(self._tidy)

    def _tidy(self) -> None:
        """Bring what was committed from the WAL into the file, so that no writer need stop for it."""
        with suppress(SQLAlchemyError, sqlite3.Error), closing(self._engine.raw_connection()) as connection:
            cursor = connection.cursor()  # below SQLAlchemy, which would begin a transaction
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
            cursor.close()

    def _close(self) -> None:
        """What was asked for before is still done."""
        self._writing.shutdown()
        self._reading.shutdown()
        if self._writer is not None:
            self._writer.close()
        self._engine.dispose()


def set_up(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    del entry
    cursor: Any = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def begin(connection: Connection) -> None:
    """Whoever will write says so at once; asking later could be refused in the middle."""
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def prepare_file(file: Path, *, and_folder: bool = False) -> None:
    """The file, and its folder if that is ours to make, for this user's eyes only if they are new.

    A folder somebody typed and that is not there is more often a slip than a wish.
    """
    if not and_folder and not file.parent.exists():
        raise BadOption(f"there is no folder {file.parent}; make it first, or give another file (--storage)")
    try:
        if and_folder:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise StorageTrouble(f"can't make {file}: {error.strerror}; give another file (--storage)") from None
    check_file(file)
    if sys.platform != "win32" and not os.access(file, os.W_OK):
        raise StorageTrouble(f"{file} can't be written by this user; give another file (--storage)")


def check_kind(file: Path) -> None:
    """A file that is something else, before anything is put beside it.

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
    """An existing database, before it is opened: by its name alone.

    Opening and closing it here would drop the locks that SQLite holds on it in this process.
    """
    if not file.exists():
        raise StorageTrouble(f"there is no database {file}")
    if not file.is_file():
        raise StorageTrouble(f"{file} is not a file; give a file to keep the tables in (--storage)")
    if sys.platform != "win32" and not os.access(file, os.R_OK):
        raise StorageTrouble(f"{file} can't be read by this user")
