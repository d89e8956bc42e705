"""Confidence intervals, held to what they promise."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from tavola.tournaments.intervals import interval, student, tiers, worth


@pytest.mark.parametrize(
    ("freedom", "due"), [(1, 12.7062), (2, 4.3027), (5, 2.5706), (10, 2.2281), (30, 2.0423), (199, 1.9720)]
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, due: float) -> None:
    assert student(0.95, freedom) == pytest.approx(due, abs=5e-5)


def test_many_are_normal() -> None:
    assert student(0.95, 10_000) == pytest.approx(1.95996, abs=1e-5)


# What a set of two games may give, from -1 to 1, and how often.
KINDS = {
    "equal": ((-1, 0, 1), (0.25, 0.5, 0.25)),
    "stronger": ((-1, 0, 1), (0.1, 0.3, 0.6)),
    "much stronger": ((-1, 0, 1), (0.02, 0.16, 0.82)),
    "nearly always": ((-1, 0, 1), (0.0, 0.05, 0.95)),
    "a coin": ((-1, 1), (0.5, 0.5)),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sets", [4, 12, 60])
@pytest.mark.parametrize("tables", [1, 6])
def test_the_true_mean_is_inside_nineteen_times_of_twenty(kind: str, sets: int, tables: int) -> None:
    values, weights = KINDS[kind]
    true = sum(v * w for v, w in zip(values, weights, strict=True))
    rng, times = Random(f"{kind} {sets}"), 1500
    inside = 0
    for _ in range(times):
        made = [fmean(rng.choices(values, weights, k=tables)) for _ in range(sets)]
        found = interval(made, -1, 1, tables=tables)
        inside += found.low <= true <= found.high
    assert inside / times > 0.93  # three standard errors below 95 %


@pytest.mark.parametrize("kind", ["much stronger", "nearly always", "a coin"])
@pytest.mark.parametrize("sets", [4, 12, 40])
@pytest.mark.parametrize("copies", [29, 20])
def test_the_true_mean_is_inside_when_most_opponents_are_copies(kind: str, sets: int, copies: int) -> None:
    """They lose the same games by the same luck: so many tables are worth one."""
    values, weights = KINDS[kind]
    true = sum(v * w for v, w in zip(values, weights, strict=True))
    rng, times = Random(f"{kind} {sets} {copies}"), 400
    inside = 0
    for _ in range(times):
        found = [rng.choices(values, weights, k=1 + 29 - copies) for _ in range(sets)]
        made = [[first] * copies + others for first, *others in found]
        reached = interval([fmean(each) for each in made], -1, 1, tables=worth(made))
        inside += reached.low <= true <= reached.high
    assert inside / times > 0.917  # three standard errors below 95 %


def test_what_a_set_is_worth() -> None:
    rng = Random(3)
    apart = [[rng.choice((0.0, 0.5, 1.0)) for _ in range(20)] for _ in range(400)]
    assert 15 < worth(apart) <= 20
    assert worth([each[:1] * 20 for each in apart]) == pytest.approx(1)
    assert 1.7 < worth([each[:1] * 10 + each[1:2] * 10 for each in apart]) < 2.3
    assert worth([[1.0] * 20] * 400) == 1
    assert worth([each[:1] for each in apart]) == worth([]) == worth(apart[:1]) == 1


def test_equal_bots_are_seldom_told_apart() -> None:
    rng, times = Random(5), 1000
    values, weights = KINDS["equal"]
    wrong = sum(interval(rng.choices(values, weights, k=40), -1, 1).separates for _ in range(times))
    assert wrong / times < 0.07


def test_winning_every_set_is_not_certainty() -> None:
    assert not interval([1.0, 1.0], -1, 1).separates
    few, many = interval([1.0] * 8, -1, 1), interval([1.0] * 80, -1, 1)
    assert few.separates
    assert few.low < many.low < 1 == many.high


def test_more_tables_in_a_set_say_more() -> None:
    made = [0.2, 0.3, 0.25, 0.3, 0.2, 0.25]
    assert not interval(made, -1, 1, tables=1).separates
    assert interval(made, -1, 1, tables=12).separates


def test_always_level_is_not_separated_and_nothing_is_known_of_nothing() -> None:
    assert not interval([0.0] * 100, -1, 1).separates
    assert interval([], 0, 1) == (0.5, 0, 1)


def test_the_mean_is_inside_its_interval_and_that_inside_what_is_possible() -> None:
    rng = Random(1)
    for _ in range(200):
        values = [rng.random() for _ in range(rng.randrange(1, 9))]
        found = interval(values, 0, 1)
        assert 0 <= found.low <= found.mean <= found.high <= 1


def test_tiers() -> None:
    strength = {"a": 10, "b": 9, "c": 5, "d": 4, "e": 3}
    found = tiers(list(strength), lambda best, other: strength[best] - strength[other] > 1)
    assert found == [["a", "b"], ["c", "d"], ["e"]]
    assert tiers([], lambda *_: True) == []
