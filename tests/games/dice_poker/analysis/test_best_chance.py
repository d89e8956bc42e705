"""The best chance of a pattern, against every throw and every re-roll of it counted one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

import tavola
from tavola.analysis import package
from tavola.games.dice_poker.analysis.turn import TARGETS, best_chance, patterns

NAMES = "nothing pair two_pair trips full quads little_straight great_straight mega".split()


def named(dice: tuple[int, ...]) -> str:
    """The patterns as the rulebook tells them, written down a second time."""
    counts = sorted(Counter(dice).values(), reverse=True)
    faces = set(dice)
    runs = [set(range(low, low + 4)) for low in (1, 2, 3)]
    if counts[0] == 5:
        return "mega"
    if faces in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}):
        return "great_straight"
    if any(run <= faces for run in runs):
        return "little_straight"
    by_counts = {
        (4, 1): "quads",
        (3, 2): "full",
        (3, 1, 1): "trips",
        (2, 2, 1): "two_pair",
        (2, 1, 1, 1): "pair",
    }
    return by_counts.get(tuple(counts), "nothing")


@pytest.fixture(scope="module")
def counted() -> dict[str, Fraction]:
    """Of 7776 throws, each with the best of standing and of throwing one to three dice again."""
    every = list(product(range(1, 7), repeat=5))
    after: dict[tuple[int, ...], Counter[str]] = {}

    def falls(kept: tuple[int, ...]) -> Counter[str]:
        kept = tuple(sorted(kept))
        if kept not in after:
            after[kept] = Counter(named(kept + more) for more in product(range(1, 7), repeat=5 - len(kept)))
        return after[kept]

    totals: dict[str, Fraction] = dict.fromkeys(NAMES, Fraction(0))
    for dice, ways in Counter(tuple(sorted(each)) for each in every).items():
        options = [falls(dice)]
        for again in (1, 2, 3):
            options += [falls(tuple(dice[i] for i in kept)) for kept in combinations(range(5), 5 - again)]
        for name in NAMES:
            totals[name] += ways * max(Fraction(each[name], each.total()) for each in options)
    return {name: total / len(every) for name, total in totals.items()}


def test_it_is_what_counting_gives(counted: dict[str, Fraction]) -> None:
    assert {name: best_chance(place, 1) for place, name in enumerate(NAMES)} == counted
    assert round(100 * float(counted["pair"]), 1) == 68.4


def test_no_strategy_is_better() -> None:
    points = tavola.rules("dice-poker").options.variant.points
    for target in TARGETS:
        most = best_chance(NAMES.index(target), 1)
        for strategy in ("none", "smart", "optimal", *(f"match:{each}" for each in TARGETS)):
            assert patterns(strategy, 1, points)[target] <= most


def test_more_throws_make_it_no_worse() -> None:
    for place in range(len(NAMES)):
        assert best_chance(place, 0) <= best_chance(place, 1) <= best_chance(place, 2)


def test_it_stands_beside_the_strategy() -> None:
    report: dict[str, Any] = package("dice-poker").odds(tavola.rules("dice-poker"))
    column = next(each for each in report["published"] if each["column"] == "Re-roll to match pattern")
    cell = column["cells"]["pair"]
    assert (round(100 * cell["true"]["p"], 1), round(100 * cell["best"]["p"], 1)) == (52.6, 68.4)
    told = [(table.title, table.columns, table.rows) for table in package("dice-poker").tables(report)]
    assert "the truth" not in str(told)
    published = next(columns for title, columns, _ in told if title.endswith("Re-roll to match pattern"))
    assert published[-2:] == ("the strategy, exactly", "at best")
    towards = next(rows for title, _, rows in told if title.startswith("Re-rolling towards one pattern"))
    assert towards[-1][0] == "at best"
    assert towards[-1][-1] == "68.368"
