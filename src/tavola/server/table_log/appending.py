"""The fast path of writing: prepared statements, straight on SQLite's driver.

The driver releases the GIL at every statement, and a thread has to win it back from a busy event loop: one
statement for all new entries costs a third of one for each. A wrong fence, or a version that exists already,
rolls all of it back; the general way (`store/writing.py`) then finds out which table it was.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

AT_ONCE = 64  # entries in one statement; the driver caches a statement for each number of them

Row = tuple[str, int, int, bytes]  # table, fence, version, entry
Statement = tuple[str, list[tuple[Any, ...]]]  # SQL, and parameters by row; it has to change every row


class Batch(NamedTuple):
    """What is written in one transaction: first lists and records (`others`), then entries of logs."""

    rows: list[Row]
    others: Sequence[Statement] = ()


def append(driver: sqlite3.Connection, batch: Batch) -> bool:
    """True: all is written and synced. False: nothing is written, because of a fence or a version.

    If the disk fails or the database is locked, sqlite3.Error is raised and nothing is written either.
    """
    try:
        driver.execute("BEGIN IMMEDIATE")
        if all(_written(driver, *other) for other in batch.others) and _appended(driver, batch.rows):
            driver.execute("COMMIT")
            return True
    except sqlite3.IntegrityError:
        pass  # a version that exists already: the general way will name the table
    except sqlite3.Error:
        _roll_back(driver)
        raise
    _roll_back(driver)
    return False


def _written(driver: sqlite3.Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> bool:
    return driver.executemany(statement, rows).rowcount == len(rows)


def _appended(driver: sqlite3.Connection, rows: Sequence[Row]) -> bool:
    written = 0
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        values = [value for row in some for value in row]
        written += driver.execute(_insert(len(some)), values).rowcount
    return written == len(rows)


def _roll_back(driver: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):  # the transaction may have ended by itself
        driver.execute("ROLLBACK")


@cache
def _insert(rows: int) -> str:
    values = ", ".join(["(?, ?, ?, ?)"] * rows)
    return (
        "INSERT INTO log (number, version, entry) SELECT tables.number, new.column3, new.column4 "
        f"FROM (VALUES {values}) AS new JOIN tables ON tables.id = new.column1 AND tables.fence = new.column2"
    )
