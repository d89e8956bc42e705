"""Whatever the screen: all that a player needs is on it, and nothing lies over it. Judged by geometry."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import overflows
from tests.browser.conftest import Newcomer
from tests.browser.person import Person

SIZES = ((360, 640), (390, 844), (844, 390), (768, 1024), (1024, 768), (1440, 900))
PATIENCE = 10.0  # seconds: a board that was just given another shape finds its place first

# Points that luck does not make before the game was looked at.
LONGER = {"5000": 5000, "dice-poker": 3000, "spazzino": 21, "scopetta": 11, "tombolon": 31}
TABLES = [
    *[("421", seats) for seats in (2, 3, 5, 8)],
    *[(game, seats) for game in ("5000", "dice-poker") for seats in (2, 4, 8)],
    ("spazzino", None),
    ("scopetta", None),
    ("tombolon", 2),
    ("tombolon", 4),
]

# What is written, what can be pressed, pictures with a name: off the screen, or under something else.
# A card may lie over part of another; of a word nothing may be hidden but what an ellipsis stands for.
HIDDEN = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { pointer-events: auto !important; }'); // what lets clicks through hides as well
  document.adoptedStyleSheets = [sheet];
  const found = new Set();
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const aside = (one) => one.closest('.unseen, [aria-live], .aside') !== null;
  const open = (owner, x, y) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (top.contains(owner) || owner.contains(top));
  };
  const inside = ({ left, right, top, bottom }) =>
    left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const shown = (box, owner) => {
    let { left, right, top, bottom } = box;
    for (let one = owner; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      const cut = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      if (!cut) continue;
      const room = one.getBoundingClientRect();
      [left, right] = [Math.max(left, room.left), Math.min(right, room.right)];
      [top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
    }
    return { left, right, top, bottom };
  };
  const scrolls = (one) => one.closest('.lines, .ways') !== null;
  const words = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode;
    const owner = text.parentElement;
    if (!text.data.trim() || !seen(owner) || aside(owner) || scrolls(owner)) continue;
    if (owner.closest('svg, dialog')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const whole of range.getClientRects()) {
      const box = shown(whole, owner);
      const [wide, high] = [box.right - box.left, box.bottom - box.top];
      if (wide < 2 || high < 4) continue;
      const name = `the words "${text.data.trim()}"`;
      if (!inside(box)) found.add(`${name} are off the screen`);
      else if (![0.1, 0.5, 0.9].every((part) => open(owner, box.left + part * wide, box.top + high / 2)))
        found.add(`${name} are covered`);
    }
  }
  for (const one of document.querySelectorAll('main :is(button, a, [role=img])')) {
    if (!seen(one) || aside(one) || scrolls(one) || one.closest('dialog')) continue;
    const box = one.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const name = one.ariaLabel || one.innerText.trim();
    if (!inside(box)) found.add(`${name} is off the screen`);
    const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
    const at = (x, y) => open(one, box.left + x * box.width, box.top + y * box.height);
    const free = parts.flatMap((x) => parts.map((y) => at(x, y)));
    const enough = one.closest('[data-hand], [data-table]') ? 0.2 : 0.5;
    if (free.filter(Boolean).length < enough * free.length) found.add(`${name} is covered`);
  }
  document.adoptedStyleSheets = [];
  return [...found];
}"""


def hidden(person: Person) -> list[str]:
    page = person.page
    wide = overflows(page)
    high = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    found = [f"{wide} pixels too wide"] if wide > 0 else []
    found += [f"{high} pixels too high"] if high > 0 else []
    found += page.evaluate(HIDDEN)
    return found


def settled(person: Person) -> list[str]:
    deadline = time.monotonic() + PATIENCE
    while (wrong := hidden(person)) and time.monotonic() < deadline:
        person.page.wait_for_timeout(150)
    return wrong


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_all_of_a_table_is_seen(newcomer: Newcomer, game: str, seats: int | None) -> None:
    """Also when a phone is turned in the hand, and when a drawer is pulled out beside the table."""
    person = newcomer().is_asked_at(game, seats=seats, points=LONGER.get(game))
    if game != "421":  # which may be over by then
        person.plays(2)
        person.is_asked(time.monotonic() + 60)
    wrong: dict[str, list[str]] = {}
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        wrong[f"{width} x {height}"] = settled(person)
        if width >= 960:  # below that a drawer lies over the table like a sheet of paper
            talk = person.button("^Open talk and history$")
            talk.click()
            expect(person.page.get_by_role("complementary")).to_be_visible()
            wrong[f"{width} x {height}, talk"] = settled(person)
            talk.click()
    assert {size: found for size, found in wrong.items() if found} == {}
