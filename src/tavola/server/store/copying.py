"""Copying a whole database into an empty one, of either kind, and checking that both hold the same.

Every table of the schema is copied, row by row, from one snapshot into one transaction: the copy is there as
a whole, or not at all. A digest is made of the rows as they are read; then the copy is read again and has to
give the same. The order of rows differs between databases, so the digest does not depend on it.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Table, exists, func, insert, select, text, tuple_

from tavola.core.errors import BadOption
from tavola.server.store import address as addresses
from tavola.server.store.engine import SERVER, Session, check_file
from tavola.server.store.migrate import LOCK
from tavola.server.store.schema import metadata, nodes
from tavola.server.store.sql import clock, is_postgresql
from tavola.server.store.store import Store
from tavola.server.store.trouble import StorageTrouble, in_words

CLIENT = "tavola db import"  # our name to PostgreSQL: not a server's
ROWS = 500  # read and written at a time

# Values that are changed on the way. Leases ran by the clock of the old database: they are ended, so that the
# tables of those nodes can be taken over.
CHANGED: dict[str, dict[str, Any]] = {nodes.name: {nodes.c.until.name: 0.0}}

Rows = Sequence[dict[str, Any]]
Progress = Callable[[str, int], None]  # the table, and its rows so far


class Copied(NamedTuple):
    """A table that is the same in both: how many rows, and their digest."""

    table: str
    rows: int
    digest: str


class Digest:
    """The sum of the hashes of all rows, so that their order does not matter."""

    def __init__(self) -> None:
        self.rows = self._sum = 0

    def add(self, rows: Rows) -> None:
        for row in rows:
            written = msgspec.msgpack.encode(list(row.values()))
            self._sum += int.from_bytes(hashlib.sha256(written).digest(), "big")
        self.rows += len(rows)

    def __str__(self) -> str:
        return f"{self._sum % (1 << 256):064x}"


async def copy_all(source: Session, target: Session, progress: Progress = lambda *_: None) -> list[Copied]:
    """Copy every table. StorageTrouble if the target is not empty, or not the same afterwards."""
    await target.run(check_empty)
    done = []
    for table in metadata.sorted_tables:  # those that foreign keys refer to come first
        read, written = Digest(), Digest()
        async for rows in _rows(source, table):
            changed = [row | CHANGED.get(table.name, {}) for row in rows]
            read.add(changed)
            await target.run(lambda c: c.execute(insert(table), changed))  # noqa: B023 - it is awaited here
            progress(table.name, read.rows)
        await target.run(lambda c: _count_on(c, table))  # noqa: B023
        async for rows in _rows(target, table):
            written.add(rows)
        if (read.rows, str(read)) != (written.rows, str(written)):
            raise StorageTrouble(
                f"the copy of {table.name} is not the same: {read.rows} rows were read, {written.rows} are "
                f"there, digests {str(read)[:12]} and {str(written)[:12]}; nothing was copied"
            )
        done.append(Copied(table.name, read.rows, str(read)))
    return done


async def _rows(session: Session, table: Table) -> AsyncIterator[Rows]:
    """All rows in the order of the primary key, some at a time."""
    key, last = list(table.primary_key.columns), None
    while True:
        asked = select(table).order_by(*key).limit(ROWS)
        if last is not None:
            asked = asked.where(tuple_(*key) > tuple_(*last, types=[column.type for column in key]))
        found = await session.run(lambda c: _plain(table, c.execute(asked).all()))  # noqa: B023
        if not found:
            return
        yield found
        last = tuple(found[-1][column.name] for column in key)


def _plain(table: Table, rows: Sequence[Any]) -> Rows:
    """Rows as dicts with the same values from any driver."""
    names = [column.name for column in table.columns]
    return [dict(zip(names, map(_value, row), strict=True)) for row in rows]


def _value(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def _count_on(connection: Connection, table: Table) -> None:
    """Set PostgreSQL's sequence to go on after the highest number that was copied."""
    if (column := table.autoincrement_column) is None or not is_postgresql(connection):
        return
    highest = connection.execute(select(func.max(column))).scalar()
    sequence = func.pg_get_serial_sequence(table.name, column.name)
    connection.execute(select(func.setval(sequence, highest or 1, highest is not None)))


# ---- may it be done? ----


def check_empty(connection: Connection) -> None:
    full = [t.name for t in metadata.sorted_tables if connection.execute(select(exists(select(t)))).scalar()]
    if full:
        raise StorageTrouble(
            f"the target is not empty: there is something in {', '.join(full)}; give another"
        )


def keep_others_out(connection: Connection) -> None:
    """Until the end of the transaction no server can start there; StorageTrouble if one runs.

    For PostgreSQL: an SQLite file is locked by `Store.open`.
    """
    if not is_postgresql(connection):
        return
    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    alive = select(func.count()).select_from(nodes).where(nodes.c.until > clock(connection))
    others = text(
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE datname = current_database() AND application_name = :name AND pid <> pg_backend_pid()"
    )
    if connection.execute(alive).scalar() or connection.execute(others, {"name": SERVER}).scalar():
        raise StorageTrouble("a server uses that database; stop it first")


# ---- moving to another database ----


async def import_all(source: str, target: str, progress: Progress = lambda *_: None) -> list[Copied]:
    """Move to another, empty database. No server may use either of them; the source stays as it is."""
    old_address, new_address = addresses.read(source), addresses.read(target)
    if old_address.url == new_address.url:
        raise BadOption("these are one and the same database; give another to import into")
    if old_address.file is not None:
        check_file(old_address.file)  # else it would be created
    old = await Store.open(source, migrate=False, client=CLIENT)
    try:
        new = await Store.open(target, client=CLIENT)
        try:
            with in_words(new_address):
                async with old.session() as reading, new.session(writes=True) as writing:
                    await reading.run(keep_others_out)
                    await writing.run(keep_others_out)
                    return await copy_all(reading, writing, progress)
        finally:
            await new.close()
    finally:
        await old.close()
