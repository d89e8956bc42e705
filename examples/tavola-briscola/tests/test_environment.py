"""The environment is the interpreted game, and shows a seat only what it may know."""

from __future__ import annotations

import pytest

import tavola.rl as rl
from tavola.testing import check_environment


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("swaps", [False, True])
def test_it_is_the_game(seats: int, swaps: bool) -> None:
    assert check_environment("briscola", seats, target=1, trump_swap=swaps) > 0


@pytest.mark.parametrize("seats", [2, 4])
def test_points_are_hands(seats: int) -> None:
    batch = rl.batch("briscola", 8, seats, rewards="points", target=1)
    won = [0.0] * seats
    for _ in range(100):
        batch.step(batch.random_actions())
        for row in range(8):
            won = [a + b for a, b in zip(won, batch.now.rewards[row].tolist(), strict=True)]
    assert won[0] + won[1] > 0
    assert seats == 2 or won[:2] == won[2:]  # partners win together
