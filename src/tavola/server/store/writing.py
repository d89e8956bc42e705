"""Writing changes: many changes of many tables in one transaction.

With SQLite nearly everything goes the fast way (`batch_of`). What does not, and everything with PostgreSQL,
is written by `commit`, which also finds out which tables this node has lost.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from msgspec.structs import astuple
from sqlalchemy import Connection, Insert, Update, bindparam, insert, update

from tavola.core.record import Record
from tavola.server.store.names import fold, storable
from tavola.server.store.ratings import RatingBook
from tavola.server.store.schema import record_names, records, standings, tables
from tavola.server.store.sql import for_sqlite, is_postgresql, packed, upsert, write_rows
from tavola.server.store.trouble import StorageTrouble
from tavola.server.store.values import Change, Finished, Listing
from tavola.server.table_log.appending import Batch, Row

MOST_MOVES = 1000  # of a record that is encoded on the event loop


def commit(connection: Connection, node: str, changes: Sequence[Change]) -> frozenset[str]:
    """Write the changes. Returns the tables that another node has, or that are gone: these are skipped."""
    held = _held(connection, {change.table for change in changes})
    begun = {c.table for c in changes if c.version == 1}
    lost = frozenset(
        c.table for c in changes if (held[c.table][1] != c.fence if c.table in held else c.table not in begun)
    )
    kept = [c for c in changes if c.table not in lost] if lost else changes
    _lists(connection, node, kept, held)
    entries = [(held[c.table][0], n, entry) for c in kept for n, entry in enumerate(c.entries, c.version)]
    if entries:
        connection.exec_driver_sql(INSERT[connection.dialect.name], entries)
    if finished := {c.table: c.finished for c in kept if c.finished is not None}:
        _keep_finished(connection, finished)
    return lost


def _keep_finished(connection: Connection, finished: dict[str, Finished]) -> None:
    """Keep the records; rated games one after the other: how much one counts depends on those before it."""
    rated = {t: end for t, end in finished.items() if end.rated and end.record.result is not None}
    if plain := {table: end for table, end in finished.items() if table not in rated}:
        keep_records(connection, plain)
    if not rated:
        return
    book, counted = RatingBook(connection, rated.values()), []
    for table, end in rated.items():
        end = end.counted(book.weigh(end))
        end = replace(end, after=book.rate(end))
        keep_records(connection, {table: end})
        counted.append(end)
    book.write()
    _count_standings(connection, counted)


def batch_of(changes: Sequence[Change], node: str) -> Batch | None:
    """The changes as statements for SQLite; None if what is to be written depends on the database, or takes
    long to encode."""
    rows: list[Row] = []
    listed: dict[str, tuple[int, Listing]] = {}
    fresh: set[str] = set()
    finished: dict[str, Finished] = {}
    for table, version, entries, fence, listing, end in map(astuple, changes):
        for number, entry in enumerate(entries, version):
            rows.append((table, fence, number, entry))
        if listing is not None:
            listed[table] = fence, listing
            if version == 1:
                fresh.add(table)
        if end is not None:
            if end.rated or len(end.record.moves) > MOST_MOVES:
                return None
            finished[table] = end
    if not listed and not finished:
        return Batch(rows)
    of_tables = {table: _listed(table, *listed[table]) | {"owner": node} for table in sorted(listed)}
    statements: list[tuple[Insert | Update, list[dict[str, Any]]]] = [
        (_LIST, [row for table, row in of_tables.items() if table in fresh]),
        (_RELIST, [row for table, row in of_tables.items() if table not in fresh]),
        (_RECORD, [_record(table, end) for table, end in finished.items()]),
        (_PLAYED, [row for table, end in finished.items() for row in _players(table, end)]),
    ]
    return Batch(rows, [for_sqlite(statement, its) for statement, its in statements if its])


INSERT = {
    "postgresql": "INSERT INTO log (number, version, entry) VALUES ($1, $2, $3)",
    "sqlite": "INSERT INTO log (number, version, entry) VALUES (?, ?, ?)",
}
# Locked in one order, so that two writers can't deadlock.
HELD = {
    "postgresql": "SELECT id, number, fence FROM tables WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE",
    "sqlite": "SELECT id, number, fence FROM tables WHERE id IN (SELECT value FROM json_each(?))",
}


def _held(connection: Connection, ids: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Lock the rows of these tables; returns their numbers and fences."""
    asked = list(ids) if is_postgresql(connection) else packed(list(ids))
    rows = connection.exec_driver_sql(HELD[connection.dialect.name], (asked,))
    return {row[0]: (row[1], row[2]) for row in rows}


def _lists(
    connection: Connection, node: str, changes: Sequence[Change], held: dict[str, tuple[int, int]]
) -> None:
    """Write the listings. New tables are inserted, and added to `held`."""
    listed: dict[str, Listing] = {}
    fresh: dict[str, int] = {}
    for change in changes:
        if change.listing is not None:
            listed[change.table] = change.listing
        if change.table not in held:
            fresh.setdefault(change.table, change.fence)
    if unlisted := [table for table in fresh if table not in listed]:
        raise StorageTrouble(f"the first change of table {unlisted[0]} must bring its listing")
    if fresh:
        rows = [_listed(t, fresh[t], listed.pop(t)) | {"owner": node} for t in sorted(fresh)]
        write_rows(connection, _LIST, rows)
        held |= _held(connection, fresh)
    if listed:
        rows = [_listed(t, held[t][1], one) for t, one in sorted(listed.items())]
        write_rows(connection, _RELIST, rows)


_TOLD = "game options status public rated seats created changed details offered".split()
_RELIST = (
    update(tables)
    .where(tables.c.id == bindparam("id_"), tables.c.fence == bindparam("fence_"))
    .values({name: bindparam(name) for name in _TOLD})
)


_LIST = insert(tables).values({name: bindparam(name) for name in ("id", *_TOLD, "owner", "fence")})
_RECORD = insert(records).values(
    {name: bindparam(name) for name in "table_id game at rated how summary record weight".split()}
)
_PLAYED = insert(record_names).values(
    {name: bindparam(name) for name in "name_key at table_id won mu sigma".split()}
)


def _listed(table: str, fence: int, listing: Listing) -> dict[str, Any]:
    return {
        "id": table,
        "id_": table,
        "fence": fence,
        "fence_": fence,
        "game": listing.game,
        "options": packed(listing.options),
        "status": listing.status,
        "public": listing.public,
        "rated": listing.rated,
        "seats": packed(listing.seats),
        "created": listing.created,
        "changed": listing.changed,
        "details": packed(listing.details),
        "offered": listing.offered,
    }


def keep_records(connection: Connection, finished: dict[str, Finished]) -> None:
    """Write the records, and the names in them."""
    write_rows(connection, _RECORD, [_record(table, end) for table, end in finished.items()])
    played = [row for table, end in finished.items() for row in _players(table, end)]
    if played:
        write_rows(connection, _PLAYED, played)


def _players(table: str, end: Finished) -> list[dict[str, Any]]:
    """The names in a record; of a rated game, whether each won, and their rating after it."""
    won: dict[str, bool] = {}
    for seat in range(len(end.record.seats)):
        if key := fold(end.counted_as(seat)[0]):
            won[key] = won.get(key, False) or _won(end.record, seat)
    found = []
    for key in sorted(won):
        after = end.after.get(key)
        came_to: dict[str, Any] = {"won": None, "mu": None, "sigma": None}
        if after is not None:
            came_to = {"won": won[key], "mu": after.mu, "sigma": after.sigma}
        found.append({"name_key": key, "at": end.at, "table_id": table, **came_to})
    return found


def _record(table: str, end: Finished) -> dict[str, Any]:
    result = end.record.result or {"winners": [], "scores": []}
    summary = {
        "seats": end.record.seats,
        "winners": result["winners"],
        "scores": result["scores"],
        "bots": end.bots,
        "accounts": end.accounts if any(end.accounts) else (),
        "why": () if end.weight is None else end.weight.why,
    }
    return {
        "table_id": table,
        "game": end.record.game,
        "at": end.at,
        "rated": end.rated,
        "how": end.how,
        "summary": packed(summary),
        "record": packed(end.record.as_json()),
        "weight": None if end.weight is None else end.weight.weight,
    }


def _count_standings(connection: Connection, finished: Iterable[Finished]) -> None:
    """Games and wins by name, of games that counted."""
    counted: dict[tuple[str, str, bool], list[Any]] = defaultdict(lambda: ["", 0, 0])
    for end in finished:
        if end.weight is not None and end.weight.weight:
            for seat in range(len(end.record.seats)):
                name, bot = end.counted_as(seat)
                if key := fold(name):
                    line = counted[end.record.game, key, bot]
                    line[0] = storable(name)
                    line[1] += 1
                    line[2] += _won(end.record, seat)
    if not counted:
        return
    statement = upsert(connection, standings)
    statement = statement.on_conflict_do_update(
        index_elements=["game", "name_key", "bot"],
        set_={
            "name": statement.excluded.name,
            "games": standings.c.games + statement.excluded.games,
            "wins": standings.c.wins + statement.excluded.wins,
        },
    )
    rows = [
        {"game": game, "name_key": key, "bot": bot, "name": name, "games": games, "wins": wins}
        for (game, key, bot), (name, games, wins) in sorted(counted.items())
    ]
    connection.execute(statement, rows)


def _won(record: Record, seat: int) -> bool:
    return record.result is not None and seat in record.result["winners"]
