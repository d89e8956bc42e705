"""By keyboard only: from the door to the end of a game, and everything one can press can be reached."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.person import CARDS, DICE, SHORT, Person, Typist

FOCUS_SEEN = """() => {
  const focused = document.activeElement;
  const style = getComputedStyle(focused);
  const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
  return ring || style.boxShadow !== 'none' || focused.matches('[type=radio], [type=checkbox]');
}"""


def typist(newcomer: Newcomer) -> Typist:
    person = newcomer(kind=Typist)
    assert isinstance(person, Typist)
    return person


def begins(person: Typist, game: str, points: int | None) -> Typist:
    person.goes(f"/new/{game}")
    expect(person.button(person.words.start)).to_be_enabled()
    if points is not None:
        person.reaches(person.page.get_by_label(re.compile(person.words.points)))
        person.page.keyboard.press("Control+A")
        person.page.keyboard.type(str(points))
    person.presses(person.button(person.words.start))
    person.sits(game)
    return person


@pytest.mark.parametrize("game", [*DICE, *CARDS])
def test_a_whole_game_by_keyboard(newcomer: Newcomer, game: str) -> None:
    person = begins(typist(newcomer), game, SHORT.get(game))
    person.plays()
    expect(person.result).to_be_visible()
    assert focus_is_in(person, "dialog")
    person.page.keyboard.press("Escape")
    expect(person.dialog).to_have_count(0)
    person.presses(person.button("^Result$"))
    expect(person.result).to_be_visible()


def test_from_the_door(newcomer: Newcomer) -> None:
    person = typist(newcomer)
    person.goes()
    expect(person.button("^Play now: 5000$")).to_be_enabled()
    person.presses(person.button("^Play now: 5000$"))
    assert person.sits("5000").plays(2) == 2 or person.result.count()


@pytest.mark.parametrize("opens", ["^Open talk and history$", "^Show the odds$"])
def test_escape_puts_a_drawer_away(newcomer: Newcomer, opens: str) -> None:
    person = typist(newcomer)
    person.fills_in("5000", seats=2, points=5000)
    person.page.get_by_label("Odds may be asked for").check()
    person.presses(person.button(person.words.start))
    person.sits("5000")
    person.presses(person.button(opens))
    drawer = person.page.locator("aside")
    expect(drawer).to_be_visible()
    drawer.get_by_role("button").first.focus()
    person.page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(person.button(opens)).to_be_focused()


def test_the_focus_is_always_seen(newcomer: Newcomer) -> None:
    person = newcomer().goes()
    expect(person.button("^Play now: 421$")).to_be_enabled()
    person.page.keyboard.press("Tab")
    while not person.page.evaluate("document.activeElement === document.body"):  # once around
        assert person.page.evaluate(FOCUS_SEEN), person.page.evaluate(
            "document.activeElement.outerHTML.slice(0, 200)"
        )
        person.page.keyboard.press("Tab")


def test_to_the_content_at_once(newcomer: Newcomer) -> None:
    person = newcomer().goes()
    person.page.keyboard.press("Tab")
    expect(person.page.get_by_role("link", name="To the content")).to_be_focused()
    person.page.keyboard.press("Enter")
    assert focus_is_in(person, "main")


def focus_is_in(person: Person, place: str) -> bool:
    return bool(person.page.evaluate(f"document.activeElement.closest('{place}') !== null"))
