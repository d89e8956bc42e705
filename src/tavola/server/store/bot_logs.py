"""What bots have said of their own games: only for the holder of the token they played with.

Kept apart from records and table logs, so that it can never be sent with them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, Select, delete, func, insert, select, update

from tavola.server.store.schema import bot_logs
from tavola.server.store.sql import among
from tavola.server.store.values import BOT_LOG_BYTES, Pruned
from tavola.table.messages import LogLine

ROWS = 100  # deleted in one transaction

_lines = msgspec.json.Decoder(list[LogLine])


def add(connection: Connection, table: str, holder: str, lines: Sequence[LogLine]) -> bool:
    """Add lines of a bot; False if it has written too much about this game already."""
    mine = (bot_logs.c.table_id == table) & (bot_logs.c.holder == holder)
    written = msgspec.json.encode(lines).decode()
    there = connection.execute(select(func.sum(bot_logs.c.bytes)).where(mine)).scalar() or 0
    if there + len(written) > BOT_LOG_BYTES:
        return False
    row = {"table_id": table, "holder": holder, "bytes": len(written), "lines": written}
    connection.execute(insert(bot_logs), row | {"at": time.time()})
    return True


def of_game(connection: Connection, table: str, holder: str) -> list[LogLine]:
    """The lines of this holder's bot about a game, by turn."""
    asked = select(bot_logs.c.lines).where(bot_logs.c.table_id == table, bot_logs.c.holder == holder)
    found = connection.execute(asked.order_by(bot_logs.c.number)).scalars()
    return sorted((line for lines in found for line in _lines.decode(lines)), key=lambda line: line.turn)


def drop(connection: Connection, before: float | None) -> Pruned:
    """Delete some rows from before a time, or the oldest there are."""
    asked: Select[tuple[int]] = select(bot_logs.c.number).order_by(bot_logs.c.at).limit(ROWS)
    if before is not None:
        asked = asked.where(bot_logs.c.at < before)
    numbers = list(connection.execute(asked).scalars())
    if numbers:
        connection.execute(delete(bot_logs).where(bot_logs.c.number.in_(numbers)))
    return Pruned(bot_logs=len(numbers))


def droppable(connection: Connection, before: float) -> int:
    asked = select(func.count()).select_from(bot_logs).where(bot_logs.c.at < before)
    return connection.execute(asked).scalar() or 0


def drop_of(connection: Connection, tables: Sequence[str]) -> None:
    """Delete the logs of games whose records are deleted."""
    connection.execute(delete(bot_logs).where(among(connection, bot_logs.c.table_id, tables)))


def erase(connection: Connection, holder: str) -> None:
    connection.execute(delete(bot_logs).where(bot_logs.c.holder == holder))


def hand_over(connection: Connection, old: str, new: str) -> None:
    """A team has a new token: its logs belong to the new holder."""
    connection.execute(update(bot_logs).where(bot_logs.c.holder == old).values(holder=new))
