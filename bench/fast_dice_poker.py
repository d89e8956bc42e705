"""Dice Poker, one roll classified: as the first scripts did it, by NumPy, bare, and here."""

from __future__ import annotations

from collections import Counter
from random import randint, seed
from typing import Any

import numba
import numpy as np

from bench.fast_timing import side_by_side
from tavola.games.dice_poker.analysis.turn import optimal
from tavola.games.dice_poker.fast import rolls
from tavola.games.dice_poker.points import TABLE

FEW, SOME, MANY = 20_000, 2_000_000, 40_000_000


def original() -> float:
    """randint for each die, a Counter for the pattern."""
    seed(1)
    found: Counter[str] = Counter()
    for _ in range(FEW):
        dice = [randint(1, 6) for _ in range(5)]
        found[_named(dice)] += 1
    return FEW


def _named(dice: list[int]) -> str:
    counts = sorted(Counter(dice).values(), reverse=True)
    faces = set(dice)
    if counts[0] == 5:
        return "mega"
    if faces in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}):
        return "great_straight"
    if any(set(range(low, low + 4)) <= faces for low in (1, 2, 3)):
        return "little_straight"
    if counts[0] == 4:
        return "quads"
    if counts[0] == 3:
        return "full" if counts[1] == 2 else "trips"
    if counts[0] == 2:
        return "two_pair" if counts[1] == 2 else "pair"
    return "nothing"


def by_numpy() -> float:
    """All rolls at once: a number below 7776 for each, and a table of patterns."""
    drawn = np.random.default_rng(1).integers(0, 7776, SOME, dtype=np.uint16)
    np.bincount(rolls.patterns_by_throw()[drawn], minlength=9)
    return SOME


@numba.njit  # type: ignore[untyped-decorator, unused-ignore]
def _bare(n: int, table: Any, counts: Any) -> None:
    """SplitMix64, one multiplication, one look-up, one count: little else can be left out."""
    state = np.uint64(1)
    for _ in range(n):
        state += np.uint64(0x9E3779B97F4A7C15)
        z = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
        counts[table[((z >> np.uint64(32)) * np.uint64(7776)) >> np.uint64(32)]] += 1


def measure() -> dict[str, float]:
    """Rolls a second of each way, turns a second for the last."""
    table, counts = rolls.patterns_by_throw(), np.zeros(9, np.int64)
    best = rolls.turns_by_throw(lambda dice: optimal(TABLE, dice, 1))

    def bare() -> float:
        _bare(MANY, table, counts)
        return MANY

    def ours() -> float:
        rolls.roll(1, 0, MANY)
        return MANY

    def turns() -> float:
        rolls.turn(1, 0, MANY, best)
        return MANY

    return side_by_side(
        {"original": original, "numpy": by_numpy, "bare": bare, "fast": ours, "fast, optimal re-roll": turns}
    )


if __name__ == "__main__":
    for name, rate in measure().items():
        print(f"{name:24} {rate:16,.0f} a second")
