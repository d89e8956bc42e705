"""The patterns of five dice, and which of them counts."""

from __future__ import annotations

from tavola.pieces.dice import FACES, count, counts

DICE = 5

# From the least to the most valuable: of the patterns that match, the most valuable counts.
NOTHING, PAIR, TWO_PAIR, TRIPS, FULL, QUADS, LITTLE_STRAIGHT, GREAT_STRAIGHT, MEGA = range(9)
NAMES = (
    "nothing",
    "pair",
    "two_pair",
    "trips",
    "full",
    "quads",
    "little_straight",
    "great_straight",
    "mega",
)


def longest_run(tally: int) -> int:
    """The most faces of sequential rank that show, at least once each."""
    longest, run = 0, 0
    for face in range(1, FACES + 1):
        run = run + 1 if count(tally, face) > 0 else 0
        longest = max(longest, run)
    return longest


def pattern(dice: int) -> int:
    """The pattern that counts. A little straight may have a pair in it: 1-2-2-3-4."""
    tally = counts(dice)
    most, second = 0, 0
    for face in range(1, FACES + 1):
        n = count(tally, face)
        if n > most:
            most, second = n, most
        elif n > second:
            second = n
    run = longest_run(tally)
    if most == 5:
        return MEGA
    if run == 5:
        return GREAT_STRAIGHT
    if run == 4:
        return LITTLE_STRAIGHT
    if most == 4:
        return QUADS
    if most == 3:
        return FULL if second == 2 else TRIPS
    if most == 2:
        return TWO_PAIR if second == 2 else PAIR
    return NOTHING
