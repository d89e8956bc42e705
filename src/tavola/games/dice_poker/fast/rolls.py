"""Dice Poker roll by roll: single turns, at the speed of the machine.

Without a game there is no state, only tables made by asking the rules: the pattern of every throw, and for a
strategy the pattern of every throw and re-roll. One random word gives several throws: multiplied by the
number of throws, its high part is one throw, its low part is as random as before (Brackett-Rozinsky and
Lemire, "Batched ranged random integer generation", 2024). Roll number n of a seed is the same wherever it is
rolled.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavola.fast.compile import jit
from tavola.fast.intrinsics import multiply
from tavola.fast.kernel import ordered_falls
from tavola.fast.streams import ONE, ZERO, philox
from tavola.fast.sums import Ints
from tavola.games.dice_poker.patterns import DICE, NAMES, pattern
from tavola.games.dice_poker.rules import MOST_REROLLED
from tavola.pieces.dice import FACES, high_to_low, others, size

Small = NDArray[np.uint8]
THROWS = np.uint64(FACES**DICE)
AGAIN = np.uint64(FACES**MOST_REROLLED)
ROLLS_A_WORD, TURNS_A_WORD = 4, 2
# A word whose low part ends below this number is rejected and drawn again.
SPARE_ROLLS = np.uint64((1 << 64) % (FACES**DICE) ** ROLLS_A_WORD)
SPARE_TURNS = np.uint64((1 << 64) % (FACES ** (DICE + MOST_REROLLED)) ** TURNS_A_WORD)


@cache
def patterns_by_throw() -> Small:
    """The pattern of every throw, by its number."""
    falls = ordered_falls(DICE)
    found = np.array([pattern(dice) for dice in falls.dice[falls.starts[DICE] :].tolist()], np.uint8)
    found.setflags(write=False)
    return found


class TurnEnds(NamedTuple):
    """The pattern with which a turn ends, by the row of its throw and the number of its re-roll."""

    rows: NDArray[np.uint16]
    ends: Small  # row by row; a re-roll of fewer than three dice is repeated to fill its row


def turns_by_throw(reroll: Callable[[int], int]) -> TurnEnds:
    """The tables of a strategy, a function from dice to the positions thrown again."""
    falls = ordered_falls(DICE)
    rows: dict[bytes, int] = {}
    by_throw = []
    for dice in falls.dice[falls.starts[DICE] :].tolist():
        kept = high_to_low(others(dice, reroll(dice)))
        by_throw.append(rows.setdefault(_ends(kept), len(rows)))
    return TurnEnds(np.array(by_throw, np.uint16), np.frombuffer(b"".join(rows), np.uint8))


@cache
def _ends(kept: int) -> bytes:
    """The patterns that throwing the other dice beside these can end with, by the number of the re-roll."""
    n = DICE - size(kept)
    falls = ordered_falls(MOST_REROLLED)
    rolled = falls.dice[falls.starts[n] :][: falls.ways[n]].tolist() if n else [0]
    found = [pattern(kept * 10**n + each) for each in rolled]
    return np.repeat(np.array(found, np.uint8), FACES ** (MOST_REROLLED - n)).tobytes()


# ---- compiled ----


def four_rolls(word: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Four throws, and what is left of the word."""
    a, rest = multiply(word, THROWS)
    b, rest = multiply(rest, THROWS)
    c, rest = multiply(rest, THROWS)
    d, rest = multiply(rest, THROWS)
    return a, b, c, d, rest


def two_turns(word: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Two throws with a re-roll each, and what is left of the word."""
    a, rest = multiply(word, THROWS)
    b, rest = multiply(rest, AGAIN)
    c, rest = multiply(rest, THROWS)
    d, rest = multiply(rest, AGAIN)
    return a, b, c, d, rest


def other_word(seed: np.uint64, block: int, half: int, tries: int) -> np.uint64:
    """Replaces a rejected word by one from a part of the stream that nothing else uses."""
    left, right = philox(np.uint64(block), np.uint64(tries), seed)
    return right if half else left


def roll_words(seed: np.uint64, first: int, words: int, table: Small, counts: Ints) -> None:
    """Count the patterns of all rolls of so many words; `first` is even."""
    found = np.zeros((4, 16), np.int64)  # four separate counts, so that no addition waits for another
    for block in range(first >> 1, (first + words) >> 1):
        left, right = philox(np.uint64(block), ZERO, seed)
        for half in range(2):
            a, b, c, d, rest = four_rolls(right if half else left)
            tries = 0
            while rest < SPARE_ROLLS:
                tries += 1
                a, b, c, d, rest = four_rolls(other_word(seed, block, half, tries))
            found[0, table[a]] += 1
            found[1, table[b]] += 1
            found[2, table[c]] += 1
            found[3, table[d]] += 1
    for pattern_ in range(len(counts)):
        counts[pattern_] += found[:, pattern_].sum()


def turn_words(seed: np.uint64, first: int, words: int, turns: TurnEnds, counts: Ints) -> None:
    """Count the patterns of all turns of so many words; `first` is even."""
    rows, ends = turns
    found = np.zeros((2, 16), np.int64)
    for block in range(first >> 1, (first + words) >> 1):
        left, right = philox(np.uint64(block), ONE << np.uint64(32), seed)
        for half in range(2):
            a, b, c, d, rest = two_turns(right if half else left)
            tries = 0
            while rest < SPARE_TURNS:
                tries += 1
                a, b, c, d, rest = two_turns(other_word(seed, block, half, (1 << 32) + tries))
            found[0, ends[np.uint64(rows[a]) * AGAIN + b]] += 1
            found[1, ends[np.uint64(rows[c]) * AGAIN + d]] += 1
    for pattern_ in range(len(counts)):
        counts[pattern_] += found[:, pattern_].sum()


# ---- for everyone ----

UNIT_ROLLS, UNIT_TURNS = 2 * ROLLS_A_WORD, 2 * TURNS_A_WORD


def roll(seed: int, first: int, rolls: int) -> Ints:
    """How often each pattern shows in one roll: rolls from number `first` on, in eights."""
    _in_units(first, rolls, UNIT_ROLLS)
    counts = np.zeros(len(NAMES), np.int64)
    words = rolls // ROLLS_A_WORD
    jit(roll_words)(np.uint64(seed), first // ROLLS_A_WORD, words, patterns_by_throw(), counts)
    return counts


def turn(seed: int, first: int, turns: int, strategy: TurnEnds) -> Ints:
    """How often a turn with one re-roll ends with each pattern: turns from number `first` on, in fours."""
    _in_units(first, turns, UNIT_TURNS)
    counts = np.zeros(len(NAMES), np.int64)
    jit(turn_words)(np.uint64(seed), first // TURNS_A_WORD, turns // TURNS_A_WORD, strategy, counts)
    return counts


def _in_units(first: int, number: int, unit: int) -> None:
    if first % unit or number % unit:
        raise ValueError(f"rolled in {unit}s, not {number} from {first} on")
