"""Reading: logs, lists, records, standings."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, and_, case, func, or_, select, tuple_

from tavola.core.record import Record
from tavola.server.store.names import fold
from tavola.server.store.rating_rule import Weight
from tavola.server.store.ratings import shown
from tavola.server.store.schema import (
    log,
    names,
    nodes,
    ratings,
    record_names,
    records,
    scores,
    standings,
    tables,
)
from tavola.server.store.sql import among, contains, unpacked
from tavola.server.store.values import (
    FOLDED,
    RUNNING,
    Change,
    Details,
    LadderGame,
    Listing,
    Loaded,
    Rival,
    Score,
    Standing,
    Status,
    Summary,
)
from tavola.tournaments.ratings import Rating

MOST = 1000  # rows in one answer
PAGE = 64  # records at a time in an export


# Runs before each new table is opened, so straight on the driver.
KNOWN = {
    "postgresql": "SELECT id FROM tables WHERE id = $1 UNION ALL SELECT id FROM tombstones WHERE id = $2",
    "sqlite": "SELECT id FROM tables WHERE id = ? UNION ALL SELECT id FROM tombstones WHERE id = ?",
}


def is_known(connection: Connection, table: str) -> bool:
    """Is there such a table, or was there once?"""
    return connection.exec_driver_sql(KNOWN[connection.dialect.name], (table, table)).first() is not None


def entries(connection: Connection, table: str) -> list[bytes]:
    """All entries of a table, in order."""
    asked = select(log.c.entry).join(tables, tables.c.number == log.c.number).where(tables.c.id == table)
    return [bytes(row[0]) for row in connection.execute(asked.order_by(log.c.version))]


def loaded(connection: Connection, table: str) -> Loaded | None:
    """What a table is rebuilt from, and its fence; None if there is no such table.

    The log is read first: if pruning has begun to delete it, the status read after it says so.
    """
    written = entries(connection, table)
    asked = select(tables.c.fence, tables.c.status).where(tables.c.id == table)
    row = connection.execute(asked).one_or_none()
    return None if row is None else Loaded(written, row.fence, row.status in FOLDED)


def search(connection: Connection, table: str, parts: Sequence[bytes]) -> tuple[int, list[tuple[int, bytes]]]:
    """How many entries a table has, and by version those that contain one of these parts.

    The last version is read first, so that the entries found are at least as new.
    """
    of_table = select(log.c.number).join(tables, tables.c.number == log.c.number).where(tables.c.id == table)
    last = connection.execute(of_table.with_only_columns(func.max(log.c.version))).scalar()
    with_one = or_(*(contains(connection, log.c.entry, part) for part in parts))
    asked = of_table.with_only_columns(log.c.version, log.c.entry).where(with_one).order_by(log.c.version)
    return last or 0, [(row[0], bytes(row[1])) for row in connection.execute(asked)]


def listed(
    connection: Connection,
    *,
    game: str | None = None,
    status: Status | None = None,
    public: bool | None = True,
    limit: int = 100,
) -> list[Listing]:
    """Tables, the latest changed first; public=None: private ones too, and those that everybody has left."""
    asked = select(tables).order_by(tables.c.changed.desc(), tables.c.id).limit(bounded(limit))
    if game is not None:
        asked = asked.where(tables.c.game == game)
    if status is not None:
        asked = asked.where(tables.c.status == status)
    else:
        asked = asked.where(tables.c.status.not_in(FOLDED))
    if public is not None:
        asked = asked.where(tables.c.public == public)
    if public:
        asked = asked.where(tables.c.offered)
    return [_listing(row) for row in connection.execute(asked)]


def _listing(row: Row[Any]) -> Listing:
    return Listing(
        table=row.id,
        game=row.game,
        options=unpacked(row.options),
        status="over" if row.status in FOLDED else row.status,
        public=row.public,
        rated=row.rated,
        seats=unpacked(row.seats),
        created=row.created,
        changed=row.changed,
        details=msgspec.json.decode(row.details, type=Details),
        offered=row.offered,
    )


def listing(connection: Connection, table: str) -> Listing | None:
    row = connection.execute(select(tables).where(tables.c.id == table)).one_or_none()
    return None if row is None else _listing(row)


def running(connection: Connection, *, node: str | None = None) -> list[str]:
    """Tables that wait for players or are in play, the oldest first; of one node if it is given."""
    asked = select(tables.c.id).where(tables.c.status.in_(RUNNING)).order_by(tables.c.created, tables.c.id)
    if node is not None:
        asked = asked.where(tables.c.owner == node)
    return list(connection.execute(asked).scalars())


def record(connection: Connection, table: str) -> Record | None:
    """The record of a finished game."""
    text = connection.execute(select(records.c.record).where(records.c.table_id == table)).scalar()
    return None if text is None else Record.from_json(json.loads(text))


def kept(connection: Connection, prefix: str) -> list[Record]:
    """The records of tables whose names begin so."""
    c = records.c
    asked = select(c.record).where(c.table_id.startswith(prefix, autoescape=True))
    return [Record.from_json(json.loads(text)) for text in connection.execute(asked).scalars()]


def summaries(
    connection: Connection,
    *,
    game: str | None = None,
    name: str | None = None,
    before: float | None = None,
    beyond: str | None = None,
    limit: int = 50,
    public: bool = False,
) -> list[Summary]:
    """Finished games, the latest first; with `public` only those of public tables. For the next page give
    `before` and `beyond`, the last one's time and table (by the time alone, games that ended at the same
    moment would be skipped)."""
    c = records.c
    asked: Select[Any] = select(c.table_id, c.game, c.at, c.rated, c.how, c.summary, c.weight)
    at, table = c.at, c.table_id
    if name is not None:
        asked = asked.join(record_names, record_names.c.table_id == c.table_id)
        asked = asked.where(record_names.c.name_key == fold(name))
        at, table = record_names.c.at, record_names.c.table_id
    if public:  # games of a game's own service have no row in `tables`, and are public
        private = select(tables.c.id).where(tables.c.id == c.table_id, tables.c.public.is_(False))
        asked = asked.where(~private.exists())
    if game is not None:
        asked = asked.where(c.game == game)
    if before is not None:
        asked = asked.where(at < before if beyond is None else tuple_(at, table) < (before, beyond))
    asked = asked.order_by(at.desc(), table.desc()).limit(bounded(limit))
    return [_summary(row) for row in connection.execute(asked)]


def _summary(row: Row[Any]) -> Summary:
    said = unpacked(row.summary)
    return Summary(
        table=row.table_id,
        game=row.game,
        seats=tuple(said["seats"]),
        winners=tuple(said["winners"]),
        scores=tuple(said["scores"]),
        at=row.at,
        rated=row.rated,
        how=row.how,
        bots=tuple(said["bots"]),
        accounts=tuple(said.get("accounts", ())),
        weight=None if row.weight is None else Weight(row.weight, tuple(said.get("why", ()))),
    )


def page(connection: Connection, after: tuple[float, str] | None) -> list[tuple[float, str, str]]:
    """The next records of an export, oldest first: when, which table, the record as JSON."""
    c = records.c
    asked = select(c.at, c.table_id, c.record).order_by(c.at, c.table_id).limit(PAGE)
    if after is not None:
        asked = asked.where(tuple_(c.at, c.table_id) > after)
    return [(row[0], row[1], row[2]) for row in connection.execute(asked)]


def scoreboard(connection: Connection, environment: str, limit: int = 100) -> list[Score]:
    """Most points first, then fewest games, then by name."""
    c = scores.c
    asked = select(c.name, c.score, c.games).where(c.environment == environment)
    asked = asked.order_by(c.score.desc(), c.games, c.name).limit(bounded(limit))
    return [Score(*row) for row in connection.execute(asked)]


def standing(
    connection: Connection, game: str, limit: int = 100, *, by_rating: bool = False, accounts: bool = False
) -> list[Standing]:
    """Standings of rated tables: most wins first, then fewest games, then by name; or the highest rating (mu
    less three sigma) first. `accounts`: bots with claimed names only."""
    c, r = standings.c, ratings.c
    same = and_(c.game == r.game, c.name_key == r.name_key, c.bot == r.bot)
    account = and_(names.c.name_key == c.name_key, names.c.bot, c.bot.is_(False))
    asked = select(c.name, c.games, c.wins, c.bot, r.mu, r.sigma, names.c.name_key.is_not(None))
    asked = asked.select_from(standings.outerjoin(ratings, same).outerjoin(names, account))
    asked = asked.where(c.game == game)
    if accounts:
        asked = asked.where(names.c.name_key.is_not(None))
    if by_rating:
        asked = asked.order_by(shown(r.mu, r.sigma).desc().nulls_last())
    asked = asked.order_by(c.wins.desc(), c.games, c.name_key, c.bot).limit(bounded(limit))
    return [Standing(*row) for row in connection.execute(asked)]


def rating(connection: Connection, game: str, name: str) -> Rating:
    """The rating of a person, or of a bot with a claimed name; before the first game the initial one."""
    r = ratings.c
    asked = select(r.mu, r.sigma).where(r.game == game, r.name_key == fold(name), r.bot.is_(False))
    row = connection.execute(asked).one_or_none()
    return Rating() if row is None else Rating(row.mu, row.sigma)


def history(connection: Connection, game: str, name: str, limit: int = 100) -> list[LadderGame]:
    """The rated games of a name with the rating after each, the latest first."""
    n, r = record_names.c, records.c
    asked = select(r.table_id, r.at, r.summary, r.how, n.won, n.mu, n.sigma, r.weight)
    asked = asked.join(record_names, n.table_id == r.table_id)
    asked = asked.where(n.name_key == fold(name), r.game == game, n.mu.is_not(None))
    rows = connection.execute(asked.order_by(n.at.desc(), n.table_id.desc()).limit(bounded(limit)))
    found = []
    for row in rows:
        said = unpacked(row.summary)
        seats, winners = tuple(said["seats"]), tuple(said["winners"])
        came_to = row.how, bool(row.won), row.mu, row.sigma, row.weight
        found.append(LadderGame(row.table_id, row.at, seats, winners, *came_to))
    return found


def rivals(connection: Connection, game: str, name: str, limit: int = 100) -> list[Rival]:
    """The opponents of a name in rated games, the most frequent first."""
    mine, theirs, key = record_names.alias(), record_names.alias(), fold(name)
    number, wins = func.count(), func.sum(case((mine.c.won, 1), else_=0))
    asked = select(theirs.c.name_key, number, wins).select_from(mine)
    asked = asked.join(theirs, (theirs.c.table_id == mine.c.table_id) & (theirs.c.at == mine.c.at))
    asked = asked.join(records, records.c.table_id == mine.c.table_id)
    asked = asked.where(mine.c.name_key == key, theirs.c.name_key != key, mine.c.mu.is_not(None))
    asked = asked.where(records.c.game == game).group_by(theirs.c.name_key)
    rows = connection.execute(asked.order_by(number.desc(), theirs.c.name_key).limit(bounded(limit)))
    return [Rival(row[0], row[1], int(row[2])) for row in rows]


def written(connection: Connection, changes: Sequence[Change]) -> frozenset[str]:
    """Which tables have some of these entries, or a record, already."""
    found: set[str] = set()
    tables_: Collection[str] = {change.table for change in changes}
    asked = select(tables.c.id, func.max(log.c.version)).join(log, tables.c.number == log.c.number)
    asked = asked.where(among(connection, tables.c.id, tables_)).group_by(tables.c.id)
    last: dict[str, int] = {row[0]: row[1] for row in connection.execute(asked)}
    found |= {c.table for c in changes if c.entries and last.get(c.table, 0) >= c.version}
    ended = {c.table for c in changes if c.finished is not None}
    there = select(records.c.table_id).where(among(connection, records.c.table_id, ended))
    return frozenset(found | set(connection.execute(there).scalars()))


def counts(connection: Connection) -> dict[str, Any]:
    by_status = select(tables.c.status, func.count()).group_by(tables.c.status).order_by(tables.c.status)
    number = {
        name: connection.execute(select(func.count()).select_from(table)).scalar() or 0
        for name, table in (("entries", log), ("records", records), ("names", names), ("nodes", nodes))
    }
    return {"tables": {row[0]: row[1] for row in connection.execute(by_status)}, **number}


def bounded(limit: int) -> int:
    return max(0, min(limit, MOST))
