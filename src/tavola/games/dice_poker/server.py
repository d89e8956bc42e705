"""What dice count under the options of a table, for a page that shows it before it is played."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from tavola.games.dice_poker.options import Options
from tavola.games.dice_poker.patterns import DICE, NAMES, pattern
from tavola.games.dice_poker.points import scale
from tavola.pieces.dice import high_to_low, throws


class DicePokerCounts(msgspec.Struct, frozen=True, tag_field="game", tag="dice-poker"):
    """Dice Poker: what five dice show and count, and what throwing some of them again may give.

    Dice are written highest first. Patterns go from the least to the most valuable. `falls` says of the dice
    that are kept how many of the ways in which the others can fall give each pattern.
    """

    patterns: list[str]
    points: list[int]
    shows: dict[str, int]
    falls: dict[str, list[int]]


def counts(options: Options) -> DicePokerCounts:
    return _counts(options.points)


@lru_cache(maxsize=8)
def _counts(points: str) -> DicePokerCounts:
    shows = {str(dice): pattern(dice) for dice, _ in throws(DICE)}
    falls = {str(kept or ""): _falls(shows, kept, DICE - n) for n in range(DICE) for kept, _ in throws(n)}
    return DicePokerCounts(list(NAMES), list(scale(points)), shows, falls)


def _falls(shows: dict[str, int], kept: int, thrown: int) -> list[int]:
    found = [0] * len(NAMES)
    for rolled, ways in throws(thrown):
        found[shows[str(high_to_low(kept * 10**thrown + rolled))]] += ways
    return found
