"""What a table refuses, it refuses in the language of whoever asked."""

from __future__ import annotations

import pytest

from tavola.core.errors import BadNotation, BadOption, BadSeats, TavolaError, UnknownBot, UnknownGame
from tavola.core.words import LANGS
from tavola.games import rules
from tavola.table import messages as m
from tavola.table import words
from tavola.table.opening import open_table
from tavola.table.refusal import Refusal, check_wait
from tests.table.sitting import ADA, SEED, House


@pytest.mark.parametrize(
    ("wish", "kind"),
    [
        (m.Create(game="tarot"), UnknownGame),
        (m.Create(game="5000", options={"goal": "many"}), BadOption),
        (m.Create(game="5000", options={"aim": "1"}), BadOption),
        (m.Create(game="421", preset="modern"), BadOption),
        (m.Create(game="tombolon", seats=3), BadSeats),
        (m.Create(game="5000", seats=1, rated=True), TavolaError),
    ],
)
def test_a_table_that_cant_be_opened(wish: m.Create, kind: type[TavolaError]) -> None:
    with pytest.raises(kind) as caught:
        open_table(ADA, wish, "t", SEED, 0.0)
    said = caught.value.said
    assert len({said.in_(lang) for lang in LANGS}) == 3
    assert str(caught.value) == said.en


def test_a_bot_there_is_not_and_one_that_takes_nothing() -> None:
    from random import Random

    from tavola.bots import make_bot

    for bot, kind in (("nobody", UnknownBot), ("house:hard", BadOption)):
        with pytest.raises(kind) as caught:
            make_bot(bot, rules("421"), Random(0))
        assert len(set(caught.value.said)) == 3


def test_what_is_no_move_is_told_in_the_language() -> None:
    with pytest.raises(BadNotation):
        rules("5000").parse("dance")
    house = House("5000", seats=1).sit(ADA)
    refusal = house.refused(ADA, m.Play(table="t", move="dance"))
    assert refusal.told("fr").why.startswith("'dance' n'est pas un coup")
    assert refusal.told("it").why.startswith("'dance' non è una mossa")


def test_nobody_is_told_to_wait_for_nothing() -> None:
    assert Refusal("too_much", "no", retry_after=0.0001).retry_after == 0.001
    assert Refusal("too_much", "no", retry_after=2.0).retry_after == 2.0
    assert Refusal("too_much", "no").retry_after is None


def test_who_may_do_it_now_is_not_told_to_wait() -> None:
    check_wait(0.0, words.GAME_IS_OVER)
    with pytest.raises(Refusal) as caught:
        check_wait(0.2, words.GAME_IS_OVER)
    assert (caught.value.code, caught.value.retry_after) == ("too_much", 0.2)
