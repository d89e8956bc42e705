"""Ratings of rated tables, kept in the transaction that keeps the record.

A record is kept once, so it is rated once. Rows are locked in the order of their keys: two nodes that rate
the same people at the same time wait for each other in turn, and never for ever.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import Any

from sqlalchemy import Connection, bindparam, select, tuple_, update

from tavola.core.errors import TavolaError
from tavola.server.store.names import fold
from tavola.server.store.schema import ratings
from tavola.server.store.sql import upsert
from tavola.server.store.values import Finished
from tavola.tournaments.ratings import Rating, rated
from tavola.tournaments.sides import Side, sides_of

Key = tuple[str, str, bool]  # game, folded name, is it a bot? As in the standings.


def count_ratings(connection: Connection, finished: Iterable[Finished]) -> None:
    """Rate games that ended, one after the other."""
    games = [(end, sides) for end in finished if len(sides := _sides(end)) > 1]
    keys = sorted({key for end, _ in games for key in _keys(end) if key is not None})
    if not keys:
        return
    held = _held(connection, keys)
    for end, sides in games:
        _rate(end, sides, held)
    changed = [
        {"game_": key[0], "key_": key[1], "bot_": key[2], "mu": now.mu, "sigma": now.sigma, "games": played}
        for key, (now, played) in held.items()
    ]
    connection.execute(_CHANGE, changed)


_CHANGE = (
    update(ratings)
    .where(
        ratings.c.game == bindparam("game_"),
        ratings.c.name_key == bindparam("key_"),
        ratings.c.bot == bindparam("bot_"),
    )
    .values(mu=bindparam("mu"), sigma=bindparam("sigma"), games=bindparam("games"))
)


def _sides(end: Finished) -> tuple[Side, ...]:
    """Who played against whom; nobody, if the game is not to be rated."""
    if not end.rated or end.record.result is None:
        return ()
    try:
        return sides_of(end.record.game, len(end.record.seats))
    except TavolaError:  # a game of another package that is gone
        return ()


def _keys(end: Finished) -> list[Key | None]:
    """Who sat on each seat; None for a name of which nothing can be seen."""
    seats = map(end.counted_as, range(len(end.record.seats)))
    keys = ((end.record.game, fold(name), bot) for name, bot in seats)
    return [key if key[1] else None for key in keys]


def _held(connection: Connection, keys: list[Key]) -> dict[Key, tuple[Rating, int]]:
    """The ratings and games of these, their rows locked; newcomers get one."""
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


def _rate(end: Finished, sides: tuple[Side, ...], held: dict[Key, tuple[Rating, int]]) -> None:
    """One game. A name on two seats gets the mean of what both would get."""
    keys, result = _keys(end), end.record.result
    assert result is not None
    of_seat = [Rating() if key is None else held[key][0] for key in keys]
    won = [any(seat in result["winners"] for seat in side) for side in sides]
    after = rated([[of_seat[seat] for seat in side] for side in sides], won)
    found: dict[Key, list[Rating]] = {}
    for side, team in zip(sides, after, strict=True):
        for seat, rating in zip(side, team, strict=True):
            if (key := keys[seat]) is not None:
                found.setdefault(key, []).append(rating)
    for key, new in found.items():
        held[key] = Rating(fmean(r.mu for r in new), fmean(r.sigma for r in new)), held[key][1] + 1


def shown(mu: Any, sigma: Any) -> Any:
    """What standings rank by, as an expression or as a number."""
    return mu - 3 * sigma
