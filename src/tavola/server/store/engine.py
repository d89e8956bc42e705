"""An engine for an address: how its connections are set up, and how its transactions begin."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from tavola.server.store.address import Address
from tavola.server.store.trouble import StorageTrouble

BUSY = 10.0  # seconds to wait for whoever holds an SQLite file, e.g. an export ending
CONNECT = 10.0  # seconds to wait for PostgreSQL
COMMAND = 30.0  # seconds any one statement may take there
CONNECTIONS = 8
WRITES = "tavola_writes"  # the execution option that makes a transaction one that writes

PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # a commit is on the disk when it returns
    "PRAGMA foreign_keys=ON",
)


def make_engine(address: Address) -> AsyncEngine:
    return _postgresql(address) if address.file is None else _sqlite(address)


def _postgresql(address: Address) -> AsyncEngine:
    return create_async_engine(
        address.url,
        hide_parameters=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=COMMAND,
        connect_args={
            "timeout": CONNECT,
            "command_timeout": COMMAND,
            "server_settings": {"application_name": "tavola", "synchronous_commit": "on"},
        },
    )


def _sqlite(address: Address) -> AsyncEngine:
    engine = create_async_engine(
        address.url,
        hide_parameters=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=COMMAND,
        # The driver begins nothing by itself: it would do so too late, after the first reading.
        connect_args={"timeout": BUSY, "isolation_level": None},
    )
    event.listen(engine.sync_engine, "connect", set_up)
    event.listen(engine.sync_engine, "begin", begin)
    return engine


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


def prepare_file(file: Path) -> None:
    """The folder and the file, for this user's eyes only if they are new."""
    try:
        if not file.parent.exists():
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise StorageTrouble(f"can't make {file}: {error.strerror}; give another file (--storage)") from None
    check_file(file)


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
