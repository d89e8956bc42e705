"""The 56 combinations of 421: which beats which, and what each counts. Dice are sorted, highest first."""

from __future__ import annotations

from typing import NamedTuple

# Kinds of combination, lowest first.
OTHER, NENETTE, SUITE, ACES, TRIPLE, FOUR_TWENTY_ONE = range(6)


class Variant(NamedTuple):
    """The options that decide about combinations and totals, as ints, for compiled code."""

    suites: int = 1
    nenette_lowest: int = 0
    others_value: int = 1
    last_throw_counts: int = 0  # 1: only the last throw of a go adds to the total


def kind(variant: Variant, dice: int) -> int:
    high, mid, low = dice // 100, dice // 10 % 10, dice % 10
    if dice == 421:
        return FOUR_TWENTY_ONE
    if high == low:
        return TRIPLE
    if mid == 1:
        return ACES
    if variant.suites and high - mid == 1 and mid - low == 1:
        return SUITE
    if dice == 221:
        return NENETTE
    return OTHER


def rank(variant: Variant, dice: int) -> int:
    """A number that is higher for the higher combination, and equal only for the same one.

    421; 111; 666 ... 222; 116 ... 112; 654, 543, 432, 321; 221; then the others by their digits.
    """
    what, high = kind(variant, dice), dice // 100
    if what == OTHER or (what == NENETTE and variant.nenette_lowest):
        return dice  # 665 ... 322; and 221, by its digits, is the lowest of all
    if what == TRIPLE and high == 1:
        return 1000 * TRIPLE + 7  # all aces, above all six
    return 1000 * what + high


def value(variant: Variant, dice: int) -> int:
    """What a combination adds to the total of the turn."""
    what, high = kind(variant, dice), dice // 100
    if what == FOUR_TWENTY_ONE:
        return 10
    if what == TRIPLE:
        return 7 if high == 1 else high
    if what == ACES:
        return high
    if what == SUITE:
        return 2
    if what == NENETTE:
        return 4
    return variant.others_value
