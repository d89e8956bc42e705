"""The dice of a turn as arrays for the solver, tabulated from the rules: nothing is typed in.

The 252 throws of five dice are numbered as `pieces.dice.throws` lists them. The sets of dice that may be
kept, two to four of one throw, are numbered too.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from tavola.fast.arrays import np
from tavola.games.dice_poker.patterns import DICE, pattern
from tavola.games.dice_poker.rules import legal
from tavola.pieces.dice import FACES, high_to_low, others, size, throws

Array = np.ndarray[Any, Any]


class TurnTable(NamedTuple):
    """Lists of lists are flat: list number i goes from start[i] to start[i + 1]."""

    chance: Array  # array[throw]: its chance
    pattern: Array  # array[throw]: the pattern it shows
    move_start: Array  # the moves that re-roll something, by throw
    move_kept: Array  # the number of what is kept
    move_mask: Array  # the positions thrown again, the dice lying high to low
    kept_start: Array  # by number of what is kept: the throws it may become
    kept_throw: Array
    kept_chance: Array


@cache
def numbered() -> dict[int, int]:
    """The number of each throw of five dice, lying high to low."""
    return {dice: number for number, (dice, _) in enumerate(throws(DICE))}


@cache
def kept() -> dict[int, int]:
    """The number of each set of dice that may be kept, lying high to low."""
    found: dict[int, int] = {}
    for dice in numbered():
        for mask in masks(dice):
            found.setdefault(others(dice, mask), len(found))
    return found


@cache
def turn() -> TurnTable:
    number = numbered()
    move_start, move_kept, move_mask = [0], [], []
    for dice in number:
        for mask in masks(dice):
            move_kept.append(kept()[others(dice, mask)])
            move_mask.append(mask)
        move_start.append(len(move_kept))
    kept_start, kept_throw, kept_chance = [0], [], []
    for keep in kept():
        n = DICE - size(keep)
        for rolled, ways in throws(n):
            kept_throw.append(number[high_to_low(keep * 10**n + rolled)])
            kept_chance.append(ways / FACES**n)
        kept_start.append(len(kept_throw))
    return TurnTable(
        chance=np.array([ways / FACES**DICE for _, ways in throws(DICE)]),
        pattern=np.array([pattern(dice) for dice in number]),
        move_start=np.array(move_start),
        move_kept=np.array(move_kept),
        move_mask=np.array(move_mask),
        kept_start=np.array(kept_start),
        kept_throw=np.array(kept_throw),
        kept_chance=np.array(kept_chance),
    )


def masks(dice: int) -> list[int]:
    """The positions that may be thrown again, fewest dice first: of equally good moves the first is taken."""
    allowed = legal(dice)
    found = [mask for mask in range(1, 1 << DICE) if (allowed >> mask) & 1]
    return sorted(found, key=lambda mask: (mask.bit_count(), mask))
