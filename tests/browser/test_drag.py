"""Dragging, by mouse or finger, beside clicks and keys: a die to the rail and back, a card to the table."""

from __future__ import annotations

import re
import time
from contextlib import suppress

from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as NotThere

from tests.browser.browsers import PATIENCE, SMALL_PHONE
from tests.browser.conftest import Newcomer
from tests.browser.person import Person

Point = tuple[float, float]


def middle(of: Locator) -> Point:
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def bare(lying: Locator) -> Point:
    """On the table where no card lies: its left edge, which is filled last."""
    box = lying.bounding_box()
    assert box is not None
    return box["x"] + 4, box["y"] + box["height"] / 2


def drags(person: Person, what: Locator, to: Point) -> None:
    mouse = person.page.mouse
    what.hover()  # when it lies still
    mouse.down()
    mouse.move(*to, steps=5)
    mouse.up()


def slides(person: Person, what: Locator, to: Point, steps: int = 5) -> None:
    """With a finger."""
    what.scroll_into_view_if_needed()
    (x, y), touches = middle(what), person.window.context.new_cdp_session(person.page)
    at = [(x + (to[0] - x) * n / steps, y + (to[1] - y) * n / steps) for n in range(steps + 1)]
    touched = [("touchStart", at[:1]), *(("touchMove", [each]) for each in at[1:]), ("touchEnd", [])]
    for kind, points in touched:
        fingers = [{"x": x, "y": y} for x, y in points]
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def is_played(person: Person, hand: Locator, cards: int) -> None:
    """At once, or when it lies there and one has said what it takes."""
    plays, deadline = person.button(person.words.plays), time.monotonic() + PATIENCE / 1000
    while hand.count() == cards:
        assert time.monotonic() < deadline, "the card is still in the hand"
        if plays.count() > 1:
            with suppress(NotThere):  # it may be on its way already
                person.presses(plays.first)
        person.page.wait_for_timeout(50)
    expect(hand).to_have_count(cards - 1)


def test_a_die_to_the_rail_and_back(newcomer: Newcomer) -> None:
    person = newcomer().begins("5000", seats=2, points=5000)
    expect(person.turn).to_be_visible()
    tray = person.tray
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
        expect(hand.first).to_be_visible()
        cards = hand.count()
        drags(person, hand.first, middle(hand.last))  # within the hand nothing is played
        assert hand.count() == cards
        drags(person, hand.first, bare(lying))
        is_played(person, hand, cards)


def test_with_a_finger(newcomer: Newcomer) -> None:
    person = newcomer(size=SMALL_PHONE, touch=True).begins("5000", seats=2, points=5000)
    expect(person.turn).to_be_visible()
    tray = person.tray
    die = tray.get_by_role("button").first
    box = tray.bounding_box()
    assert box is not None
    x, y = middle(die)
    slides(person, die, (x, box["y"] + 0.85 * box["height"]))
    expect(die).to_have_attribute("aria-pressed", "true")
    slides(person, die, (x, y))
    expect(die).to_have_attribute("aria-pressed", "false")
    person.begins("tombolon", points=31)
    expect(person.turn).to_be_visible()
    hand = person.page.get_by_role("list", name=person.words.hand).get_by_role("button")
    expect(hand.first).to_be_visible()
    cards = hand.count()
    lying = person.page.get_by_role("list", name=re.compile("^On the table|^The table is empty"))
    slides(person, hand.first, bare(lying))
    is_played(person, hand, cards)
