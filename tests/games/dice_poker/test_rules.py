"""Dice Poker by stories."""

from __future__ import annotations

from typing import Any

import pytest

import tavola
from tavola.core.errors import BadNotation, IllegalMove
from tavola.games.dice_poker import events as e
from tavola.games.dice_poker.rules import legal
from tests.script import Script


def table(seats: int = 2, **options: Any) -> Script:
    return Script(tavola.rules("dice-poker", **options), seats)


class TestTurn:
    def test_standing(self) -> None:
        script = table()
        script.play("roll 11144")
        assert script.play("stand") == [e.Scored(0, "full", 80, 80)]
        assert script.rules.actor(script.state) == tavola.CHANCE
        assert script.state.turn == 1

    def test_one_reroll_falls_into_the_gaps_and_ends_the_turn(self) -> None:
        script = table()
        script.play("roll 16151", "reroll 65")
        assert script.state.in_hand == 0b01010
        events = script.play("roll 12")
        assert events == [e.Rolled(0, 12, 11121, "quads"), e.Scored(0, "quads", 120, 120)]

    def test_one_to_three_dice(self) -> None:
        script = table()
        script.play("roll 12356")
        assert script.moves[0] == "stand"
        assert len(script.moves) == 1 + 5 + 10 + 10
        with pytest.raises(IllegalMove, match="re-roll one to three dice, not more"):
            script.play("reroll 1235")

    def test_equal_dice_give_equal_moves(self) -> None:
        script = table()
        script.play("roll 33333")
        assert script.moves == ["stand", "reroll 3", "reroll 33", "reroll 333"]
        assert legal(33333).bit_count() == 4

    def test_of_equal_dice_the_first_is_rolled(self) -> None:
        script = table()
        events = script.play("roll 12131", "reroll 1", "roll 6")
        assert e.Rolled(0, 6, 62131, "pair") in events

    def test_more_rerolls_by_option(self) -> None:
        script = table(rerolls=3)
        script.play("roll 12356", "reroll 1", "roll 1", "reroll 1", "roll 1", "reroll 1", "roll 1")
        assert script.state.turn == 1

    def test_no_reroll_by_option(self) -> None:
        script = table(rerolls=0)
        assert script.play("roll 11144")[-1] == e.Scored(0, "full", 80, 80)


class TestEnd:
    def test_the_round_is_finished(self) -> None:
        script = table(3)
        script.play("roll 11144", "stand", "roll 66666", "stand")
        assert script.rules.outcome(script.state) is None
        events = script.play("roll 12345", "stand")
        assert events[-1] == e.Won((1,), 1000)
        outcome = script.rules.outcome(script.state)
        assert outcome is not None
        assert outcome.winners == (1,)
        assert outcome.scores == (80, 1000, 740)

    def test_the_highest_wins_not_the_first(self) -> None:
        script = table(goal=100)
        script.play("roll 22226", "stand", "roll 12346", "stand")
        outcome = script.rules.outcome(script.state)
        assert outcome is not None
        assert outcome.winners == (1,)

    def test_equal_highest_totals_share_the_win(self) -> None:
        script = table(3, goal=100)
        events = script.play("roll 22226", "stand", "roll 11112", "stand", "roll 11144", "stand")
        assert events[-1] == e.Won((0, 1), 120)
        assert script.said(events)[-1] == "A & B share the win with 120"
        with pytest.raises(IllegalMove, match="over"):
            script.play("stand")

    def test_below_the_goal_it_goes_on(self) -> None:
        script = table()
        script.play("roll 12345", "stand", "roll 12345", "stand")
        assert script.rules.actor(script.state) == tavola.CHANCE


@pytest.mark.parametrize(("points", "quads"), [("table", 120), ("linear", 123), ("recalibrated", 120)])
def test_scales(points: str, quads: int) -> None:
    script = table(points=points)
    script.play("roll 22226", "stand")
    assert script.state.scores[0] == quads


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("reroll 4", "you can't re-roll 4: the dice on the table are 1-2-3-5-6"),
        ("roll 12345", "it is for the player to decide"),
    ],
)
def test_an_illegal_move_says_why(move: str, why: str) -> None:
    script = table()
    script.play("roll 12356")
    with pytest.raises(IllegalMove) as refused:
        script.play(move)
    assert why in str(refused.value)


def test_dice_that_cannot_roll() -> None:
    script = table()
    with pytest.raises(IllegalMove, match="about to fall"):
        script.play("stand")
    script.play("roll 12356", "reroll 12")
    with pytest.raises(IllegalMove, match="dice to roll now: 2"):
        script.play("roll 123")


@pytest.mark.parametrize("text", ["", "reroll", "reroll 7", "stand up", "roll 123456", "x" * 200])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation, match="moves look like: stand, reroll 631"):
        tavola.rules("dice-poker").parse(text)
