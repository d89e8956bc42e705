"""On a phone: games by taps, nothing cut off or out of sight, nothing too small for a finger."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import PHONE, SMALL_PHONE, barriers, overflows
from tests.browser.conftest import Newcomer
from tests.browser.person import Person
from tests.browser.played import crowded
from tests.browser.test_records import brings

# Points that luck does not make before the game was looked at.
LONGER = {"5000": 5000, "dice-poker": 3000, "spazzino": 21, "scopetta": 11, "tombolon": 31}

# What can be pressed and is smaller than a finger, 44 by 44 pixels. Links in running text are as high as it.
TOO_SMALL = """() => [...document.querySelectorAll('button, a, select, input')]
  .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .filter((one) => !one.closest('p') && !one.matches('.skip, [type=checkbox], [type=radio]'))
  .map((one) => ({ box: one.getBoundingClientRect(), one }))
  .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < 43.9)
  .map(({ one, box }) => `${one.ariaLabel ?? one.innerText}: ${box.width} × ${box.height}`)"""
OFF_SCREEN = """() => [...document.querySelectorAll('main button')]
  .filter((one) => one.checkVisibility())
  .map((one) => ({ box: one.getBoundingClientRect(), one }))
  .filter(({ box }) => box.width > 0)
  .filter(({ box }) => box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
  .map(({ one }) => one.ariaLabel ?? one.innerText)"""
# Where a finger finds a card of the table: the steps along its two edges that lie open.
OPEN = """() => [...document.querySelectorAll('[data-table] button')].map((card) => {
  const box = card.getBoundingClientRect();
  const mine = (x, y) => card.contains(document.elementFromPoint(x, y));
  const steps = (long) => Array.from({ length: Math.floor(long / 2) }, (_, n) => 2 * n + 1);
  const wide = steps(box.width).filter((x) => mine(box.left + x, box.top + 8)).length;
  const high = steps(box.height).filter((y) => mine(box.left + 8, box.top + y)).length;
  return [2 * wide, 2 * high];
})"""


PATIENCE = 20.0  # seconds: a board that was just loaded finds its place first


def fits(person: Person) -> None:
    deadline = time.monotonic() + PATIENCE
    while (wrong := misfits(person)) and time.monotonic() < deadline:
        person.page.wait_for_timeout(100)
    assert wrong == []


def misfits(person: Person) -> list[str]:
    wide = overflows(person.page)
    found: list[str] = [f"{wide} pixels too wide"] if wide > 0 else []
    for look in (OFF_SCREEN, TOO_SMALL):
        found += person.page.evaluate(look)
    return found


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("421", 2),
        ("421", 8),
        ("5000", 8),
        ("dice-poker", 8),
        ("spazzino", None),
        ("scopetta", None),
        ("tombolon", 4),
    ],
)
def test_a_table_fits(newcomer: Newcomer, game: str, seats: int | None) -> None:
    person = newcomer(size=SMALL_PHONE, touch=True).begins(game, seats=seats, points=LONGER.get(game))
    person.plays(2)
    for width, height in (SMALL_PHONE, PHONE):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.reload()  # nobody's phone grows while he plays
        expect(person.turn.or_(person.dialog).first).to_be_visible()
        fits(person)
    assert barriers(person.page) == []


def test_a_whole_game_by_taps(newcomer: Newcomer) -> None:
    person = newcomer(size=SMALL_PHONE, touch=True).begins("5000")
    person.plays()
    expect(person.result).to_be_visible()
    assert overflows(person.page) <= 0
    assert barriers(person.page) == []


FELT = "() => document.querySelector('main .felt').clientHeight"


def felt(person: Person) -> int:
    """How high the felt is, once it has found its place."""
    deadline, seen = time.monotonic() + PATIENCE, [-1]
    while time.monotonic() < deadline:
        seen.append(person.page.evaluate(FELT))
        if len(seen) > 4 and len(set(seen[-4:])) == 1:
            break
        person.page.wait_for_timeout(100)
    return seen[-1]


def test_a_full_table_of_cards(newcomer: Newcomer) -> None:
    person = newcomer(size=SMALL_PHONE, touch=True).begins("tombolon", seats=4, points=31)
    expect(person.turn).to_be_visible()
    at_the_table = felt(person)
    record, step = crowded()
    brings(person, record)
    # Buttons to step through it take some of the screen: give the board as much as it has at a table.
    width, height = SMALL_PHONE
    there = felt(person)
    taller = height + at_the_table - there
    person.page.set_viewport_size({"width": width, "height": taller})
    person.page.get_by_role("slider", name="Step").fill(str(step))
    cards = person.page.locator("[data-table] button")
    expect(cards.nth(8)).to_be_visible()
    felt(person)
    assert [one for one in person.page.evaluate(OPEN) if min(one) < 43] == []


def test_what_is_folded_away(newcomer: Newcomer) -> None:
    """What is wanted once in a game is in a menu, which a tap elsewhere or Escape closes."""
    person = newcomer(size=SMALL_PHONE, touch=True).begins("5000", seats=2, points=5000)
    more, resign = person.button("^More$"), person.button("^Resign$")
    expect(resign).to_be_hidden()
    more.tap()
    expect(resign).to_be_visible()
    fits(person)
    assert barriers(person.page) == []
    person.page.locator("h1").first.dispatch_event("click")
    expect(resign).to_be_hidden()
    more.tap()
    person.page.keyboard.press("Escape")
    expect(resign).to_be_hidden()
    more.tap()
    resign.tap()
    person.button("^Resign$", person.dialog).tap()
    expect(person.result).to_be_visible()


def test_the_door_on_a_phone(newcomer: Newcomer) -> None:
    person = newcomer(size=SMALL_PHONE, touch=True).goes()
    expect(person.button("^Play now: 421$")).to_be_enabled()
    assert person.page.evaluate(TOO_SMALL) == []
    assert overflows(person.page) <= 0
