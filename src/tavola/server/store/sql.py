"""The few things that differ between SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import (
    ARRAY,
    Column,
    ColumnElement,
    Connection,
    Dialect,
    Double,
    Insert,
    Table,
    Text,
    Update,
    any_,
    cast,
    func,
    literal,
    literal_column,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite

from tavola.server.table_log.appending import Statement


def upsert(connection: Connection, into: Table) -> Any:
    """An insert that may say what to do if the row is there already."""
    return postgresql.insert(into) if is_postgresql(connection) else sqlite.insert(into)


def is_postgresql(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"


def among(connection: Connection, column: Column[str], values: Collection[str]) -> ColumnElement[bool]:
    """column IN values as one parameter, so that the statement's text does not depend on how many."""
    if is_postgresql(connection):
        return column == any_(cast(literal(list(values), ARRAY(Text)), ARRAY(Text)))
    each = func.json_each(packed(list(values))).table_valued("value")
    return column.in_(select(each.c.value))


def contains(connection: Connection, column: Column[bytes], part: bytes) -> ColumnElement[bool]:
    """Does the column contain these bytes?"""
    if is_postgresql(connection):
        return func.pg_catalog.position(column, literal(part)) > 0
    return func.instr(column, literal(part)) > 0


def clock(connection: Connection) -> ColumnElement[float]:
    """Seconds since 1970 by the database's own clock: now, and not when the transaction began."""
    if is_postgresql(connection):
        return cast(func.extract("epoch", func.clock_timestamp()), Double)
    return literal_column("((julianday('now') - 2440587.5) * 86400.0)", Double)


SQLITE = sqlite.dialect(paramstyle="qmark")


@cache
def _driven(statement: Insert | Update, dialect: Dialect) -> tuple[str, tuple[str, ...]]:
    """A statement as the driver takes it, and the names of its parameters in their order."""
    compiled: Any = statement.compile(dialect=dialect)
    return str(compiled), tuple(compiled.positiontup)


def write_rows(connection: Connection, statement: Insert | Update, rows: Sequence[Mapping[str, Any]]) -> None:
    """Execute a fixed statement for many rows: straight on the driver, at half the cost."""
    text, names = _driven(statement, connection.dialect)
    connection.exec_driver_sql(text, [tuple([row[name] for name in names]) for row in rows])


def for_sqlite(statement: Insert | Update, rows: Sequence[Mapping[str, Any]]) -> Statement:
    """The same, as SQL and parameters for SQLite's driver."""
    text, names = _driven(statement, SQLITE)
    return text, [tuple([row[name] for name in names]) for row in rows]


def packed(value: object) -> str:
    """JSON as text."""
    return msgspec.json.encode(value).decode()


def unpacked(text: str) -> Any:
    return msgspec.json.decode(text)
