from __future__ import annotations

from fractions import Fraction

import pytest

from tavola.games.dice_poker import patterns as p
from tavola.games.dice_poker.analysis import history
from tavola.games.dice_poker.analysis.history import Column, blind, blind_run, columns, off_by
from tavola.games.dice_poker.patterns import pattern
from tavola.pieces.dice import throws


@pytest.mark.parametrize("column", columns(), ids=lambda column: str(column.name))
def test_every_published_cell_is_reproduced(column: Column) -> None:
    """Within what a million games leave to luck: three standard deviations, for 43 cells."""
    for cell, printed in column.published.items():
        assert off_by(printed, column.reproduced[cell]) < 3


def test_all_of_the_published_cells_are_there() -> None:
    assert sum(len(column.published) for column in columns()) == 43


def test_the_truth_does_not_reproduce_them() -> None:
    """The differences are no luck: the true chances are hundreds of standard deviations off."""
    assert off_by("1.52", Fraction(240, 7776)) > 80
    assert off_by("7.68", Fraction(960, 7776)) > 100
    assert off_by("6.16", Fraction(240, 7776)) > 100


def test_the_classifier_misses_exactly_the_runs_that_end_at_six() -> None:
    counts = dict.fromkeys(range(9), 0)
    for dice, ways in throws(5):
        counts[blind(dice)] += ways
        if blind(dice) != pattern(dice):
            assert {3, 4, 5, 6} <= set(map(int, str(dice)))
    assert counts[p.GREAT_STRAIGHT] == 120
    assert counts[p.LITTLE_STRAIGHT] == 600
    assert counts[p.PAIR] == 3120
    assert counts[p.NOTHING] == 480


def test_what_the_classifier_saw() -> None:
    assert blind(65432) == p.NOTHING
    assert blind(66543) == p.PAIR
    assert blind(54321) == p.GREAT_STRAIGHT
    assert blind_run(64321) == (1, 2, 3, 4)
    assert blind_run(66655) == ()


def test_the_dead_ends() -> None:
    """A pair looking for a full threw one die; a great straight looking for a little one threw none."""
    assert history.match(p.FULL, 55421).bit_count() == 1
    assert history.match(p.LITTLE_STRAIGHT, 54321) == 0


def test_the_smart_column_lost_the_games_that_stood() -> None:
    column = history.smart_column()
    missing = 1 - sum(column.reproduced.values())
    assert missing == Fraction(6 + 120 + 300, 7776)
    printed = sum(Fraction(cell) for cell in column.published.values())
    assert float(100 - printed) == pytest.approx(float(100 * missing), abs=0.05)
