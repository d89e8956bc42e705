"""A whole game of each of the six, played by clicks to its end against a bot, and what comes after it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import barriers
from tests.browser.conftest import Newcomer
from tests.browser.person import CARDS, DICE

GAMES = (*DICE, *CARDS)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(newcomer: Newcomer, game: str) -> None:
    person = newcomer().begins(game)
    person.plays(2)
    if not person.result.count():  # luck may end it sooner
        assert barriers(person.page) == []
    person.plays()
    expect(person.result).to_be_visible()
    seen = person.result.locator("h2, p.reason").all_text_contents()
    assert person.told[-2:] == seen  # who won, if not all did, and how
    if game == "dice-poker":  # the end looks alike everywhere, and so does the record
        assert barriers(person.page) == []
    person.result.get_by_role("link", name=person.words.see_again).click()
    expect(person.page).to_have_url(re.compile(f"/record/{person.table}"))
    expect(person.page.get_by_role("slider", name="Step")).to_be_visible()
    if game == "dice-poker":
        assert barriers(person.page) == []
        person.page.reload()  # a permalink
        expect(person.page.get_by_role("slider", name="Step")).to_be_visible()


def test_two_clicks_and_one_plays(newcomer: Newcomer) -> None:
    """And sees everything from the first throw: who begins is thrown for before the page is there."""
    person = newcomer().goes()
    person.button(f"^{person.words.play_now}421$").click()
    person.sits("421")
    person.button("^Open talk and history$").click()
    happened = person.page.get_by_role("complementary").locator("p")
    expect(happened.first).to_have_text(re.compile("for the start$"))
    assert person.plays(1) == 1 or person.result.count()  # luck may end it before one decides


def test_four_at_tombolon(newcomer: Newcomer) -> None:
    person = newcomer().begins("tombolon", seats=4)
    person.plays()
    expect(person.result.get_by_role("row")).to_have_count(5)


def test_eight_at_421(newcomer: Newcomer) -> None:
    person = newcomer().begins("421", seats=8)
    person.plays(3)
    assert barriers(person.page) == []


@pytest.mark.parametrize("game", CARDS)
def test_cards_are_read_out_by_their_names_from_the_first_word_on(newcomer: Newcomer, game: str) -> None:
    person = newcomer().begins(game, points=31)
    expect(person.page.get_by_role("log")).to_contain_text(person.words.your_turn)
    told = person.told
    assert told[-1] == person.words.your_turn
    assert re.search("On the table: the (.+ of (cups|coins|batons|swords))", told[0])
    assert not re.search(r"\b[2-7AFCR][bcds]\b", " ".join(told))
