from __future__ import annotations

from dataclasses import replace

import pytest

from tavola.core.contract import OVER, View
from tavola.core.words import Phrase
from tavola.games import OURS, rules
from tavola.terminal.drawings.pen import Pen, clean
from tavola.terminal.drawings.render import Renderer, TableInWords, renderer_of
from tests.testing.high_card import Deal, HighCard, Play


def test_a_game_without_a_drawing_is_told_in_the_words_it_has() -> None:
    game = HighCard()
    look, state = TableInWords(game), game.start(2)
    for card in (3, 5, 2, 7):
        state = game.play(state, Deal(card)).state
    state = game.play(state, Play(5)).state
    view = game.view(state, 1)
    pen = Pen("fr", ("Ada", "Bob"), lambda event: f"said {type(event).__name__}")
    assert [line.plain for line in look.table(pen, view)] == [
        "jetons : Ada 3, Bob 3",
        "cartes en main : Ada 1, Bob 2",
        "jouées : 5",
        "entame : Ada",
    ]
    assert [choice.label for choice in look.choices(pen, view)] == ["play 2", "play 7"]
    assert "play 2, play 7" in look.hints(pen, view)[0]
    assert look.on_turn(view) == 1
    assert look.on_turn(View(None, OVER, None, view.table)) is None


def test_without_words_all_that_is_there_is_told_and_a_move_may_have_words() -> None:
    game = HighCard()
    look = TableInWords(game)
    view = game.view(game.start(2), None)
    look.called = {}
    pen = Pen("en", ("Ada", "Bob"), str)
    told = [line.plain for line in look.table(pen, view)]
    assert told == ["tokens: Ada 3, Bob 3", "held: Ada 0, Bob 0", "leader: Ada"]  # no hand, nothing played
    look.called = {"play 2": Phrase("the two", "le deux", "il due")}
    assert [choice.label for choice in look.choices(pen, replace(view, moves=(Play(2),)))] == [
        "play 2: the two"
    ]


@pytest.mark.parametrize("game", OURS)
def test_every_listed_renderer_can_be_loaded(game: str) -> None:
    found = renderer_of(rules(game))
    assert isinstance(found, Renderer)
    assert type(found) is not Renderer


def test_names_are_cut_to_a_column() -> None:
    pen = Pen("en", ("x" * 40, "日本", "Ada"), lambda _: "", width=40)
    assert {pen.name(seat).cell_len for seat in range(3)} == {10}


def test_nothing_steers_the_terminal() -> None:
    assert clean("a\x1b[2Jb\nc") == "a�[2Jb�c"
