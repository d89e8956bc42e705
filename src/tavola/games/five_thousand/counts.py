"""What dice count under the options of a table, for a page that shows it before the game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tavola.games.five_thousand import rules
from tavola.games.five_thousand.options import Options
from tavola.pieces.dice import throws
from tavola.pieces.seats import NONE_EACH


@dataclass(frozen=True, slots=True)
class Counts:
    """What dice played together count in the first hand of a turn.

    The second and third hand multiply it. Dice are written highest first. A selection that is not listed may
    not be played.
    """

    times: list[int]
    points: dict[str, int]


def counts(options: Options) -> Counts:
    return _counts(options.variant.brelan_of_aces)


@lru_cache(maxsize=8)
def _counts(brelan_of_aces: int) -> Counts:
    variant = rules.Variant(rules.FIVE_THOUSAND, brelan_of_aces)
    found = {
        str(dice): points
        for n in range(1, rules.DICE + 1)
        for dice, _ in throws(n)
        if (points := rules.score(variant, dice))
    }
    aces = [_ace(variant, hand) for hand in range(rules.HANDS)]
    return Counts([points // aces[0] for points in aces], found)


def _ace(variant: rules.Variant, hand: int) -> int:
    """What the rules give for an ace played in this hand."""
    lying = rules.State(1, 0, NONE_EACH, hand, 0, 1, 0, -1)
    return rules.play(variant, lying, 1)[1].points
