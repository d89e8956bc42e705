from __future__ import annotations

from typing import Any

import pytest

import tavola
from tavola.core.errors import BadOption
from tavola.games.dice_poker.analysis import explain, policy
from tavola.games.dice_poker.analysis.turn import best, decision
from tavola.games.dice_poker.game import DicePoker
from tavola.games.dice_poker.moves import Reroll, Stand, action_of, moves_of
from tavola.pieces.dice import throws


def rules(**options: Any) -> DicePoker:
    found = tavola.rules("dice-poker", **options)
    assert isinstance(found, DicePoker)
    return found


@pytest.mark.parametrize("rerolls", [1, 2])
def test_the_points_policy_is_the_exact_one(rerolls: int) -> None:
    game = rules(rerolls=rerolls)
    chosen, points = policy(game, "points"), game.options.variant.points
    for dice, _ in throws(5):
        mask = action_of(dice, chosen.choose(dice, rerolls)) or 0
        assert decision(points, dice, mask, rerolls).points == best(points, dice, rerolls).points


@pytest.mark.parametrize(
    ("aim", "mine", "his", "second"), [("turns", 600, 0, False), ("win", 600, 700, True)]
)
def test_the_table_is_the_best_of_what_explain_says(aim: str, mine: int, his: int, second: bool) -> None:
    game = rules()
    chosen = policy(game, aim)
    given = f"total={mine}" + (f" opponent={his} second={int(second)}" if aim == "win" else "")
    for dice, _ in throws(5)[::25]:
        moves = explain(game, f"{dice} {given}")["moves"]
        behind = {m["move"]: m["behind"] for m in moves}
        assert behind[str(chosen.choose(dice, 1, mine, his, second))] < 1e-11


def test_moves_are_legal_in_any_order_of_the_dice() -> None:
    chosen = policy(rules(), "points")
    for dice in (12334, 61616, 25364, 11152):
        assert chosen.choose(dice) in moves_of(dice)


def test_enough_is_enough() -> None:
    assert policy(rules(), "turns").choose(55512, 1, 960) == Stand()


def test_behind_in_the_last_word_one_must_dare() -> None:
    """He has 1300, I 600: only a great straight or a méga helps."""
    chosen = policy(rules(), "win").choose(55521, 1, 600, 1300, second=True)
    assert isinstance(chosen, Reroll)
    assert policy(rules(), "win").choose(66665, 1, 990, 1000, second=True) == Stand()


def test_what_is_not_solved_is_refused() -> None:
    with pytest.raises(BadOption, match="points, turns, win"):
        policy(rules(), "glory")
    with pytest.raises(BadOption, match="25000"):
        policy(rules(goal=100_000), "win")
