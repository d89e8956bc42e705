"""Reloaded in the middle, left, the server killed and started again: nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from bench.chaos_house import quiet_ports
from tests.browser.browsers import Window
from tests.browser.conftest import Newcomer
from tests.browser.house import House
from tests.browser.person import Person


def standing(person: Person) -> str:
    """The points of everyone, as the seats show them."""
    return person.page.locator("main ul").first.inner_text()


LONGER = {"5000": 1_000_000, "scopetta": 1, "tombolon": 30}  # so many points that there is a middle


@pytest.mark.parametrize("game", ["5000", "scopetta"])
def test_reload_in_the_middle(newcomer: Newcomer, game: str) -> None:
    person = newcomer().begins(game, points=LONGER[game])
    person.plays(3)
    expect(person.turn).to_be_visible()
    before = standing(person)
    person.page.reload()
    expect(person.turn).to_be_visible()
    assert standing(person) == before
    assert person.plays(1) == 1


def test_a_table_left_is_found_again(newcomer: Newcomer) -> None:
    person = newcomer().begins("spazzino")
    person.plays(2)
    table = person.table
    person.goes()
    person.page.get_by_role("link", name="Spazzino: Go on").click()
    expect(person.page).to_have_url(re.compile(table))
    person.plays(1)


@pytest.fixture
def own_house(tmp_path: Path, house: House) -> Iterator[House]:
    """One that may be killed."""
    del house  # builds the page
    own = House(tmp_path, *quiet_ports())  # where nobody else is while it is away
    yield own.open()
    own.kill()


@pytest.mark.parametrize("game", ["5000", "tombolon"])
def test_the_server_killed_in_the_middle(browser: Browser, own_house: House, game: str) -> None:
    window = Window(browser, own_house.url)
    person = Person(window).begins(game, points=LONGER[game])
    person.plays(3)
    expect(person.turn).to_be_visible()
    before = standing(person)
    own_house.kill()
    expect(person.page.get_by_text(person.words.lost).first).to_be_visible()
    if not window.complaints:  # the browser says that the line is dead, perhaps a moment later
        window.context.wait_for_event("console")
    own_house.open()
    expect(person.page.get_by_text("Connected again.").first).to_be_visible()
    expect(person.turn).to_be_visible()
    assert standing(person) == before
    window.forgive("WebSocket connection", "ERR_CONNECTION")
    person.plays(3)
    assert window.complaints == []
    window.close()


def test_a_move_made_while_the_server_is_away(browser: Browser, own_house: House) -> None:
    """It is sent when the server is back, and counts once."""
    window = Window(browser, own_house.url)
    person = Person(window).begins("scopetta")
    person.plays(1)
    expect(person.turn).to_be_visible()
    own_house.kill()
    person.alone = True
    person.moves()
    own_house.open()
    person.alone = False
    assert person.plays(2) == 2
    window.forgive("WebSocket connection", "ERR_CONNECTION")
    assert window.complaints == []
    window.close()
