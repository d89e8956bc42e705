"""Pruning: the logs of finished tables fold into their records, and old records are deleted.

Everything here is one short transaction, so that no player's move waits for it; the caller repeats it until
there is nothing left to do (server/retention.py).

A table is folded in these steps: it becomes `folding` and gets a new fence, so that a node that has it in
memory can't append to it any more; its log is deleted, some entries at a time; then it is `folded`, and its
row stays for as long as its record does. A table without a record (put away, or aborted) leaves a tombstone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Table,
    and_,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    update,
)

from tavola.server.store import bot_logs
from tavola.server.store.schema import log, metadata, records, tables, tombstones
from tavola.server.store.sql import among, is_postgresql, upsert
from tavola.server.store.values import ENDED, Pruned, Size

TABLES = 20  # at most in one transaction
ENTRIES = 500
RECORDS = 20
ROW_BYTES = 150  # what PostgreSQL and its indexes need for a row beside its long columns, roughly

_has_log = exists().where(log.c.number == tables.c.number)
_has_record = exists().where(records.c.table_id == tables.c.id)


# ---- logs ----


def fold(connection: Connection, before: float) -> Pruned:
    """Delete some entries of tables that ended before a time; their records stay."""
    found = _to_fold(connection, before)
    _close_to_writers(connection, [row.number for row in found])
    left, folded = ENTRIES, 0
    for row in found:
        gone, whole = _delete_entries(connection, row.number, left)
        left -= gone
        if whole:
            folded += 1
            _finish(connection, row)
        if left <= 0:
            break
    return Pruned(folded, ENTRIES - left)


def _to_fold(connection: Connection, before: float) -> Sequence[Row[Any]]:
    """Tables already being folded come first. One status at a time: then an index gives their order."""
    for status in ("folding", *ENDED):
        asked = select(tables.c.number, tables.c.id, _has_record.label("recorded"))
        asked = asked.where(_foldable(before, status)).order_by(tables.c.changed).limit(TABLES)
        if found := connection.execute(asked.with_for_update(of=tables, skip_locked=True)).all():
            return found
    return ()


def _foldable(before: float, status: str) -> ColumnElement[bool]:
    """A row without a log was never a table: by such rows a game's own service keeps a lease."""
    if status == "folding":
        return tables.c.status == status
    return and_(tables.c.status == status, tables.c.changed < before, _has_log)


def _close_to_writers(connection: Connection, numbers: Collection[int]) -> None:
    mark = update(tables).where(tables.c.number.in_(numbers), tables.c.status != "folding")
    connection.execute(mark.values(status="folding", fence=tables.c.fence + 1))


def _delete_entries(connection: Connection, number: int, most: int) -> tuple[int, bool]:
    """Delete the oldest entries of a table; returns how many, and whether these were all."""
    of_table = log.c.number == number
    first = connection.execute(select(func.min(log.c.version)).where(of_table)).scalar()
    if first is None:
        return 0, True
    gone = connection.execute(delete(log).where(of_table, log.c.version < first + most)).rowcount
    return gone, connection.execute(select(log.c.version).where(of_table).limit(1)).scalar() is None


def _finish(connection: Connection, row: Row[Any]) -> None:
    if row.recorded:
        connection.execute(update(tables).where(tables.c.number == row.number).values(status="folded"))
    else:
        _bury(connection, [row.id])


def _bury(connection: Connection, ids: Collection[str]) -> None:
    """Replace tables by tombstones."""
    were = select(tables.c.id).where(among(connection, tables.c.id, ids))
    # SQLite reads "ON CONFLICT" after a SELECT as part of a join, unless that has a WHERE.
    connection.execute(upsert(connection, tombstones).from_select(["id"], were).on_conflict_do_nothing())
    connection.execute(delete(tables).where(among(connection, tables.c.id, ids)))


# ---- records ----


def drop_records(connection: Connection, before: float | None) -> Pruned:
    """Delete some records from before a time, or the oldest there are; none of tables that have a log."""
    asked = _droppable(before).order_by(records.c.at, records.c.table_id).limit(RECORDS)
    ids = list(connection.execute(asked.with_for_update(of=records, skip_locked=True)).scalars())
    if ids:
        connection.execute(delete(records).where(among(connection, records.c.table_id, ids)))
        bot_logs.drop_of(connection, ids)
        _bury(connection, ids)
    return Pruned(records=len(ids))


def _droppable(before: float | None) -> Select[Any]:
    unfolded = and_(tables.c.id == records.c.table_id, tables.c.status != "folded")
    asked = select(records.c.table_id).where(~exists().where(unfolded))
    return asked if before is None else asked.where(records.c.at < before)


# ---- how much there is ----


def foldable(connection: Connection, before: float) -> Pruned:
    """What `fold` would delete in the end."""
    these = or_(*(_foldable(before, status) for status in ("folding", *ENDED)))
    whole = select(func.count()).select_from(tables).where(these)
    entries = select(func.count()).where(log.c.number.in_(select(tables.c.number).where(these)))
    return Pruned(_number(connection, whole), _number(connection, entries))


def droppable(connection: Connection, before: float | None) -> Pruned:
    """What `drop_records` would delete in the end, if all is folded by then."""
    asked = select(func.count()).select_from(records)
    return Pruned(
        records=_number(connection, asked if before is None else asked.where(records.c.at < before))
    )


def oldest_of(connection: Connection, size: int) -> Pruned:
    """How many of the oldest records take so many bytes, roughly."""
    upto = func.sum(_row_bytes(connection, records)).over(
        order_by=(records.c.at, records.c.table_id), rows=(None, -1)
    )
    each = select(func.coalesce(upto, 0).label("before_it")).subquery()
    return Pruned(records=_number(connection, select(func.count()).where(each.c.before_it < size)))


def size(connection: Connection) -> Size:
    """Of an SQLite file by its pages. PostgreSQL does not tell how much of its files is free: there the
    rows are summed up."""
    if is_postgresql(connection):
        each = metadata.tables.values()
        return Size(sum(_number(connection, select(func.sum(_row_bytes(connection, t)))) for t in each))
    pages, free, page = (
        connection.exec_driver_sql(f"PRAGMA {name}").scalar() or 0
        for name in ("page_count", "freelist_count", "page_size")
    )
    return Size(pages * page, free * page)


def _row_bytes(connection: Connection, table: Table) -> ColumnElement[int]:
    """Roughly. In PostgreSQL the stored size: long texts are compressed, and need not be read for this."""
    length = func.pg_column_size if is_postgresql(connection) else func.length
    return sum((func.coalesce(length(column), 0) for column in table.columns), literal(ROW_BYTES))


def _number(connection: Connection, asked: Select[Any]) -> int:
    return int(connection.execute(asked).scalar() or 0)


# ---- tombstones ----


def is_buried(connection: Connection, table: str) -> bool:
    """Does a tombstone say that there was such a table once?"""
    return connection.execute(select(tombstones.c.id).where(tombstones.c.id == table)).scalar() is not None
