"""The pairing of a ladder: games that tell most about the order, and no player waits for ever. Pure.

What a game tells is the information gained about which of the two is stronger, in nats: much between two of
unknown and perhaps equal strength, little where the winner is known before. Players that have met lately are
rather paired with others. A game that would tell much less than one with a player that is still busy waits a
while for that player.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from tavola.tournaments.ratings import Rating

BETA = 25.0 / 6.0  # the spread of results in a single game, as in the model of ratings.py
SURE = 1.959964  # standard deviations to either side that hold 95 %
SOON = 5.0  # seconds to wait for a better game
LONG = 20.0  # seconds after which a player is paired first, whatever the game tells
WORTH = 0.5  # the share of the best game of either that a game must be worth to begin at once
NEWCOMER = Rating()
AT_ONCE = 64  # players considered in one round: those that have waited longest
MOST_LOOKS = 20_000  # comparisons of two players to find them


@dataclass(frozen=True, slots=True)
class Climber:
    """A player that waits. `low` and `high`: the shown rating of opponents it accepts."""

    key: str
    rating: Rating = NEWCOMER
    since: float = 0.0  # when it began to wait
    low: float = -math.inf
    high: float = math.inf
    owner: str = ""  # two players of one owner do not meet
    place: str = ""  # nor do two of one address, if that is known

    def takes(self, other: Climber) -> bool:
        return self.low <= other.rating.shown <= self.high


Met = Callable[[str, str], int]  # how often two have met lately


def tells(one: Rating, other: Rating) -> float:
    """The information a game gives about which player is stronger, in nats (Laplace's approximation).

    >>> newcomers = tells(Rating(), Rating())
    >>> newcomers > tells(Rating(25, 1), Rating(25, 1)) > tells(Rating(45, 1), Rating(5, 1))
    True
    """
    scale = math.sqrt(2) * BETA
    spread = (one.sigma**2 + other.sigma**2) / scale**2
    ahead = (one.mu - other.mu) / scale / math.sqrt(1 + math.pi * spread / 8)
    chance = 1 / (1 + math.exp(min(ahead, 700.0)))
    return 0.5 * math.log1p(spread * chance * (1 - chance))


def fits(one: Climber, other: Climber) -> bool:
    """May these two meet?"""
    same = one.key == other.key or (one.owner and one.owner == other.owner)
    near = one.place and one.place == other.place
    return not same and not near and one.takes(other) and other.takes(one)


def pair(
    waiting: Iterable[Climber], busy: Collection[Climber], met: Met, now: float, seats: int = 2
) -> list[tuple[Climber, ...]]:
    """The games to begin now. `busy`: players in a game, which will come back."""
    free = _first(sorted(waiting, key=lambda each: (each.since, each.key)))
    best = _best(free, busy, met)
    games = []
    while group := _next(free, best, met, now, seats):
        games.append(group)
        free = [each for each in free if each not in group]
    return games


def _first(waiting: Sequence[Climber]) -> list[Climber]:
    """If too many wait: those that have waited longest and have a possible opponent, filled up with the
    latest. So players without any possible opponent, such as a hundred bots of one owner, block nobody."""
    if len(waiting) <= AT_ONCE:
        return list(waiting)
    found, looks = list[Climber](), 0
    for one in waiting:
        if len(found) == AT_ONCE or looks >= MOST_LOOKS:
            break
        for other in waiting:
            looks += 1
            if fits(one, other):
                found.append(one)
                break
    there = {each.key for each in found}
    latest = (each for each in reversed(waiting) if each.key not in there)
    return found + [each for each, _ in zip(latest, range(AT_ONCE - len(found)), strict=False)]


def _worth(one: Climber, other: Climber, met: Met) -> float:
    return tells(one.rating, other.rating) / (1 + met(one.key, other.key))


def _best(free: Sequence[Climber], busy: Collection[Climber], met: Met) -> dict[str, float]:
    """For each player, what its best possible game would tell, with a free or a busy opponent."""
    return {
        one.key: max((_worth(one, other, met) for other in (*free, *busy) if fits(one, other)), default=0.0)
        for one in free
    }


def _next(
    free: Sequence[Climber], best: dict[str, float], met: Met, now: float, seats: int
) -> tuple[Climber, ...]:
    """The next game: of a player that has waited too long, else the one that tells most. Empty: none now."""
    for one in free:
        if now - one.since < LONG:
            break
        if group := _around([one], free, met, seats):
            return group
    pairs = [(a, b) for a, b in combinations(free, 2) if fits(a, b)]
    pairs.sort(key=lambda ab: (-_worth(ab[0], ab[1], met), ab[0].since, ab[0].key, ab[1].key))
    for a, b in pairs:
        ripe = now - min(a.since, b.since) >= SOON
        if not ripe and _worth(a, b, met) < WORTH * max(best[a.key], best[b.key]):
            continue
        if group := _around([a, b], free, met, seats):
            return group
    return ()


def _around(group: list[Climber], free: Sequence[Climber], met: Met, seats: int) -> tuple[Climber, ...]:
    """Fill up a group, each time with the player that tells most about the others; empty if too few fit."""
    group = list(group)
    while len(group) < seats:
        others = [each for each in free if all(fits(each, one) for one in group)]
        if not others:
            return ()
        group.append(max(others, key=lambda each: sum(_worth(each, one, met) for one in group)))
    return tuple(group)


def interval(rating: Rating) -> tuple[float, float]:
    """The 95 % interval of the strength."""
    return rating.mu - SURE * rating.sigma, rating.mu + SURE * rating.sigma


def apart(one: Rating, other: Rating) -> bool:
    """Is one stronger than the other, with 95 % confidence?"""
    return abs(one.mu - other.mu) > SURE * math.hypot(one.sigma, other.sigma)
