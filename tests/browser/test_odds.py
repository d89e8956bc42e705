"""The odds of a decision, asked for at the table where that is allowed, and only there."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.browsers import SMALL_PHONE, barriers, overflows
from tests.browser.conftest import Newcomer
from tests.browser.person import DICE, GAME, Person

LONGER = {"5000": 5000, "dice-poker": 3000}  # so that there is a next decision
WORKED_OUT = 120_000  # milliseconds, for a machine that has never worked it out before
ODDS = "^Show the odds$"


def drawer(person: Person) -> Locator:
    return person.page.get_by_role("complementary", name="The odds of this decision")


@pytest.mark.parametrize("game", DICE)
def test_what_each_move_is_worth(newcomer: Newcomer, game: str) -> None:
    person = newcomer().is_asked_at(game, seats=2, points=LONGER.get(game))
    assert drawer(person).count() == 0  # nobody is told who does not ask
    person.button(ODDS).click()
    tells_the_best(person)
    assert barriers(person.page) == []
    person.plays(1)
    if person.is_asked(time.monotonic() + GAME):  # else luck has ended the game; nothing else can meanwhile
        tells_the_best(person)
        person.button(ODDS).click()
        expect(drawer(person)).to_have_count(0)


def tells_the_best(person: Person) -> None:
    best = drawer(person).get_by_role("listitem").first
    expect(best).to_contain_text("best", timeout=WORKED_OUT)
    expect(best).to_contain_text(re.compile(r"\d"))


def test_on_a_phone_it_comes_up_from_below(newcomer: Newcomer) -> None:
    person = newcomer(size=SMALL_PHONE, touch=True).goes()
    person.button("^Play now: 5000$").tap()
    person.sits("5000")
    person.button(ODDS).tap()
    expect(drawer(person).get_by_text("best").first).to_be_visible(timeout=WORKED_OUT)
    assert overflows(person.page) <= 0
    assert barriers(person.page) == []
    person.button("^Close$", drawer(person)).tap()
    assert person.plays(1) == 1


@pytest.mark.parametrize("why", ["It counts for the standings", "Odds may be asked for while playing"])
def test_where_they_are_not_allowed(newcomer: Newcomer, why: str) -> None:
    """At a table that counts, and where whoever opened it said no."""
    person = newcomer().fills_in("5000", seats=2)
    person.page.get_by_label(why).click()
    person.presses(person.button(person.words.start))
    person.sits("5000")
    if "standings" in why:
        person.page.get_by_label("Your name").fill("Ottavia")
        person.button("^Claim this name and sit down$").click()
    person.plays(1)
    assert person.button(ODDS).count() == 0
