"""The sums of `make arena`: matches shared out among the tables, and summed up over them."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

from bench.strength import CONFIDENT, Row, play_deals, remember, rows_of, summed_up


def test_the_matches_against_a_rival_are_shared_out_among_the_tables() -> None:
    rows = rows_of(2000, 500)
    for rival in ("greedy", "careful"):
        main = [row for row in rows if (row.bot, row.rival) == ("master:iterations=500", rival)]
        assert sum(row.wanted for row in main) == 2000
        assert len({(row.game, row.seats) for row in main}) == 4


def test_a_sum_is_that_of_all_deals_and_its_interval_too() -> None:
    one = Row("spazzino", 2, "master", "greedy", 4, {0: 1.0, 1: 1.0, 2: 0.5, 3: 0.5})
    two = Row("scopetta", 2, "master", "greedy", 4, {0: 0.0, 1: 1.0})
    other = Row("scopetta", 2, "master", "careful", 4, {0: 0.5, 1: 0.5})
    unplayed = Row("tombolon", 2, "master", "careful", 4)
    greedy, careful = summed_up([one, other, two, unplayed])
    assert greedy.deals == 6
    assert greedy.share == pytest.approx(4 / 6)
    # Variances of the two means, by hand: (4 · 1/16) / 3 / 4 and (2 · 1/4) / 1 / 2; weights 4/6 and 2/6.
    variance = (4 / 6) ** 2 * (1 / 48) + (2 / 6) ** 2 * (1 / 4)
    assert greedy.margin == pytest.approx(CONFIDENT * sqrt(variance))
    assert (careful.deals, careful.share, careful.margin) == (2, 0.5, 0.0)


def test_what_was_kept_is_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    row = Row("spazzino", 2, "greedy", "random", 7)
    file.write_text(
        f'["{row.name}", 2, 0.5]\n["{row.name}", 99, 1.0]\n["another", 3, 1.0]\n["{row.name}", 4,'
    )
    remember([row], file)
    assert row.shares == {2: 0.5}
    assert row.next_deals() == [0, 1, 3, 4, 5]


def test_a_bot_against_itself_wins_one_match_of_each_deal() -> None:
    """The same luck, the seats swapped: whoever has the better cards wins both times."""
    assert play_deals("spazzino", 2, "greedy", "greedy", [1, 2, 3]) == [0.5] * 3
