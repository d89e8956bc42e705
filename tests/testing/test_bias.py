"""The chi-square: honest dice always pass, loaded ones never."""

from __future__ import annotations

from random import Random

import pytest

from tavola.testing.bias import ENOUGH, biased, deviation, groupings


@pytest.mark.parametrize("outcomes", [1, 2, 6, 56, 216, 7140])
@pytest.mark.parametrize("seed", range(3))
def test_honest_samples_pass(outcomes: int, seed: int) -> None:
    rng = Random(seed)
    assert biased([1 / outcomes] * outcomes, lambda: rng.randrange(outcomes)) is None


def test_uneven_but_honest_samples_pass() -> None:
    rng, weights = Random(1), [2**n for n in range(16)]
    chances = [weight / sum(weights) for weight in weights]
    assert biased(chances, lambda: rng.choices(range(16), weights)[0]) is None


def test_a_favourite_is_named_by_its_share() -> None:
    rng = Random(0)
    declared, found = biased([1 / 6] * 6, lambda: min(5, rng.randrange(7))) or (0.0, 0.0)
    assert declared == pytest.approx(1 / 6)
    assert found == pytest.approx(2 / 7, abs=0.02)


def test_a_bias_in_every_second_of_many_outcomes_is_found() -> None:
    rng = Random(0)
    assert biased([1 / 5000] * 5000, lambda: rng.randrange(5000) & ~(rng.randrange(5) == 0)) is not None


def test_cells_hold_every_outcome_once_and_are_hit_often_enough() -> None:
    chances = [1 / 500] * 500
    for cells in groupings(chances, 3000):
        assert sorted(n for cell in cells for n in cell) == list(range(500))
        assert all(3000 * len(cell) / 500 >= ENOUGH for cell in cells)


def test_the_deviation_is_that_of_the_tables() -> None:
    # The chi-square with five degrees of freedom exceeds 20.5 once in a thousand times; so does a normal
    # distribution exceed 3.09 standard deviations.
    observed = [132, 68, 100, 100, 100, 100]
    assert deviation(observed, [100.0] * 6) == pytest.approx(3.09, abs=0.05)
    assert deviation([7], [7.0]) == 0
