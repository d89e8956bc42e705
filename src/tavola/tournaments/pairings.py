"""Pairings: round robin, Swiss, knock-out; and at one table, which seats play against which. Pure
functions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from tavola.games import game_class

Pair = tuple[str, str]


def everybody(names: Sequence[str], together: int) -> list[tuple[str, ...]]:
    """All tables of so many entrants."""
    return list(combinations(names, together))


# ---- Swiss ----


class PairingRound(NamedTuple):
    """One round: the pairs, and the entrant without an opponent."""

    pairs: list[Pair]
    bye: str | None = None


def rounds_needed(players: int) -> int:
    """As many rounds as leave at most one player that has won every match."""
    return max(1, (players - 1).bit_length())


def swiss(
    names: Sequence[str], scores: Mapping[str, float], met: Collection[frozenset[str]], byes: Collection[str]
) -> PairingRound:
    """The next round: pairs near in score, no pair twice if possible, the bye to the lowest without one.

    `names` are in order of seed, which breaks ties. If no pairing without repeats is found, old opponents
    meet again.
    """
    order = sorted(names, key=lambda name: (-scores.get(name, 0.0), names.index(name)))
    if len(order) % 2 == 0:
        return PairingRound(_paired(order, met))
    may_rest = [name for name in reversed(order) if name not in byes] or list(reversed(order))
    for bye in may_rest:
        rest = [name for name in order if name != bye]
        if (pairs := _without_repeats(rest, met)) is not None:
            return PairingRound(pairs, bye)
    bye = may_rest[0]
    return PairingRound(_neighbours([name for name in order if name != bye]), bye)


def _paired(order: Sequence[str], met: Collection[frozenset[str]]) -> list[Pair]:
    pairs = _without_repeats(order, met)
    return _neighbours(order) if pairs is None else pairs


def _neighbours(order: Sequence[str]) -> list[Pair]:
    return list(zip(order[::2], order[1::2], strict=True))


def _without_repeats(order: Sequence[str], met: Collection[frozenset[str]]) -> list[Pair] | None:
    """The first of the order meets the next it has not met yet; if that leaves no pairing, a later one.

    Tries are bounded: with many rounds among few entrants there may be no answer, and the search would take
    for ever.
    """
    tries = [20_000]

    def pair(left: Sequence[str]) -> list[Pair] | None:
        if not left:
            return []
        first, *others = left
        for other in others:
            tries[0] -= 1
            if tries[0] < 0:
                return None
            if frozenset((first, other)) not in met:
                rest = pair([name for name in others if name != other])
                if rest is not None:
                    return [(first, other), *rest]
        return None

    return pair(order)


# ---- knock-out ----


def first_round(names: Sequence[str]) -> list[tuple[str, str | None]]:
    """The bracket, best seeds apart: 1 and 2 can only meet in the final. None: a bye, for the best seeds."""
    size = 1 << max(1, (len(names) - 1).bit_length())
    places = [0]
    while len(places) < size:
        total = 2 * len(places) - 1
        places = [place for seed in places for place in (seed, total - seed)]
    seated = [names[place] if place < len(names) else None for place in places]
    return [_bye_last(*two) for two in zip(seated[::2], seated[1::2], strict=True)]


def _bye_last(a: str | None, b: str | None) -> tuple[str, str | None]:
    if a is None:
        a, b = b, a
    assert a is not None, "two byes meet only where half of the bracket is empty"
    return a, b


def next_round(winners: Sequence[str]) -> list[tuple[str, str | None]]:
    """Winners of neighbouring matches meet."""
    return list(zip(winners[::2], winners[1::2], strict=True))


# ---- at one table ----

Side = tuple[int, ...]  # seats that win and lose together


def sides_of(game: str, seats: int) -> tuple[Side, ...]:
    """The sides of a table, as the game has them."""
    sides: tuple[Side, ...] = game_class(game).info.sides_of(seats)
    return sides


def points_of(sides: Sequence[Side], winners: Collection[int]) -> tuple[float, ...]:
    """The points of each side in a game: the mean, over its opponents, of 1 for beating, 1/2 for a draw.

    With two sides that is 1, 1/2 or 0; with three and one winner 1, 1/4, 1/4. The average is 1/2, however
    many play and however many win.
    """
    won = [any(seat in winners for seat in side) for side in sides]
    if len(sides) < 2:
        return tuple(map(float, won))
    points = [0.0] * len(sides)
    for a, b in combinations(range(len(sides)), 2):
        share = 0.5 + 0.5 * (won[a] - won[b])
        points[a] += share
        points[b] += 1 - share
    return tuple(each / (len(sides) - 1) for each in points)
