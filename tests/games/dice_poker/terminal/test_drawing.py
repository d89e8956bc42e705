from __future__ import annotations

import pytest

from tavola.games.dice_poker.terminal.drawing import DicePokerTable
from tests.terminal.table import Scene, texts


def test_a_bots_rolls_are_a_line_each() -> None:
    scene = Scene("dice-poker", 2)
    pen = scene.pen(humans=(1,))
    assert scene.told("roll 55123", pen) == ["  Ada      5   5   1   2   3   Pair"]
    assert scene.told("reroll 321", pen) == []
    assert scene.told("roll 555", pen) == ["  Ada      5   5   5   5   5   Méga  +1000, total 1000"]


def test_a_person_sees_kept_dice_apart() -> None:
    scene = Scene("dice-poker", 2, "roll 55123", "reroll 321")
    shown = scene.told("roll 555", scene.pen(humans=(0,)))
    assert shown[5].split() == ["kept", "thrown"]
    assert shown[-1] == "  Ada     Méga  +1000, total 1000"


def test_the_pattern_and_its_points() -> None:
    scene = Scene("dice-poker", 1, "roll 55123")
    assert texts(scene.look.status(scene.pen(), scene.mine())) == ["  Pair, 10 points · total 0 of 1000"]


@pytest.mark.parametrize(("points", "pair"), [("table", "10"), ("linear", "11")])
def test_the_points_are_those_of_the_option(points: str, pair: str) -> None:
    scene = Scene("dice-poker", 1, points=points)
    assert f"Pair: {pair}" in texts(scene.look.legend(scene.pen(plain=True), scene.view()))


@pytest.mark.parametrize("width", [40, 80])
def test_the_legend_fits(width: int) -> None:
    scene = Scene("dice-poker", 1)
    assert max(line.cell_len for line in scene.look.legend(scene.pen(width=width), scene.view())) <= width


def test_the_list_is_short() -> None:
    scene = Scene("dice-poker", 1, "roll 54263")
    assert len(scene.look.choices(scene.pen(), scene.mine())) == 6
    assert "54" in scene.look.extras(scene.pen(), scene.mine())[0]


@pytest.mark.parametrize(
    ("typed", "means"), [("s", "stand"), ("63", "reroll 63"), ("r 6 3", "reroll 63"), ("x", None)]
)
def test_shortcuts(typed: str, means: str | None) -> None:
    assert DicePokerTable().read(typed, Scene("dice-poker", 1).view()) == means
