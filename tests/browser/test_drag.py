"""Dragging, beside clicks and keys: a die to the rail and back, a card to the table."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Newcomer
from tests.browser.person import HEARD, HURRY, NEWS, Person

Point = tuple[float, float]


def middle(of: Locator) -> Point:
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drags(person: Person, what: Locator, to: Point) -> None:
    mouse = person.page.mouse
    what.hover()  # when it lies still
    mouse.down()
    mouse.move(*to, steps=5)
    mouse.up()


def test_a_die_to_the_rail_and_back(newcomer: Newcomer) -> None:
    person = newcomer().begins("5000", seats=2, points=5000)
    expect(person.turn).to_be_visible()
    tray = person.page.get_by_role("region", name=person.words.tray)
    box = tray.bounding_box()
    assert box is not None
    die = tray.get_by_role("button").first
    x, y = middle(die)
    drags(person, die, (x + 20, box["y"] + 0.8 * box["height"]))
    expect(die).to_have_attribute("aria-pressed", "true")
    drags(person, die, (x, y))
    expect(die).to_have_attribute("aria-pressed", "false")
    drags(person, die, (x + 90, y))  # along the felt: it goes back to where it lay
    expect(die).to_have_attribute("aria-pressed", "false")
    die.hover()  # when it is back
    x, y = middle(die)
    drags(person, die, (x + 3, y + 3))  # a click with an unsteady hand
    expect(die).to_have_attribute("aria-pressed", "true")


def test_a_card_to_the_table(newcomer: Newcomer) -> None:
    person = newcomer().begins("tombolon", points=31)
    for _ in range(2):
        expect(person.turn).to_be_visible()
        hand = person.page.get_by_role("list", name=person.words.hand).get_by_role("button")
        lying = person.page.get_by_role("list", name=re.compile("^On the table|^The table is empty"))
        before, cards = person.page.evaluate(HEARD), hand.count()
        drags(person, hand.first, middle(hand.last))  # within the hand nothing is played
        assert hand.count() == cards
        drags(person, hand.first, middle(lying))
        plays = person.button(person.words.plays)
        if plays.count() > 1:  # it lies there, and one says what it takes
            person.presses(plays.first)
        person.page.wait_for_function(NEWS, arg=before, timeout=HURRY)
        expect(hand).to_have_count(cards - 1)
