"""Small contests of bots whose order is known, and of some who spoil it."""

from __future__ import annotations

import pytest

from bench.contests import ATTACKS, contest

TEAMS, ROUNDS = 4, 32


@pytest.mark.parametrize("attack", ["", *ATTACKS])
def test_who_is_told_apart_is_in_the_right_order_whoever_spoils_it(attack: str) -> None:
    found = [contest(seed, TEAMS, ROUNDS, attack) for seed in range(2)]
    assert sum(each.apart for each in found) > 0
    assert sum(each.wrong for each in found) == 0
