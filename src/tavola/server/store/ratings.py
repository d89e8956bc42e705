"""Ratings of rated tables, kept in the transaction that keeps the record.

A record is kept once, so it is rated once. Rows are locked in the order of their keys, so that two nodes that
rate the same people at the same time can't deadlock. How much a game counts is decided under these locks,
because it depends on how often the same people have just played.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from statistics import fmean
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, tuple_, update

from tavola.core.errors import TavolaError
from tavola.server.store.names import fold
from tavola.server.store.rating_rule import DAY, LATEST, Weight, weight_of
from tavola.server.store.schema import ratings, record_names, records
from tavola.server.store.sql import among, upsert
from tavola.server.store.values import Finished
from tavola.tournaments.pairings import Side, sides_of
from tavola.tournaments.ratings import Rating, rated

Key = tuple[str, str, bool]  # game, folded name, is it a bot? As in the standings.


class RatingBook:
    """The ratings of the players of these games, their rows locked until the transaction ends."""

    def __init__(self, connection: Connection, games: Iterable[Finished]) -> None:
        self._connection = connection
        keys = sorted({key for end in games if _sides(end) for key in _keys(end) if key is not None})
        self._held = _held(connection, keys) if keys else {}
        self._changed: set[Key] = set()

    def weigh(self, end: Finished) -> Weight:
        """How much it counts. Games before it must have been kept by now."""
        met, ask = 0, _met_beyond_others if end.paired else _met
        for one, other in _opponents(end):
            met = max(met, ask(self._connection, end, one, other))
        return weight_of(end.how, end.decisions, end.same_address, met, end.paired)

    def rate(self, end: Finished) -> dict[str, Rating]:
        """One game: the ratings after it, by folded name. A name on two seats gets the mean of what both
        would get."""
        sides, keys, result = _sides(end), _keys(end), end.record.result
        if not sides or result is None or end.weight is None or not end.weight.weight:
            return {}
        of_seat = [Rating() if key is None else self._held[key][0] for key in keys]
        won = [any(seat in result["winners"] for seat in side) for side in sides]
        after = rated([[of_seat[seat] for seat in side] for side in sides], won)
        found: dict[Key, list[Rating]] = {}
        for side, team in zip(sides, after, strict=True):
            for seat, rating in zip(side, team, strict=True):
                if (key := keys[seat]) is not None:
                    found.setdefault(key, []).append(rating)
        for key, new in found.items():
            before, played = self._held[key]
            mean = Rating(fmean(r.mu for r in new), fmean(r.sigma for r in new))
            self._held[key] = scaled(before, mean, end.weight.weight), played + 1
            self._changed.add(key)
        return {key[1]: self._held[key][0] for key in found}

    def write(self) -> None:
        changed = [
            {
                "game_": key[0],
                "key_": key[1],
                "bot_": key[2],
                "mu": now.mu,
                "sigma": now.sigma,
                "games": games,
            }
            for key, (now, games) in self._held.items()
            if key in self._changed
        ]
        if changed:
            self._connection.execute(_CHANGE, changed)


_CHANGE = (
    update(ratings)
    .where(
        ratings.c.game == bindparam("game_"),
        ratings.c.name_key == bindparam("key_"),
        ratings.c.bot == bindparam("bot_"),
    )
    .values(mu=bindparam("mu"), sigma=bindparam("sigma"), games=bindparam("games"))
)


def scaled(before: Rating, after: Rating, weight: float) -> Rating:
    """A rating part of the way from one to the other; with weight 1 exactly the second."""
    if weight >= 1:
        return after
    return Rating(*(old + weight * (new - old) for old, new in zip(before, after, strict=True)))


def _sides(end: Finished) -> tuple[Side, ...]:
    """The sides that played against each other; none, if the game can't be rated."""
    if not end.rated or end.record.result is None:
        return ()
    try:
        sides = sides_of(end.record.game, len(end.record.seats))
    except TavolaError:  # a game of another package that is gone
        return ()
    return sides if len(sides) > 1 else ()


def _opponents(end: Finished) -> set[tuple[str, str]]:
    """The pairs of opponents, by folded name; at least one of a pair is a person."""
    keys, found = _keys(end), set()
    for one_side, other_side in combinations(_sides(end), 2):
        for one, other in ((keys[a], keys[b]) for a in one_side for b in other_side):
            if one is not None and other is not None and not (one[2] and other[2]) and one[1] != other[1]:
                found.add((one[1], other[1]))
    return found


def _met(connection: Connection, end: Finished, one: str, other: str) -> int:
    """How many games that counted these two had in the day before, at this game."""
    mine, theirs = record_names.alias(), record_names.alias()
    asked = select(func.count()).select_from(mine)
    asked = asked.join(theirs, (theirs.c.table_id == mine.c.table_id) & (theirs.c.at == mine.c.at))
    asked = asked.join(records, records.c.table_id == mine.c.table_id)
    asked = asked.where(mine.c.name_key == one, theirs.c.name_key == other)
    asked = asked.where(mine.c.at > end.at - DAY, mine.c.at <= end.at)
    asked = asked.where(records.c.game == end.record.game, records.c.weight > 0)
    return connection.execute(asked).scalar() or 0


def _met_beyond_others(connection: Connection, end: Finished, one: str, other: str) -> int:
    """Of their latest games of the day that counted, how many more the two had together than with others."""
    found = 0
    for me, them in ((one, other), (other, one)):
        latest = select(record_names.c.table_id).where(
            record_names.c.name_key == me, record_names.c.at > end.at - DAY, record_names.c.at <= end.at
        )
        latest = latest.order_by(record_names.c.at.desc(), record_names.c.table_id.desc()).limit(10 * LATEST)
        asked = select(records.c.table_id).where(records.c.table_id.in_(latest.subquery().select()))
        asked = asked.where(records.c.game == end.record.game, records.c.weight > 0)
        tables = list(connection.execute(asked.order_by(records.c.at.desc()).limit(LATEST)).scalars())
        shared = select(func.count()).select_from(record_names)
        shared = shared.where(
            record_names.c.name_key == them, among(connection, record_names.c.table_id, tables)
        )
        found = max(found, 2 * (connection.execute(shared).scalar() or 0) - len(tables))
    return found


def _keys(end: Finished) -> list[Key | None]:
    """The key of each seat; None for a name without visible characters."""
    seats = map(end.counted_as, range(len(end.record.seats)))
    keys = ((end.record.game, fold(name), bot) for name, bot in seats)
    return [key if key[1] else None for key in keys]


def _held(connection: Connection, keys: list[Key]) -> dict[Key, tuple[Rating, int]]:
    """The ratings and numbers of games, their rows locked; players without a rating get one."""
    new = Rating()
    rows = [
        {"game": game, "name_key": name, "bot": bot, "mu": new.mu, "sigma": new.sigma, "games": 0}
        for game, name, bot in keys
    ]
    connection.execute(upsert(connection, ratings).on_conflict_do_nothing(), rows)
    c = ratings.c
    asked = select(c.game, c.name_key, c.bot, c.mu, c.sigma, c.games)
    asked = asked.where(tuple_(c.game, c.name_key, c.bot).in_(keys))
    asked = asked.order_by(c.game, c.name_key, c.bot).with_for_update()
    return {(row[0], row[1], row[2]): (Rating(row[3], row[4]), row[5]) for row in connection.execute(asked)}


def shown(mu: Any, sigma: Any) -> Any:
    """What standings rank by, as an expression or as a number."""
    return mu - 3 * sigma
