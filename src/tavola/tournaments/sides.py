"""Who plays against whom, and what each side makes of a game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from tavola.games import game_class

Side = tuple[int, ...]  # seats that win and lose together


def sides_of(game: str, seats: int) -> tuple[Side, ...]:
    """The sides of a table, as the game has them."""
    sides: tuple[Side, ...] = game_class(game).info.sides_of(seats)
    return sides


def points_of(sides: Sequence[Side], winners: Collection[int]) -> tuple[float, ...]:
    """What each side makes of a game: the mean, over its opponents, of 1 for beating, 1/2 for a draw.

    Of two, that is 1, 1/2 or 0. Of three with one winner: 1, 1/4, 1/4. It is 1/2 on the average, however
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
