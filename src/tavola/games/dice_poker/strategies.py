"""The published strategies of re-rolling: which dice to throw again after seeing five.

Each returns a set of positions, 0 for standing. They play under the true patterns; where the published text
leaves a choice open, the docstring says what was chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tavola.games.dice_poker.patterns import (
    DICE,
    FULL,
    GREAT_STRAIGHT,
    LITTLE_STRAIGHT,
    MEGA,
    NOTHING,
    PAIR,
    QUADS,
    TRIPS,
    TWO_PAIR,
    pattern,
)
from tavola.pieces.dice import faces, from_faces, mask_of

EVERYTHING = (1 << DICE) - 1


def none(dice: int) -> int:  # noqa: ARG001 - it does not look
    """Never re-roll."""
    return 0


def sequential(dice: int, target: int | None = None) -> int:
    """The first die as it fell, until the target (or any pattern) is there."""
    shown = pattern(dice)
    done = shown != NOTHING if target is None else shown == target
    return 0 if done else 1


def smart(dice: int) -> int:
    """Throw again what may lead to something more valuable, never breaking what is there.

    A little straight keeps its four, quads, trips and pairs keep theirs, two pairs keep both; nothing keeps
    its two lowest dice. Méga, great straight and full stand.
    """
    shown = pattern(dice)
    if shown in (MEGA, GREAT_STRAIGHT, FULL):
        return 0
    if shown == LITTLE_STRAIGHT:
        return all_but(dice, best_run(dice))
    if shown == TWO_PAIR:
        low, high = most_frequent(dice)[:2]
        return all_but(dice, (low, low, high, high))
    return all_but(dice, of_a_kind(dice, 4))


def match(target: int, dice: int) -> int:
    """Throw again what may lead to exactly the target: more valuable patterns are broken up."""
    if pattern(dice) == target:
        return 0
    if target in (GREAT_STRAIGHT, LITTLE_STRAIGHT):
        return all_but(dice, _towards_straight(target, dice))
    if target == FULL:
        return all_but(dice, _towards_full(dice))
    if target == TWO_PAIR and pattern(dice) == FULL:
        three, two = most_frequent(dice)
        return all_but(dice, (three, three, two, two))
    if target == QUADS and pattern(dice) == MEGA:
        return all_but(dice, most_frequent(dice) * 4)
    return all_but(dice, of_a_kind(dice, {MEGA: 4, QUADS: 3, TRIPS: 3, TWO_PAIR: 2, PAIR: 2}[target]))


def all_but(dice: int, keep: Iterable[int]) -> int:
    """The positions of all dice but those kept."""
    kept = mask_of(dice, from_faces(tuple(keep)))
    assert kept is not None  # a strategy keeps what it sees
    return EVERYTHING & ~kept


def most_frequent(dice: int) -> tuple[int, ...]:
    """The faces that show, the most frequent first, of equally frequent ones the lowest."""
    shown = Counter(faces(dice))
    return tuple(sorted(shown, key=lambda face: (-shown[face], face)))


def of_a_kind(dice: int, most: int) -> tuple[int, ...]:
    """Up to `most` equal dice; without a pair, the two lowest."""
    ranked = most_frequent(dice)
    n = faces(dice).count(ranked[0])
    return (ranked[0],) * min(n, most) if n > 1 else ranked[:2]


def best_run(dice: int) -> tuple[int, ...]:
    """The longest run of sequential faces, of equally long ones the lowest."""
    shown = set(faces(dice))
    runs = [tuple(range(low, high + 1)) for low in range(1, 7) for high in range(low, 7)]
    return max((run for run in runs if shown.issuperset(run)), key=len)


def _towards_straight(target: int, dice: int) -> tuple[int, ...]:
    """The best run. A great straight on the way to a little one loses an end, the one that could come back
    on one side only; four or more of a kind, and a full, keep two dice of different faces if they can."""
    run, ranked = best_run(dice), most_frequent(dice)
    if target == LITTLE_STRAIGHT and len(run) == DICE:
        return run[:-1] if run[0] == 1 else run[1:]
    if len(ranked) == 1:
        return ranked * 2
    if len(ranked) == 2 or len(run) == 1:
        return ranked[:2]
    return run


def _towards_full(dice: int) -> tuple[int, ...]:
    """Three of a kind keep one die beside them; two pairs stay; a pair stays alone."""
    ranked, shown = most_frequent(dice), pattern(dice)
    n = faces(dice).count(ranked[0])
    if n == DICE:
        return ranked * 3
    if n >= 3:
        return (*ranked[:1] * 3, ranked[1])
    if shown == TWO_PAIR:
        return (*ranked[:1] * 2, *ranked[1:2] * 2)
    return of_a_kind(dice, 2)
