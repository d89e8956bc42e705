"""Claimed names, and the scoreboards of a game's own service."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Select, select, update

from tavola.core.record import Record
from tavola.server.store import bot_logs
from tavola.server.store.names import fold, key_of, storable
from tavola.server.store.schema import names, scores, standings
from tavola.server.store.sql import upsert
from tavola.server.store.values import Account, Finished
from tavola.server.store.writing import keep_records


def owner_of(connection: Connection, name: str) -> str | None:
    """The holder of a claimed name."""
    asked = select(names.c.holder).where(names.c.name_key == fold(name))
    return connection.execute(asked).scalar()


def account_of(connection: Connection, name: str) -> Account | None:
    """The holder of a claimed name, and whether it is a bot's; None: it is not claimed."""
    asked = select(names.c.holder, names.c.bot).where(names.c.name_key == fold(name))
    row = connection.execute(asked).one_or_none()
    return None if row is None else Account(row.holder, row.bot)


def claim(connection: Connection, name: str, holder: str, bot: bool = False) -> bool:
    """Claim a name for a holder, unless another holder has it. It becomes a bot's if that is wanted and no
    game has counted for it yet; then it stays a bot's."""
    key = key_of(name)
    row = {"name_key": key, "name": storable(name), "holder": holder, "claimed": time.time(), "bot": bot}
    connection.execute(upsert(connection, names).on_conflict_do_nothing(), row)
    found = account_of(connection, name)
    if found is None or found.holder != holder:
        return False
    if bot and not found.bot and not connection.execute(_counted(key)).first():
        connection.execute(update(names).where(names.c.name_key == key).values(bot=True))
    return True


def _counted(key: str) -> Select[Any]:
    return (
        select(standings.c.name_key).where(standings.c.name_key == key, standings.c.bot.is_(False)).limit(1)
    )


def give(connection: Connection, name: str, holder: str) -> None:
    """Give a name to a holder, even if another has it: for the operator."""
    row = {"name_key": key_of(name), "name": storable(name), "holder": holder, "claimed": time.time()}
    if (before := owner_of(connection, name)) is not None:
        bot_logs.hand_over(connection, before, holder)
    statement = upsert(connection, names)
    changed = {"holder": statement.excluded.holder, "claimed": statement.excluded.claimed}
    connection.execute(statement.on_conflict_do_update(index_elements=["name_key"], set_=changed), row)


def names_of(connection: Connection, holder: str) -> list[str]:
    asked = select(names.c.name).where(names.c.holder == holder).order_by(names.c.claimed, names.c.name_key)
    return list(connection.execute(asked).scalars())


def keep(connection: Connection, records: Sequence[Record], at: float) -> None:
    """Keep the records of a service's games, each under the table in its tag "Table"."""
    finished = {}
    for record in records:
        table = record.tags.get("Table") or secrets.token_hex(8)
        how = record.tags.get("Ended", "played")
        finished[table] = Finished(record, at, rated=True, how=how)
    keep_records(connection, finished)


def count(
    connection: Connection,
    environment: str,
    changes: Mapping[str, tuple[int, int]],
    record: Record | None,
    at: float,
) -> None:
    """Add to the scoreboard of an environment: name -> (score, games). Keeps the record of the game too."""
    if record is not None:
        keep(connection, [record], at)
    added: dict[str, tuple[int, int]] = {}
    for name, (score, games) in changes.items():
        before = added.get(shown := storable(name), (0, 0))
        added[shown] = (before[0] + score, before[1] + games)
    if not added:
        return
    statement = upsert(connection, scores)
    statement = statement.on_conflict_do_update(
        index_elements=["environment", "name"],
        set_={
            "score": scores.c.score + statement.excluded.score,
            "games": scores.c.games + statement.excluded.games,
        },
    )
    rows = [
        {"environment": environment, "name": name, "score": score, "games": games}
        for name, (score, games) in sorted(added.items())
    ]
    connection.execute(statement, rows)
