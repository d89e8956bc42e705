from __future__ import annotations

from typing import NamedTuple

import pytest

from tavola.core.contract import OVER, View
from tavola.games import OURS
from tavola.terminal.drawings.pen import Pen, clean
from tavola.terminal.drawings.render import Renderer, renderer_of

PEN = Pen("en", ("Ada",), lambda event: f"said {type(event).__name__}")


class Table(NamedTuple):
    hand: str
    left: int


def test_a_game_without_a_renderer_is_told_in_words() -> None:
    look = renderer_of("some plug-in")
    view: View[Table, str] = View(0, 0, None, Table("7d As", 3), ("7d", "As"))
    assert type(look) is Renderer
    assert [line.plain for line in look.table(PEN, view)] == ["hand: 7d As", "left: 3"]
    assert [choice.label for choice in look.choices(PEN, view)] == ["7d", "As"]
    assert "7d, As" in look.hints(PEN, view)[0]
    assert look.on_turn(view) == 0
    assert look.on_turn(View(None, OVER, None, view.table)) is None


@pytest.mark.parametrize("game", OURS)
def test_every_listed_renderer_can_be_loaded(game: str) -> None:
    assert type(renderer_of(game)) is not Renderer
    assert isinstance(renderer_of(game), Renderer)


def test_names_are_cut_to_a_column() -> None:
    pen = Pen("en", ("x" * 40, "日本", "Ada"), lambda _: "", width=40)
    assert {pen.name(seat).cell_len for seat in range(3)} == {10}


def test_nothing_steers_the_terminal() -> None:
    assert clean("a\x1b[2Jb\nc") == "a�[2Jb�c"
