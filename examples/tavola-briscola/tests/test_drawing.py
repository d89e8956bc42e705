"""What a person sees of it in a terminal, in words and drawn, and on the board with mouse and keys."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest
from rich.text import Text

from tavola.kit import CHANCE, OVER, Lang
from tavola.kit.boards import CardBoard
from tavola.kit.drawing import Pen
from tavola.terminal.app.board import board_of
from tavola.terminal.drawings.render import renderer_of
from tavola_briscola.drawing import BriscolaTable, Picking
from tavola_briscola.game import Briscola
from tavola_briscola.options import Options
from tavola_briscola.positions import set_up

GAME = Briscola(Options(trump_swap=True))
NAMES = ("Ada", "Bice", "Ciro", "Dora")


def pen(lang: Lang = "en", *, plain: bool = True, seats: int = 2, width: int = 80) -> Pen:
    names = NAMES[:seats]
    return Pen(lang, names, lambda event: GAME.say(event, lang, names), plain, width, frozenset({0}))


def read(lines: list[Text]) -> list[str]:
    return [line.plain for line in lines]


def test_the_table_in_words() -> None:
    s = set_up(["7s 4c Rd", "2c 2d"], "As", played=["Fd"], leader=1)
    assert read(BriscolaTable().hand(pen(), GAME.view(s, 0))) == [
        "hands 0 to 0, of 3",
        "points 0 to 0",
        "trumps swords · stock 33 over As",
        "In the trick: Bice Fd",
        "Your hand: 4c 7s Rd",
    ]
    assert [choice.label for choice in BriscolaTable().choices(pen(), GAME.view(s, 0))] == [
        "4c",
        "7s",
        "Rd",
        "take As for the seven",
    ]


@pytest.mark.parametrize("lang", get_args(Lang))
@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_whole_match_is_drawn(lang: Lang, plain: bool, seats: int) -> None:
    look, rng, s = BriscolaTable(), Random(seats), GAME.start(seats)
    paper = pen(lang, plain=plain, seats=seats, width=44)
    shown = ""
    while (actor := GAME.actor(s)) != OVER:
        before = GAME.view(s, 0)
        move = GAME.chance(s).sample(rng) if actor == CHANCE else rng.choice(GAME.moves(s))
        step = GAME.play(s, move)
        events = [known for event in step.events if (known := event.seen_by(0)) is not None]
        s = step.state
        after = GAME.view(s, 0)
        lines = [
            *look.told(paper, before, after, events),
            *look.hand(paper, after),
            *look.table(paper, after),
        ]
        lines += [line for event in events if (line := look.logged(paper, event)) is not None]
        look.pauses(events)
        assert all(len(line) <= 100 for line in read(lines))
        shown += "\n".join(read(lines))
    assert "{" not in shown


def test_it_is_played_on_the_board_for_cards() -> None:
    rules: Any = GAME
    assert isinstance(renderer_of("briscola"), BriscolaTable)
    assert isinstance(board_of(rules, pen()), CardBoard)


def test_the_trick_lies_on_the_board_and_the_swap_has_a_button() -> None:
    s = set_up(["7s 4c Rd", "2c 2d"], "As", played=["Fd"], leader=1)
    view, picking = GAME.view(s, 0), Picking()
    assert [str(card) for card in picking.lying(view)] == ["Fd"]
    assert sorted(str(card) for card in picking.held(view)) == ["4c", "7s", "Rd"]
    assert [picking.card(move) is None for move in view.moves] == [False, False, False, True]
    assert [picking.label(pen(), move) for move in view.moves][-1] == "swap"
