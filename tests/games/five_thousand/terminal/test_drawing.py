from __future__ import annotations

import pytest

from tavola.games.five_thousand.terminal.drawing import FiveThousandTable
from tavola.terminal.lines.menu import meant, numbered
from tests.terminal.table import Scene, texts


def test_a_bots_throw_and_decision_are_one_line() -> None:
    scene = Scene("5000", 2)
    pen = scene.pen(humans=(1,))
    assert scene.told("roll 51326", pen) == []
    assert scene.told("play 51", pen) == ["  Ada      5   1   3   2   6   +150, turn 150"]


def test_a_person_sees_the_dice() -> None:
    scene = Scene("5000", 2)
    shown = scene.told("roll 51326", scene.pen(humans=(0,)))
    assert sum(line.count("●") for line in shown) == 17


def test_hand_multiplier_turn_and_total() -> None:
    scene = Scene("5000", 1, "roll 12345", "play 12345", "roll 51326")
    assert scene.look.status(scene.pen(), scene.mine())[0].plain == (
        "  hand 2 of 3, ×2 · turn 1500 · total 0 of 5000"
    )
    labels = [choice.label for choice in scene.look.choices(scene.pen(), scene.mine())]
    assert labels == ["play 51 +300", "play 5 +100", "play 1 +200", "bank 1500", "trash"]


def test_nothing_counts() -> None:
    scene = Scene("5000", 1, "roll 51326", "play 51", "roll 346")
    assert "Nothing counts" in texts(scene.look.status(scene.pen(), scene.mine()))[1]


def test_the_table_at_the_end_of_a_round() -> None:
    scene = Scene("5000", 2, "roll 12345", "play 12345", "roll 22346", "bank", "roll 22346")
    shown = scene.told("trash", scene.pen())
    assert shown[0].endswith("trashes, 0 lost")
    assert shown[2].startswith("▸ Ada    1500 ━")
    assert shown[3].startswith("  Bob       0 ─")


@pytest.mark.parametrize("dice", [11555, 15555, 11115, 55111])
def test_dice_typed_alone_are_always_those_dice(dice: int) -> None:
    scene = Scene("5000", 1, f"roll {dice}")
    choices = scene.look.choices(scene.pen(), scene.mine())
    for choice in choices:
        if choice.dice:
            assert meant(str(choice.dice), choices, {}) == str(choice.move)
    assert len(numbered(choices)) == len(choices)


@pytest.mark.parametrize(
    ("typed", "means"), [("b", "bank"), ("t", "trash"), ("15", "play 15"), ("p5", "play 5"), ("x", None)]
)
def test_shortcuts(typed: str, means: str | None) -> None:
    assert FiveThousandTable().read(typed, Scene("5000", 1).view()) == means
