"""The published table of Dice Poker: what its scripts must have done, cell by cell, and what went wrong.

The table was made by four scripts, a million games each; the scripts are lost. Every published figure is
reproduced here by a named historical classifier or strategy, exactly, so that the table can be compared with
the truth and each difference explained.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from tavola.games.dice_poker import patterns as p
from tavola.games.dice_poker.analysis.turn import HIGH_TO_LOW, Strategy, ending, openings
from tavola.games.dice_poker.strategies import all_but, most_frequent, of_a_kind
from tavola.pieces.dice import FACES, count, counts, faces

GAMES = 1_000_000  # behind each published column


class Column(NamedTuple):
    """A published column beside what reproduces it."""

    name: str
    published: dict[int, str]  # per cent, as printed
    reproduced: dict[int, Fraction]
    by: str
    wrong: str


def _printed(cells: str) -> dict[int, str]:
    return dict(zip(HIGH_TO_LOW, cells.split(), strict=False))


WITHOUT = _printed("0.08 1.52 7.68 1.95 3.85 15.44 23.16 40.17 6.16")
SMART = _printed("0.93 1.45 8.10 8.70 13.73 20.57 28.02 12.19 0.85")
MATCH = _printed("1.25 5.51 21.21 12.23 14.75 39.10 45.55 55.82")
SEQUENTIAL = _printed("0.08 1.54 7.67 1.96 3.88 15.45 23.15 46.30")
LOOKING_FOR_MEGA = _printed("1.2486 0.2511 3.9166 11.8591 9.3591 31.1485 21.3051 20.3902 0.5217")

# ---- the historical classifier: a run that ends at 6 is never seen ----


def blind_run(dice: int) -> tuple[int, ...]:
    """The longest run that does not end at 6, of equally long ones the lowest; () if there is none."""
    shown = set(faces(dice))
    runs = []
    for low in sorted(face for face in shown if face - 1 not in shown):
        high = next(face for face in range(low, FACES + 1) if face + 1 not in shown)
        runs.append(tuple(range(low, high + 1)))
    return max((run for run in runs if run[-1] != FACES), key=len, default=())


def blind(dice: int) -> int:
    """The pattern as the original scripts saw it."""
    seen = p.pattern(dice)
    if seen not in (p.GREAT_STRAIGHT, p.LITTLE_STRAIGHT):
        return seen
    run = len(blind_run(dice))
    if run >= 4:
        return p.GREAT_STRAIGHT if run == 5 else p.LITTLE_STRAIGHT
    return p.PAIR if len(set(faces(dice))) < p.DICE else p.NOTHING


def alone(dice: int, wanted: int) -> bool:
    """Is the pattern there, tested by itself? A little straight that contains a pair counts as a pair too."""
    if wanted in (p.GREAT_STRAIGHT, p.LITTLE_STRAIGHT):
        return len(blind_run(dice)) == (5 if wanted == p.GREAT_STRAIGHT else 4)
    same = sorted((count(counts(dice), face) for face in range(1, FACES + 1)), reverse=True)
    shapes = {p.MEGA: 5, p.QUADS: 41, p.FULL: 32, p.TRIPS: 311, p.TWO_PAIR: 221, p.PAIR: 2111}
    return int("".join(str(n) for n in same if n)) == shapes[wanted]


# ---- the historical strategies ----


def match(target: int, dice: int) -> int:
    """Towards a pattern as the script went, with its two dead ends."""
    if blind(dice) == target:
        return 0
    return all_but(dice, _keep(target, dice))


def _keep(target: int, dice: int) -> tuple[int, ...]:
    ranked = most_frequent(dice)
    n = faces(dice).count(ranked[0])
    if target in (p.GREAT_STRAIGHT, p.LITTLE_STRAIGHT):
        run = blind_run(dice)  # dead end: a great straight on the way to a little one keeps all five
        if len(ranked) <= 2:
            return (ranked * 2)[:2]
        return run if len(run) > 1 else ranked[:2]
    if target == p.FULL:
        if n >= 3:
            return (ranked[0],) * 3 + ranked[1:2]
        if len(ranked) == 3:
            return (*ranked[:1] * 2, *ranked[1:2] * 2)
        # dead end: a pair keeps two more dice and throws one, which can never make a full
        return (ranked[0], *ranked[:3]) if n == 2 else ranked[:2]
    if target == p.TWO_PAIR and n == 3 and len(ranked) == 2:
        return (*ranked[:1] * 2, *ranked[1:] * 2)
    if target == p.QUADS and n == p.DICE:
        return ranked * 4
    return of_a_kind(dice, {p.MEGA: 4, p.QUADS: 3, p.TRIPS: 3, p.TWO_PAIR: 2, p.PAIR: 2}[target])


STOPS = (p.MEGA, p.GREAT_STRAIGHT, p.FULL)


def smart(dice: int) -> int:
    """The smart re-roll of a script that misses runs ending at 6."""
    shown = blind(dice)
    if shown in STOPS:
        return 0
    if shown == p.LITTLE_STRAIGHT:
        return all_but(dice, blind_run(dice))
    if shown == p.TWO_PAIR:
        low, high = most_frequent(dice)[:2]
        return all_but(dice, (low, low, high, high))
    return all_but(dice, of_a_kind(dice, 4))


# ---- the columns ----


def _first_roll(seen: Callable[[int, int], bool]) -> dict[int, Fraction]:
    total = FACES**p.DICE
    return {
        wanted: Fraction(sum(ways for dice, ways in openings(False) if seen(dice, wanted)), total)
        for wanted in HIGH_TO_LOW
    }


def without_column() -> Column:
    return Column(
        "Without Re-roll",
        WITHOUT,
        _first_roll(lambda dice, wanted: blind(dice) == wanted),
        "one roll, judged by a classifier that never sees a run ending at 6",
        "2-3-4-5-6 was not seen as a great straight, nor 3-4-5-6 as a little one: great and little straights "
        "are too rare, and the dice they were counted as, pairs and nothing, too frequent.",
    )


def smart_column() -> Column:
    ended = ending(Strategy(smart, 1), blind)
    stopped = _first_roll(lambda dice, wanted: wanted in STOPS and blind(dice) == wanted)
    return Column(
        "Smart Re-roll",
        SMART,
        {wanted: ended[wanted] - stopped[wanted] for wanted in HIGH_TO_LOW},
        "the smart re-roll under the same classifier, counting only games that did re-roll",
        "Games that stand on the first roll (méga, great straight, full) were added to no cell: the column "
        "adds up to 94.5 % only. Runs ending at 6 were broken up or not counted besides.",
    )


def match_column() -> Column:
    targets = [target for target in HIGH_TO_LOW if target != p.NOTHING]
    return Column(
        "Re-roll to match pattern",
        MATCH,
        {target: _looking_for(target)[target] for target in targets},
        "for each pattern, a re-roll towards it, judged by the same classifier",
        "Runs ending at 6 were not seen. Two dead ends: looking for a full, a pair kept two more dice and so "
        "threw only one, which can never make a full; looking for a little straight, a great straight was "
        "kept whole.",
    )


def mega_column() -> Column:
    return Column(
        "Looking for Méga",
        LOOKING_FOR_MEGA,
        dict(enumerate(_looking_for(p.MEGA))),
        "the re-roll towards a méga, judged by the same classifier (the pair, 2.8 standard deviations off, "
        "is the worst of all 43 published cells; one of 43 falls so far out one time in five or six)",
        "The chance of the méga itself is right. Of the patterns that came instead, runs ending at 6 were "
        "counted as pairs or nothing.",
    )


def sequential_column() -> Column:
    targets = {target: None for target in HIGH_TO_LOW if target != p.NOTHING}
    seen = _first_roll(lambda dice, wanted: wanted in targets and alone(dice, wanted))
    return Column(
        "Sequential re-roll to match pattern",
        SEQUENTIAL,
        {target: seen[target] for target in targets},
        "the first roll alone, each pattern tested by itself, under the same classifier",
        "No die was ever re-rolled: these are chances of the first roll. And each pattern was tested without "
        "regard to the others, so that little straights with a pair count as pairs too.",
    )


def _looking_for(target: int) -> tuple[Fraction, ...]:
    return ending(Strategy(lambda dice: match(target, dice), 1), blind)


def columns() -> tuple[Column, ...]:
    return without_column(), smart_column(), match_column(), mega_column(), sequential_column()


def off_by(printed: str, chance: Fraction) -> float:
    """How far a printed per cent is from a chance, in standard deviations of a million games, beyond
    rounding."""
    half_a_digit = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    beyond = max(abs(Fraction(printed) - 100 * chance) - half_a_digit, Fraction(0))
    return float(beyond / 100) / sqrt(chance * (1 - chance) / GAMES) if 0 < chance < 1 else float(beyond)
