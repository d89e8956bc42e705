"""One turn of Dice Poker, exactly: what a strategy ends with, and the best there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple, cast

from tavola.analysis.distribution import Distribution
from tavola.core.errors import BadOption
from tavola.games.dice_poker import strategies
from tavola.games.dice_poker.patterns import DICE, MEGA, NAMES, NOTHING, pattern
from tavola.games.dice_poker.points import Scale
from tavola.games.dice_poker.rules import MOST_REROLLED, legal
from tavola.pieces.dice import FACES, high_to_low, others, put_back, size, throws

Choose = Callable[[int], int]  # from the dice in their order to the positions thrown again
HIGH_TO_LOW = range(MEGA, NOTHING - 1, -1)  # patterns, as the published tables list them
TARGETS = tuple(NAMES[p] for p in HIGH_TO_LOW if p != NOTHING)
SEQUENTIAL_THROWS = 3


class Strategy(NamedTuple):
    """How a player re-rolls: which dice, how often at most, and whether the order of the dice matters."""

    choose: Choose
    rerolls: int
    in_order: bool = False


def strategy_names() -> tuple[str, ...]:
    return ("none", "sequential", *(f"match:{name}" for name in TARGETS), "smart", "optimal")


def named(name: str, rerolls: int) -> Strategy:
    """The strategy of a name: smart, match:mega, sequential:pair. `sequential` alone stops at any pattern."""
    wanted, _, argument = name.strip().lower().partition(":")
    target = _target(name, argument) if argument else None
    if wanted == "match" and target is not None:
        return Strategy(partial(strategies.match, target), rerolls)
    if wanted == "sequential":
        return Strategy(lambda dice: strategies.sequential(dice, target), SEQUENTIAL_THROWS, in_order=True)
    if wanted == "none" and target is None:
        return Strategy(strategies.none, 0)
    if wanted == "smart" and target is None:
        return Strategy(strategies.smart, rerolls)
    raise BadOption(f"no strategy is called {name[:40]!r}; there are: {', '.join(strategy_names())}")


def _target(name: str, argument: str) -> int:
    wanted = argument.strip().replace("-", "_").replace("é", "e")
    if wanted not in TARGETS:
        raise BadOption(f"{name[:40]!r} looks for no pattern; patterns are: {', '.join(TARGETS)}")
    return NAMES.index(wanted)


@cache
def patterns(name: str, rerolls: int, points: Scale) -> Distribution[str]:
    """The exact chances of the patterns a turn ends with, the most valuable first."""
    if name.strip().lower() == "optimal":
        return as_distribution(best_turn(points, rerolls))
    strategy = named(name, rerolls)
    return as_distribution(ending(strategy, pattern))


def as_distribution(chances: tuple[Fraction, ...]) -> Distribution[str]:
    return Distribution(tuple((NAMES[p], chances[p]) for p in HIGH_TO_LOW))


def openings(in_order: bool) -> Iterator[tuple[int, int]]:
    """The first throw and its ways. If the order matters, the first die is told apart from the others."""
    if not in_order:
        yield from throws(DICE)
        return
    for first in range(1, FACES + 1):
        for rest, ways in throws(DICE - 1):
            yield first * 10 ** (DICE - 1) + rest, ways


def ending(strategy: Strategy, judge: Callable[[int], int]) -> tuple[Fraction, ...]:
    """array[pattern]: the chances at the end of a turn, with patterns named by `judge`.

    Counted in whole ways: every re-roll is counted as three dice; those not thrown may show anything.
    """

    lying = dict(openings(strategy.in_order))
    ways_to_end = [0] * (MEGA + 1)
    for left in range(strategy.rerolls, -1, -1):
        thrown_again: dict[int, int] = {}
        for dice, ways in lying.items():
            mask = strategy.choose(dice) if left else 0
            if not mask:
                ways_to_end[judge(dice)] += ways * FACES ** (MOST_REROLLED * left)
                continue
            spare = FACES ** (MOST_REROLLED - mask.bit_count())
            for rolled, more in throws(mask.bit_count()):
                after = put_back(dice, mask, rolled)
                thrown_again[after] = thrown_again.get(after, 0) + ways * more * spare
        lying = thrown_again
    return tuple(Fraction(n, sum(ways_to_end)) for n in ways_to_end)


def mixed(parts: Iterator[tuple[tuple[Fraction, ...], int]]) -> tuple[Fraction, ...]:
    """The average of distributions, weighted by their numbers of ways."""
    sums, total = [Fraction(0)] * (MEGA + 1), 0
    for chances, ways in parts:
        total += ways
        for p, chance in enumerate(chances):
            if chance:
                sums[p] += chance * ways
    return tuple(chance / total for chance in sums)


# ---- the most points ----


class Best(NamedTuple):
    """The best decision for some dice: what is thrown again, the points to expect, and the patterns."""

    mask: int
    points: Fraction
    patterns: tuple[Fraction, ...]


def worth(points: Scale, chances: tuple[Fraction, ...]) -> Fraction:
    return sum((chance * points[p] for p, chance in enumerate(chances)), Fraction(0))


def decision(points: Scale, dice: int, mask: int, left: int) -> Best:
    """What a decision is worth when everything after it is played for the most points."""
    chances = stood(dice) if not mask else thrown(points, high_to_low(others(dice, mask)), left - 1)
    return Best(mask, worth(points, chances), chances)


def stood(dice: int) -> tuple[Fraction, ...]:
    shown = pattern(dice)
    return tuple(Fraction(int(shown == p)) for p in range(MEGA + 1))


@cache
def thrown(points: Scale, kept: int, left: int) -> tuple[Fraction, ...]:
    """The patterns after keeping some dice and throwing the others, with re-rolls left after that."""
    shift = 10 ** (DICE - size(kept))
    return mixed(
        (best(points, high_to_low(kept * shift + rolled), left).patterns, ways)
        for rolled, ways in throws(DICE - size(kept))
    )


@cache
def best(points: Scale, dice: int, left: int) -> Best:
    """The decision with the most points to expect; of equals the one that throws fewest dice."""
    allowed = legal(dice) if left else 1
    masks = [mask for mask in range(1 << DICE) if (allowed >> mask) & 1]
    masks.sort(key=lambda mask: (mask.bit_count(), mask))
    return max((decision(points, dice, mask, left) for mask in masks), key=lambda found: found.points)


def best_turn(points: Scale, rerolls: int) -> tuple[Fraction, ...]:
    """The patterns of a turn played for the most points."""
    return mixed((best(points, dice, rerolls).patterns, ways) for dice, ways in throws(DICE))


@cache
def best_chance(wanted: int, rerolls: int) -> Fraction:
    """The highest possible chance of one pattern: every throw is decided for it alone."""
    only = cast(Scale, tuple(int(p == wanted) for p in range(MEGA + 1)))
    return best_turn(only, rerolls)[wanted]


def optimal(points: Scale, dice: int, left: int) -> int:
    """What to throw again for the most points of this turn."""
    return best(points, dice, left).mask
