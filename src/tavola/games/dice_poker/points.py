"""What the patterns count: three scales, from nothing to the méga."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from tavola.games.dice_poker.patterns import DICE, MEGA, NOTHING, PAIR, pattern
from tavola.games.dice_poker.strategies import smart
from tavola.pieces.dice import FACES, put_back, throws

Scale = tuple[int, int, int, int, int, int, int, int, int]

TABLE: Scale = (0, 10, 40, 50, 80, 120, 130, 740, 1000)
LINEAR: Scale = (0, 11, 38, 52, 78, 123, 133, 738, 1000)


def scale(name: str) -> Scale:
    """The points by the name of the option."""
    return {"table": TABLE, "linear": LINEAR}[name] if name != "recalibrated" else recalibrated()


@cache
def recalibrated() -> Scale:
    """The published law, points times chance constant, from the exact chances of the smart re-roll.

    As published: the méga is 1000, a pair counts as "anything at all", and points are rounded to tens. Only
    the chances are corrected.
    """
    chances = smart_chances()
    rarity = [chances[p] if p != PAIR else 1 - chances[NOTHING] for p in range(MEGA + 1)]
    tens = [0, *(round(100 * chances[MEGA] / rarity[p]) for p in range(PAIR, MEGA + 1))]
    nothing, pair, two_pair, trips, full, quads, little, great, mega = (10 * n for n in tens)
    return nothing, pair, two_pair, trips, full, quads, little, great, mega


def smart_chances() -> list[Fraction]:
    """The exact chance of each pattern when the smart re-roll is played."""
    chances = [Fraction(0)] * (MEGA + 1)
    for dice, ways in throws(DICE):
        mask = smart(dice)
        again = mask.bit_count()
        for rolled, more_ways in throws(again) if again else [(0, 1)]:
            after = put_back(dice, mask, rolled)
            chances[pattern(after)] += Fraction(ways * more_ways, FACES ** (DICE + again))
    return chances
