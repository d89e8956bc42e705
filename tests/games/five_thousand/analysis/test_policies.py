from __future__ import annotations

from random import Random

import numpy as np
import pytest

import tavola
from tavola.core.errors import BadOption
from tavola.games.five_thousand.analysis import policy
from tavola.games.five_thousand.analysis.policies import throw_numbers
from tavola.games.five_thousand.analysis.tabulate import reachable
from tavola.games.five_thousand.analysis.turn import Exact
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.moves import Bank, Move, Play, Trash, action_of
from tavola.games.five_thousand.rules import BANK, TRASH, legal
from tavola.pieces.dice import faces, from_faces, high_to_low, pick


def rules(goal: int = 1000) -> FiveThousand:
    found = tavola.rules("5000", goal=goal)
    assert isinstance(found, FiveThousand)
    return found


def situations(n: int) -> list[tuple[int, int, int]]:
    """Dice high to low, hand, turn score."""
    rng = Random(3)
    places = sorted(reachable(100))
    found = []
    for _ in range(n):
        hand, dice, turn = rng.choice(places)
        found.append((high_to_low(from_faces([rng.randint(1, 6) for _ in range(dice)])), hand, turn))
    return found


def move_of(dice: int, action: int) -> Move:
    return Bank() if action == BANK else Trash() if action == TRASH else Play(pick(dice, action))


@pytest.mark.parametrize("aim", ["points", "turns", "win"])
def test_tables_and_decisions_agree(aim: str) -> None:
    best, variant, number = policy(rules(), aim), rules().options.variant, throw_numbers()
    table, turn = best.table(300, 450), best.turn(300, 450)
    for dice, hand, score in situations(400):
        action = int(table[hand, min(score // 50, table.shape[1] - 1), number[dice]])
        assert (legal(variant, dice) >> action) & 1
        chosen = best.choose(dice, hand, score, 300, 450)
        assert isinstance(chosen, Play | Bank | Trash)
        if action != action_of(dice, chosen):  # then they are equally good
            worths = [turn.worth(variant, dice, hand, score, m) for m in (chosen, move_of(dice, action))]
            assert worths[0] == pytest.approx(worths[1], abs=1e-11)


def test_the_points_policy_is_the_exact_one() -> None:
    best, exact = policy(rules(5000), "points"), Exact(rules(5000).options.variant)
    for dice, hand, score in situations(400):
        chosen = best.choose(dice, hand, score)
        (expected,) = exact.choose(dice, hand, score)
        assert exact.worth(dice, hand, score, chosen) == exact.worth(dice, hand, score, expected)


def test_enough_is_enough() -> None:
    for aim in ("turns", "win"):
        assert policy(rules(), aim).choose(22222, 1, 300, 700, 0) == Bank()


def test_far_behind_one_must_dare() -> None:
    """The other wins with his next bank: 350 of 1000 in safety are worth little."""
    best = policy(rules(), "win")
    turn, variant = best.turn(0, 950), rules().options.variant
    banked = turn.worth(variant, 51642, 1, 350, Bank())
    played = turn.worth(variant, 51642, 1, 350, Play(51))
    assert best.choose(51642, 1, 350, 0, 950) != Bank()
    assert played > banked


def test_any_order_of_the_dice() -> None:
    best = policy(rules(), "win")
    rng = Random(1)
    for dice, hand, score in situations(50):
        shown = list(faces(dice))
        rng.shuffle(shown)
        assert best.choose(from_faces(shown), hand, score) == best.choose(dice, hand, score)


def test_the_table_is_small_and_plain() -> None:
    table = policy(rules(), "win").table(0, 0)
    assert table.dtype == np.uint8
    assert table.shape == (3, 21, 461)


def test_what_is_not_solved_is_refused() -> None:
    with pytest.raises(BadOption, match="points, turns, win"):
        policy(rules(), "glory")
    with pytest.raises(BadOption, match="50000"):
        policy(rules(100_000), "win")
