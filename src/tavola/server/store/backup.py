"""A copy of the database in one SQLite file, made while a server runs.

An SQLite file is copied page by page, by SQLite itself, from one snapshot. PostgreSQL is copied row by row
into a new SQLite file (copying.py). Either way the copy is opened and checked before it gets its name.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from tavola.core.errors import BadOption
from tavola.server.store import address as addresses
from tavola.server.store.copying import Progress, copy_all
from tavola.server.store.engine import check_file, check_kind
from tavola.server.store.schema import VERSION_TABLE, metadata
from tavola.server.store.store import Store
from tavola.server.store.trouble import StorageTrouble, in_words

CLIENT = "tavola db backup"  # our name to PostgreSQL: not a server's
PAGES = 256  # copied in one step; between two steps others may read and write
BESIDE = ("-wal", "-shm", "-journal")


class Backup(NamedTuple):
    """What a backup holds."""

    file: Path
    schema: str
    rows: dict[str, int]  # by table
    bytes: int


async def back_up(
    url: str | None, file: Path, *, force: bool = False, progress: Progress = lambda *_: None
) -> Backup:
    """Write a copy of the database to a file, which appears when it is whole."""
    address = addresses.read(addresses.default_url() if url is None else url)
    _may_write(file, address.file, force)
    part = file.with_name(file.name + ".part")
    _remove(part)
    try:
        if address.file is not None:
            check_file(address.file)
            check_kind(address.file)
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            with in_words(address):
                await asyncio.to_thread(_copy_pages, address.file, part, progress)
        else:
            await _copy_rows(url, part, progress)
        found = await asyncio.to_thread(_checked, part, file)
        part.replace(file)
        _sync(file.parent)
        return found
    except sqlite3.Error as error:
        raise StorageTrouble(f"the backup failed: {error}") from None
    except OSError as error:
        raise StorageTrouble(f"can't write {file}: {error.strerror or error}") from None
    finally:
        _remove(part)


def _may_write(file: Path, source: Path | None, force: bool) -> None:
    if not file.parent.is_dir():
        raise BadOption(f"there is no folder {file.parent}; make it first, or give another file")
    if file.exists() and not file.is_file():
        raise BadOption(f"{str(file)!r} is not a file that can be written to")
    if source is not None and file.exists() and source.exists() and file.samefile(source):
        raise BadOption(f"{str(file)!r} is the database itself; give another file")
    if file.exists() and not force:
        raise BadOption(f"{str(file)!r} exists already; --force overwrites it")
    if beside := [end for end in BESIDE if file.with_name(file.name + end).exists()]:
        # That file belongs to the old database, and SQLite would take it for a part of the new one.
        raise BadOption(
            f"{str(file)!r} looks like a database in use: there is a {file.name}{beside[0]} beside it"
        )


def _copy_pages(source: Path, target: Path, progress: Progress) -> None:
    with (
        closing(sqlite3.connect(source, isolation_level=None)) as old,
        closing(sqlite3.connect(target, isolation_level=None)) as new,
    ):
        # One snapshot to the end: otherwise every write of the server would begin the copy anew.
        old.execute("BEGIN")
        old.execute("SELECT count(*) FROM sqlite_master").fetchone()
        old.backup(new, pages=PAGES, progress=_pages(progress), sleep=0)
        new.execute("PRAGMA journal_mode=DELETE").fetchone()  # one file, with nothing beside it
        old.execute("ROLLBACK")


def _pages(progress: Progress) -> Callable[[int, int, int], None]:
    return lambda _, left, total: progress("pages", total - left)


async def _copy_rows(url: str | None, part: Path, progress: Progress) -> None:
    source = await Store.open(url, reading=True, client=CLIENT)
    try:
        target = await Store.open(f"sqlite:///{part}")
        try:
            async with source.session() as old, target.session(writes=True) as new:
                await copy_all(old, new, progress)
        finally:
            await target.close()
    finally:
        await source.close()


def _checked(part: Path, file: Path) -> Backup:
    """Open the copy and check all of it."""
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode=DELETE").fetchone()
        faults = [row[0] for row in copy.execute("PRAGMA integrity_check")]
        if faults != ["ok"] or copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise StorageTrouble(f"the copy is damaged ({faults[0]}); is the database itself well?")
        there = {row[0] for row in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if VERSION_TABLE not in there:
            raise StorageTrouble("there is nothing of tavola in that database")
        schema = copy.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()[0]
        rows = {
            name: copy.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
            for name in metadata.tables
            if name in there  # it may be of an older version
        }
    _sync(part)
    return Backup(file, schema, rows, part.stat().st_size)


def _sync(path: Path) -> None:
    """fsync a file, or a folder, so that a new name in it is on the disk."""
    with suppress(PermissionError):  # Windows opens no folder
        at = os.open(path, os.O_RDONLY)
        try:
            os.fsync(at)
        finally:
            os.close(at)


def _remove(part: Path) -> None:
    for end in ("", *BESIDE, ".lock"):
        part.with_name(part.name + end).unlink(missing_ok=True)
