"""The fast path for moves: one INSERT for many rows, straight to SQLite's driver.

The driver releases the GIL at every statement, and a thread has to win it back from a busy event loop: one
statement for all rows costs a third of one for each. A wrong fence or a version that is taken writes nothing;
the general way (`store/writing.py`) then finds out which table it was.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from functools import cache

AT_ONCE = 64  # rows in one statement: each number of rows is a statement the driver caches

Row = tuple[str, int, int, bytes]  # table, fence, version, entry


def append(driver: sqlite3.Connection, rows: Sequence[Row]) -> bool:
    """True: all rows are written and synced. False: nothing is written, for some row does not fit.

    If the disk fails or the database is locked, sqlite3.Error is raised and nothing is written either.
    """
    try:
        driver.execute("BEGIN IMMEDIATE")
        written = 0
        for start in range(0, len(rows), AT_ONCE):
            some = rows[start : start + AT_ONCE]
            values = [value for row in some for value in row]
            written += driver.execute(_insert(len(some)), values).rowcount
        if written == len(rows):
            driver.execute("COMMIT")
            return True
    except sqlite3.IntegrityError:
        pass  # a version that is taken: the general way will name the table
    except sqlite3.Error:
        _roll_back(driver)
        raise
    _roll_back(driver)
    return False


def _roll_back(driver: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):  # it may have ended by itself
        driver.execute("ROLLBACK")


@cache
def _insert(rows: int) -> str:
    values = ", ".join(["(?, ?, ?, ?)"] * rows)
    return (
        "INSERT INTO log (number, version, entry) SELECT tables.number, new.column3, new.column4 "
        f"FROM (VALUES {values}) AS new JOIN tables ON tables.id = new.column1 AND tables.fence = new.column2"
    )
