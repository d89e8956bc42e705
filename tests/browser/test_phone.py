"""On a phone: whole games by taps, nothing cut off, nothing too small for a finger."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import PHONE, SMALL_PHONE, barriers, overflows
from tests.browser.conftest import Newcomer

# What can be pressed and is smaller than a finger: 44 by 44 pixels, or a card of that area. Links in running
# text are as high as the text.
TOO_SMALL = """() => [...document.querySelectorAll('button, a, select, input')]
  .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .filter((one) => !one.closest('p') && !one.matches('.skip, [type=checkbox], [type=radio]'))
  .map((one) => ({ box: one.getBoundingClientRect(), one }))
  .filter(({ box }) => box.width > 0)
  .filter(({ box }) => Math.min(box.width, box.height) < 36 || box.width * box.height < 1900)
  .map(({ one, box }) => `${one.ariaLabel ?? one.innerText}: ${box.width} × ${box.height}`)"""
OFF_SCREEN = """() => [...document.querySelectorAll('main button')]
  .filter((one) => one.checkVisibility())
  .map((one) => ({ box: one.getBoundingClientRect(), one }))
  .filter(({ box }) => box.width > 0 && (box.left < -1 || box.right > innerWidth + 1))
  .map(({ one }) => one.ariaLabel ?? one.innerText)"""


@pytest.mark.parametrize(
    ("game", "size", "seats"),
    [
        ("421", PHONE, None),
        ("5000", SMALL_PHONE, None),
        ("dice-poker", SMALL_PHONE, None),
        ("spazzino", PHONE, None),
        ("scopetta", SMALL_PHONE, None),
        ("tombolon", PHONE, 4),
    ],
)
def test_a_game_by_taps(newcomer: Newcomer, game: str, size: tuple[int, int], seats: int | None) -> None:
    person = newcomer(size=size, touch=True).begins(game, seats=seats)
    for _ in range(3):
        person.plays(1)
        if person.result.count():
            break
        assert overflows(person.page) <= 0
        assert person.page.evaluate(OFF_SCREEN) == []
    assert person.page.evaluate(TOO_SMALL) == []
    if game in ("5000", "scopetta"):
        person.plays()
        expect(person.result).to_be_visible()
        assert overflows(person.page) <= 0
    assert barriers(person.page) == []


def test_the_door_on_a_phone(newcomer: Newcomer) -> None:
    person = newcomer(size=SMALL_PHONE, touch=True).goes()
    expect(person.button("^Play now: 421$")).to_be_enabled()
    assert person.page.evaluate(TOO_SMALL) == []
    assert overflows(person.page) <= 0
