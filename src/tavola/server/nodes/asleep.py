"""A node that falls asleep in the middle of a transaction must not keep others from its tables.

Its locks would stand for as long as it sleeps, and whoever wants to take its tables over would wait at them.
So PostgreSQL is told to end a transaction in which nothing happens for a while; the sleeper finds out when it
wakes up, and what it wanted to write is not written.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import event
from sqlalchemy.pool import Pool

IDLE = 2.0  # seconds; shorter than a lease, longer than any pause of a node that is well


def let_no_sleeper_hold_locks() -> None:
    """For all connections to the database this process will make."""
    if not event.contains(Pool, "connect", _set_up):
        event.listen(Pool, "connect", _set_up)


def _set_up(connection: Any, entry: Any) -> None:
    del entry
    if "asyncpg" not in type(connection).__module__:
        return  # another database of the same process
    cursor = connection.cursor()
    cursor.execute(f"SET idle_in_transaction_session_timeout = {int(IDLE * 1000)}")
    cursor.close()
    connection.commit()  # else it goes with the first transaction that is rolled back
