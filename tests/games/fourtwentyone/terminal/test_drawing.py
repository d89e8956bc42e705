from __future__ import annotations

import pytest

from tavola.core.words import LANGS
from tavola.games.fourtwentyone.terminal.drawing import FourTwentyOneTable
from tests.terminal.table import Scene, texts

OPENING = ("roll 3", "roll 2")  # Bob starts
LOAD = (*OPENING, "roll 322", "roll 421", "roll 421", "roll 322")


def test_a_bots_throw_is_one_line() -> None:
    scene = Scene("421", 2, *OPENING)
    assert scene.told("roll 521", scene.pen(humans=(0,))) == [
        "  Bob      5   2   1   “Five twenty one for one”"
    ]


def test_a_persons_throw_is_drawn() -> None:
    scene = Scene("421", 2, *OPENING)
    shown = scene.told("roll 521", scene.pen(humans=(1,)))
    assert sum(line.count("●") for line in shown) == 5 + 2 + 1
    assert shown[-1] == "  Bob     “Five twenty one for one”"


def test_plainly_one_fact_a_line() -> None:
    scene = Scene("421", 2, *OPENING)
    assert scene.told("roll 521", scene.pen(plain=True, humans=(1,))) == [
        "Bob throws 5 2 1",
        "Bob: “Five twenty one for one”",
    ]


def test_the_table_after_a_turn() -> None:
    scene = Scene("421", 3, "roll 1", "roll 2", "roll 3", "roll 665", "roll 421")
    assert scene.told("roll 322", scene.pen()) == [
        "  Zoé      3   2   2   “Three twenty two for twelve”",
        "  Zoé takes twelve from the kitty",
        "",
        "  Ada     0 ",
        "  Bob     0 ",
        "▸ Zoé    12 ●●●●●●●●●●●●",
        "  kitty   9 ●●●●●●●●●",
        "",
    ]


def test_the_table_in_words() -> None:
    scene = Scene("421", 3, "roll 1", "roll 2", "roll 3", "roll 665", "roll 421", "roll 322")
    pen = scene.pen("fr", plain=True)
    assert texts(scene.look.table(pen, scene.view())) == [
        "Ada : 0 jetons",
        "Bob : 0 jetons",
        "Zoé : 12 jetons",
        "pot : 9 jetons",
    ]


def test_lost_sets_and_safety_are_shown() -> None:
    lost = Scene("421", 2, *OPENING, "roll 322", "roll 421", "roll 322", "roll 421")
    assert "1 set lost" in "\n".join(texts(lost.look.table(lost.pen(), lost.view())))
    assert "✗" in "\n".join(texts(lost.look.table(lost.pen(width=40), lost.view())))
    safe = Scene("421", 3, "roll 1", "roll 2", "roll 3")
    safe.play("roll 322", "roll 421", "roll 665", "roll 421", "roll 322", "roll 665")
    assert texts(safe.look.table(safe.pen(), safe.view()))[2] == "  Zoé     0 safe"


@pytest.mark.parametrize("width", [40, 80])
def test_the_table_fits(width: int) -> None:
    scene = Scene("421", 2, *LOAD)
    lines = scene.look.table(scene.pen(width=width), scene.view())
    assert max(line.cell_len for line in lines) <= width


def unload() -> Scene:
    scene = Scene("421", 2, *OPENING)
    while scene.view().table.turn.loading:
        # The later of the two is always low, so both take tokens in turn.
        scene.play("roll 665", "roll 322")
    return scene


def test_kept_dice_lie_apart_from_the_thrown() -> None:
    scene = unload()
    scene.play("roll 542", "keep 42")
    thrower = scene.match.state.go.seat
    drawn = scene.told("roll 1", scene.pen(humans=(thrower,)))
    assert drawn[0] == "  ╭───────╮ ╭───────╮   ╭───────╮"
    assert drawn[5].split() == ["kept", "thrown"]
    again = unload()
    again.play("roll 542", "keep 42")
    assert "keeps 4 2, throws 1" in again.told("roll 1", again.pen(plain=True))[0]


def test_stopping_is_offered_to_the_first_and_hitting_to_the_others() -> None:
    scene = unload()
    scene.play("roll 542")
    pen = scene.pen()
    first = [choice.label for choice in scene.look.choices(pen, scene.mine())]
    assert "stop" in first
    assert scene.look.extras(pen, scene.mine()) == []
    scene.play("throw", "roll 542", "throw", "roll 542")
    labels = [choice.label for choice in scene.look.choices(pen, scene.mine())]
    assert labels == ["throw all", "hit the table and throw once"]
    scene.play("throw", "roll 666")
    assert "stop" not in [choice.label for choice in scene.look.choices(pen, scene.mine())]
    must, may = scene.look.extras(pen, scene.mine())
    assert must == "you did not hit the table, so you throw again"
    assert "h after a choice" in may


def test_status_says_what_there_is_to_beat() -> None:
    scene = unload()
    scene.play("roll 542", "throw", "roll 542", "throw", "roll 421")
    line = scene.look.status(scene.pen(), scene.mine())[0].plain
    assert "throw 1 of 3" in line
    assert "total 12" in line
    assert "highest 421" in line


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("s", "stop"),
        ("t", "throw"),
        ("h", "throw hit"),
        ("th", "throw hit"),
        ("42", "keep 42"),
        ("4 2 h", "keep 42 hit"),
        ("42 hit", "keep 42 hit"),
        ("k4", "keep 4"),
        ("k4h", "keep 4 hit"),
        ("xyz", None),
        ("", None),
        ("789", None),
    ],
)
def test_shortcuts(typed: str, means: str | None) -> None:
    scene = unload()
    assert FourTwentyOneTable().read(typed, scene.view()) == means


@pytest.mark.parametrize("lang", LANGS)
def test_hints_in_every_language(lang: str) -> None:
    scene = unload()
    scene.play("roll 542")
    hints = scene.look.hints(scene.pen(lang), scene.mine())  # type: ignore[arg-type]
    assert len(hints) >= 4
    assert any("stop" in hint for hint in hints)
