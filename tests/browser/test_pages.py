"""Every page: nothing serious for axe by day and in the evening, no wider than a phone, small, and quick."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import SMALL_PHONE, barriers, overflows
from tests.browser.conftest import Newcomer
from tests.browser.person import settled

NOWHERE = "/nowhere/at/all"  # 404, and the browser says so
PAGES = (
    "/",
    "/new/tombolon",
    "/scoreboards",
    "/scoreboards/battle",
    "/standings/421",
    "/ladder/421",
    "/rules/421",
    "/rules/scopetta",
    "/odds/421",
    "/odds/5000",
    "/odds/dice-poker",
    NOWHERE,
)
BUDGET = 200_000  # bytes of a first load, packed, without the card art


@pytest.mark.parametrize("dark", [False, True], ids=["day", "evening"])
def test_nobody_is_shut_out(newcomer: Newcomer, dark: bool) -> None:
    person = newcomer(dark=dark)
    only = ("color-contrast",) if dark else ()  # nothing else changes in the evening
    found = {}
    for path in PAGES:
        settled(person.goes(path))
        found[path] = barriers(person.page, *only)
    person.window.forgive(NOWHERE)
    assert {path: some for path, some in found.items() if some} == {}


def test_nothing_is_wider_than_a_phone(newcomer: Newcomer) -> None:
    person = newcomer(size=SMALL_PHONE, touch=True)
    found = {}
    for path in PAGES:
        settled(person.goes(path))
        found[path] = overflows(person.page)
    person.window.forgive(NOWHERE)
    assert {path: wide for path, wide in found.items() if wide > 0} == {}
    assert barriers(person.page) == []


def test_settings_and_the_form(newcomer: Newcomer) -> None:
    person = newcomer().goes()
    person.button("^Settings$").click()
    expect(person.dialog).to_be_visible()
    assert barriers(person.page) == []
    person.page.get_by_role("radio", name="Evening").check(force=True)
    person.page.get_by_role("radio", name="Plain").check(force=True)
    person.page.keyboard.press("Escape")
    expect(person.dialog).to_have_count(0)
    person.page.reload()
    expect(person.page.locator("html")).to_have_attribute("data-theme", "dark")
    person.button("^Options of 421").click()
    expect(person.dialog).to_be_visible()
    assert barriers(person.page) == []


def test_a_first_load_is_small(newcomer: Newcomer, record_property: Any) -> None:
    """As it comes over the wire, for the home page and for a table of dice."""
    person = newcomer()
    session = person.window.context.new_cdp_session(person.page)
    names: dict[str, str] = {}
    weights: dict[str, int] = {}
    session.on(
        "Network.responseReceived", lambda told: names.update({told["requestId"]: told["response"]["url"]})
    )
    session.on(
        "Network.loadingFinished",
        lambda told: weights.update({told["requestId"]: int(told["encodedDataLength"])}),
    )
    session.send("Network.enable")
    for path, game in (("/", ""), ("/new/421", "421")):
        weights.clear()
        session.send("Network.clearBrowserCache")
        settled(person.goes(path))
        person.page.wait_for_load_state("networkidle")  # also what it fetches when nobody waits for it
        if game:
            person.button(person.words.start).click()
            person.sits(game).plays(1)
        loaded = {urlsplit(names.get(one, "")).path: weight for one, weight in weights.items()}
        total = sum(loaded.values())
        record_property(f"bytes of {path}", total)
        print(f"first load of {path}: {total} bytes in {len(loaded)} files")
        assert total < BUDGET, json.dumps(loaded, indent=1)


# The message is heard here before the page hears it, so what the page does about it comes after.
WATCH_FRAMES = """
(() => {
  const taken = (window.frames_taken = []);
  let heard = 0, frame = 0;
  const count = () => { frame += 1; requestAnimationFrame(count); };
  requestAnimationFrame(count);
  window.WebSocket = class extends WebSocket {
    constructor(...where) {
      super(...where);
      this.addEventListener('message', ({ data }) => {
        const { type, id } = JSON.parse(data);
        if (type === 'news') heard = id ? { at: performance.now(), frame } : 0;
      });
    }
  };
  addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
    if (!heard) return;
    taken.push({ ms: performance.now() - heard.at, frames: frame - heard.frame });
    heard = 0;
  }).observe(document.querySelector('main') ?? document.body, { subtree: true, childList: true,
                                                              attributes: true, characterData: true }));
})();
"""


@pytest.mark.parametrize("game", ["5000", "scopetta"])
def test_a_move_is_shown_at_once(newcomer: Newcomer, game: str, record_property: Any) -> None:
    """No frame is drawn between the answer to a move and what it changes; how long that takes is told, not
    judged. What a bot does meanwhile waits until that is shown, so that one can follow."""
    person = newcomer(motion=True)
    person.window.context.add_init_script(WATCH_FRAMES)
    expect(person.begins(game).turn).to_be_visible()
    person.page.evaluate("frames_taken.length = 0")  # what came before there was a board to show it
    person.plays(2)
    person.page.wait_for_function("frames_taken.length")
    taken: list[dict[str, float]] = person.page.evaluate("frames_taken")
    for measure in ("ms", "frames"):
        worst = max(one[measure] for one in taken)
        record_property(f"{game}: {measure}", worst)
        print(f"{game}: from message to change {worst:.1f} {measure} at most, of {len(taken)}")
    assert max(one["frames"] for one in taken) <= 1
