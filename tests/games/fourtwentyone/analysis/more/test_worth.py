"""The straight line that stands for the set among three or more."""

from __future__ import annotations

import pytest

from tavola.games.fourtwentyone.analysis.more.worth import SetWorth, line
from tavola.games.fourtwentyone.analysis.two.solved import solved
from tests.games.fourtwentyone.analysis.brute import rules_of


@pytest.mark.parametrize("players", range(2, 9))
def test_someone_loses_the_set(players: int) -> None:
    """However the tokens lie, the chances of all add up to one."""
    being_in, each, starting = line(solved(rules_of().options).loss).among(players)
    assert players * being_in + 21 * each + starting == pytest.approx(1)
    assert being_in > 0
    assert each > 0


def test_between_two_it_is_near_the_truth() -> None:
    loss = solved(rules_of().options).loss
    guess = SetWorth(loss, exact_two=False).table(2, True)[1:21]
    assert abs(guess - loss).max() < 0.06
    assert (SetWorth(loss).table(2, True)[1:21] == loss).all()


@pytest.mark.parametrize("starts", [True, False])
def test_out_is_safe_and_everything_is_lost(starts: bool) -> None:
    table = SetWorth(solved(rules_of().options).loss).table(4, starts)
    assert table[0] == 0
    assert table[21] == 1
