from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tavola.fast.compile import jit
from tavola.fast.search.told import Floats
from tavola.games.capture.bots.search.knowledge import chances_to_win
from tavola.games.capture.fast.search.match import FAR, chances, worth_of_end
from tavola.games.capture.state import NOBODY
from tests.games.capture.fast.search.tables import VARIANTS, variant

# Hands as (points of the dealer's side, of the other), so and so often.
HANDS = {(3, 0): 2, (1, 2): 4, (0, 0): 1, (2, 2): 1, (0, 4): 2}


def table_of(hands: dict[tuple[int, int], int]) -> Floats:
    counts, wins = np.zeros((FAR + 1, FAR + 1), np.int64), np.zeros((2, FAR + 1, FAR + 1))
    for points, often in hands.items():
        counts[points] = often
    jit(chances)(counts, wins)
    return wins


def won(luck: Random, deals: bool, mine: int, theirs: int) -> bool:
    """One match, hand by hand."""
    while (max(mine, theirs) > 0 and min(mine, theirs) > 0) or mine == theirs:
        x, y = luck.choices(list(HANDS), list(HANDS.values()))[0]
        mine, theirs = (mine - x, theirs - y) if deals else (mine - y, theirs - x)
        deals = not deals
    return mine < theirs


@pytest.mark.parametrize(("deals", "mine", "theirs"), [(0, 5, 5), (1, 7, 3), (0, 1, 9), (1, 0, 0)])
def test_the_chances_are_those_of_matches_played_out(deals: int, mine: int, theirs: int) -> None:
    luck, n = Random(4), 4000
    often = sum(won(luck, deals == 1, mine, theirs) for _ in range(n)) / n
    chance = table_of(HANDS)[deals, mine, theirs]
    assert abs(often - chance) < 4 * (chance * (1 - chance) / n) ** 0.5


def test_what_one_side_wins_the_other_loses() -> None:
    wins = table_of(HANDS)
    for mine in range(1, 30):
        for theirs in range(1, 30):
            assert wins[0, mine, theirs] + wins[1, theirs, mine] == pytest.approx(1)
    assert wins[0, 0, 0] + wins[1, 0, 0] == pytest.approx(1)


def test_the_end_of_a_hand() -> None:
    wins = table_of(HANDS)
    assert worth_of_end(wins, 21, (22, 20), 0, 0) == pytest.approx(1, abs=0.01)
    assert worth_of_end(wins, 21, (20, 22), 1, 0) == pytest.approx(0, abs=0.01)
    # Dealt by seat 0: seat 1 deals next.
    assert worth_of_end(wins, 21, (11, 11), NOBODY, 0) == wins[0, 10, 10]
    assert worth_of_end(wins, 21, (11, 11), NOBODY, 1) == wins[1, 10, 10]
    assert worth_of_end(wins, 21, (25, 25), NOBODY, 1) == wins[1, 0, 0]


def test_a_point_more_is_never_worth_less() -> None:
    for totals, more in (((22, 20), (23, 20)), ((30, 10), (31, 10))):
        for winner in (0, 1):
            ends = [worth_of_end(table_of(HANDS), 21, each, winner, 0) for each in (totals, more)]
            assert ends[0] < ends[1]


def test_far_from_the_end_the_lead_counts() -> None:
    wins = table_of(HANDS)
    far = [worth_of_end(wins, 1_000_000, (lead, 0), NOBODY, 0) for lead in range(-70, 71, 10)]
    assert far == sorted(far)
    assert far[0] < 0.1 < 0.9 < far[-1]
    assert worth_of_end(wins, 1_000_000, (510, 500), NOBODY, 0) == worth_of_end(
        wins, 500, (20, 10), NOBODY, 0
    )


@pytest.mark.parametrize(("game", "seats", "options"), VARIANTS, ids=str)
def test_every_game_has_its_chances(game: str, seats: int, options: dict[str, object]) -> None:
    """About even at the start, and better with every point."""
    v = variant(game, options)
    wins = chances_to_win(v, seats)
    target = min(FAR, v.target)
    assert wins[0, target, target] + wins[1, target, target] == pytest.approx(1)
    assert 0.4 < wins[0, target, target] < 0.6
    for deals in range(2):
        assert (np.diff(wins[deals, 1:, target]) <= 1e-9).all()
        assert (np.diff(wins[deals, target, 1:]) >= -1e-9).all()
