from __future__ import annotations

import pytest

from tavola.terminal.drawings.dice import Group, digits, draw, inline


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("width", [12, 80])
def test_a_face_has_as_many_pips_as_it_says(face: int, width: int) -> None:
    rows = draw([Group(face)], width)
    assert sum(row.plain.count("●") for row in rows) == face
    assert len({row.cell_len for row in rows}) == 1


def test_dice_side_by_side() -> None:
    rows = [row.plain for row in draw([Group(41)], 80)]
    assert rows == [
        "  ╭───────╮ ╭───────╮",
        "  │ ●   ● │ │       │",
        "  │       │ │   ●   │",
        "  │ ●   ● │ │       │",
        "  ╰───────╯ ╰───────╯",
    ]


def test_kept_dice_lie_apart_and_are_named() -> None:
    rows = [row.plain for row in draw([Group(42, "kept"), Group(1, "thrown")], 80)]
    assert rows[0] == "  ╭───────╮ ╭───────╮   ╭───────╮"
    assert rows[-1].split() == ["kept", "thrown"]


def test_five_dice_fit_a_narrow_screen() -> None:
    assert max(row.cell_len for row in draw([Group(123), Group(45)], 40)) <= 40


def test_in_a_line() -> None:
    assert inline(421).plain == " 4   2   1 "
    assert digits(421) == "4 2 1"
    assert digits(0) == ""
