"""What five dice show and count, and what throwing some again may give, for a page that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tavola.games.dice_poker.options import Options
from tavola.games.dice_poker.patterns import DICE, NAMES, pattern
from tavola.games.dice_poker.points import scale
from tavola.pieces.dice import high_to_low, throws


@dataclass(frozen=True, slots=True)
class Counts:
    """What five dice show and count, and what throwing some of them again may give.

    Dice are written highest first. Patterns go from the least to the most valuable. `falls` says for each set
    of kept dice how many falls of the others give each pattern.
    """

    patterns: list[str]
    points: list[int]
    shows: dict[str, int]
    falls: dict[str, list[int]]


def counts(options: Options) -> Counts:
    shows, falls = _ways()
    return Counts(list(NAMES), list(scale(options.points)), shows, falls)


@lru_cache(maxsize=1)
def _ways() -> tuple[dict[str, int], dict[str, list[int]]]:
    shows = {str(dice): pattern(dice) for dice, _ in throws(DICE)}
    falls = {str(kept or ""): _falls(shows, kept, DICE - n) for n in range(DICE) for kept, _ in throws(n)}
    return shows, falls


def _falls(shows: dict[str, int], kept: int, thrown: int) -> list[int]:
    found = [0] * len(NAMES)
    for rolled, ways in throws(thrown):
        found[shows[str(high_to_low(kept * 10**thrown + rolled))]] += ways
    return found
