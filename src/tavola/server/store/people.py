"""Whose name is whose, and the scoreboards of a game's own service."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, select

from tavola.core.record import Record
from tavola.server.store.names import fold, key_of, storable
from tavola.server.store.schema import names, scores
from tavola.server.store.sql import upsert
from tavola.server.store.values import Finished
from tavola.server.store.writing import keep_records


def owner_of(connection: Connection, name: str) -> str | None:
    asked = select(names.c.holder).where(names.c.name_key == fold(name))
    return connection.execute(asked).scalar()


def claim(connection: Connection, name: str, holder: str) -> bool:
    """The name is the holder's from now on, unless it is somebody else's."""
    row = {"name_key": key_of(name), "name": storable(name), "holder": holder, "claimed": time.time()}
    connection.execute(upsert(connection, names).on_conflict_do_nothing(), row)
    return owner_of(connection, name) == holder


def give(connection: Connection, name: str, holder: str) -> None:
    """The name is the holder's from now on, whoever had it: for whoever runs the house."""
    row = {"name_key": key_of(name), "name": storable(name), "holder": holder, "claimed": time.time()}
    statement = upsert(connection, names)
    changed = {"holder": statement.excluded.holder, "claimed": statement.excluded.claimed}
    connection.execute(statement.on_conflict_do_update(index_elements=["name_key"], set_=changed), row)


def names_of(connection: Connection, holder: str) -> list[str]:
    asked = select(names.c.name).where(names.c.holder == holder).order_by(names.c.claimed, names.c.name_key)
    return list(connection.execute(asked).scalars())


def keep(connection: Connection, records: Sequence[Record], at: float) -> None:
    """The records of games of a service."""
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
    """Add to the scores and games of an environment, and keep the record of the game that did it."""
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
