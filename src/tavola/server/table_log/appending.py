"""The commonest write of all, moves at tables that stand there: one statement, straight to SQLite's driver.

The driver lets go of the interpreter at every statement, and in a thread has to win it back from a busy event
loop, so one statement for all rows costs a third of one for each. Whatever is out of the ordinary, a table
that is somebody else's, a version that is taken, a full disk, is left to the general way, which knows what to
say.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from functools import cache

AT_ONCE = 64  # rows in one statement: the driver remembers so many texts, and no more

Row = tuple[str, int, int, bytes]  # table, fence, version, entry


def append(driver: sqlite3.Connection, rows: Sequence[Row]) -> bool:
    """Write them all and have them safe on the disk: True. Or nothing is written: False."""
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
    except sqlite3.Error:
        pass  # the general way will meet it again, and tell
    with suppress(sqlite3.Error):
        driver.execute("ROLLBACK")
    return False


@cache
def _insert(rows: int) -> str:
    values = ", ".join(["(?, ?, ?, ?)"] * rows)
    return (
        "INSERT INTO log (number, version, entry) SELECT tables.number, new.column3, new.column4 "
        f"FROM (VALUES {values}) AS new JOIN tables ON tables.id = new.column1 AND tables.fence = new.column2"
    )
