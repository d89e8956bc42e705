"""While a board still shows what the others did, the frame around it shows the same moment."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browsers import Window
from tests.browser.conftest import Newcomer
from tests.browser.house import House
from tests.browser.person import Person

QUIET = 600  # milliseconds after which a press is meant again, when one came too early

# Frame by frame: whose seat is lit, and the points, in the frame and on the board.
COMPARE = """
(() => {
  const seen = (window.moments = { frames: 0, behind: 0, apart: [] });
  const text = (from, where) =>
    [...from.querySelectorAll(where)].map((one) => one.textContent.trim()).join(' ');
  const points = (seats, where) => Object.fromEntries(
    [...seats].map((seat) => [text(seat, 'header > b, .name > b'), text(seat, where)]));
  const sorted = (found) => JSON.stringify(Object.entries(found).sort());
  const look = () => {
    requestAnimationFrame(look);
    const board = document.querySelectorAll('main [data-seat]');
    const edge = document.querySelectorAll('main .edge li');
    if (!board.length || document.querySelector('dialog[open]')) return;
    seen.frames += 1;
    seen.behind += document.querySelector('[data-act=skip]') ? 1 : 0;
    const lit = ['.edge [aria-current] .name > b', '[data-seat].active header > b']
      .map((of) => text(document, of));
    const told = [sorted(points(edge, '.score')), sorted(points(board, '.tokens b, .marks b.number'))];
    for (const [frame, felt] of [lit, told]) if (frame !== felt) seen.apart.push(`${frame} | ${felt}`);
  };
  requestAnimationFrame(look);
})();
"""


@pytest.mark.parametrize("game", ["421", "5000"])
def test_frame_and_board_show_one_moment(newcomer: Newcomer, game: str) -> None:
    """One plays faster than the other can look."""
    player, onlooker = newcomer(), newcomer(motion=True)
    onlooker.window.context.add_init_script(COMPARE)
    player.is_asked_at(game, seats=2, points=5000)
    onlooker.goes(f"/table/{player.table}")
    expect(onlooker.page.get_by_text("You are looking on").first).to_be_visible()
    player.plays(4)
    onlooker.page.wait_for_function("() => moments.behind > 10")
    assert onlooker.page.evaluate("moments.apart") == []


# Frame by frame: somebody else's card is on its way, and yet the page says that I am asked.
ASKED = """
(() => {
  const seen = (window.asked = { others: 0, mine: 0, early: 0 });
  const look = () => {
    requestAnimationFrame(look);
    const mine = document.querySelector('.edge .turn.mine') !== null;
    seen.mine += mine ? 1 : 0;
    if (!document.querySelector('.before.top')) return;
    seen.others += 1;
    seen.early += mine || document.querySelector('[data-hand].turn') ? 1 : 0;
  };
  requestAnimationFrame(look);
})();
"""


@pytest.fixture(scope="module")
def seen(browser: Browser, house: House) -> dict[str, Any]:
    """A game of cards, frame by frame, of one who waits until he is asked: in a hurry he would see less of
    the others."""
    window = Window(browser, house.url, motion=True)
    for script in (ASKED, ON_THEIR_WAY, BLANK):
        window.context.add_init_script(script)
    player = Person(window).begins("scopetta", points=11)
    for _ in range(4):
        expect(player.page.locator(".edge .turn.mine")).to_be_visible()
        player.plays(1)
    expect(player.page.locator(".edge .turn.mine")).to_be_visible()
    found = {name: player.page.evaluate(name) for name in ("asked", "ways", "cards")}
    window.close()
    assert window.complaints == []
    return found


def test_nobody_is_asked_while_others_are_shown_playing(seen: dict[str, Any]) -> None:
    asked = seen["asked"]
    assert min(asked["others"], asked["mine"]) > 0
    assert asked["early"] == 0


# Frame by frame: my own dice still fall, and yet a button is gold, or may be pressed.
GIVEN_AWAY = """
(() => {
  const seen = (window.falling = { frames: 0, away: [] });
  const look = () => {
    requestAnimationFrame(look);
    const note = document.querySelector('#dice-note')?.textContent;
    if (note !== 'The dice are falling…') return;
    seen.frames += 1;
    const open = document.querySelectorAll('.buttons .main, .buttons [aria-disabled=false]');
    for (const one of open) seen.away.push(one.textContent);
  };
  requestAnimationFrame(look);
})();
"""


@pytest.mark.parametrize("game", ["421", "5000", "dice-poker"])
def test_falling_dice_are_not_given_away(newcomer: Newcomer, game: str) -> None:
    """The space bar then shows them at once."""
    player = newcomer(motion=True)
    player.window.context.add_init_script(GIVEN_AWAY)
    player.is_asked_at(game, seats=2, points=5000)
    if game == "421":  # there the first throw is asked for, too
        player.button(player.words.throw).click()
    player.page.wait_for_function("() => falling.frames > 0")
    player.page.keyboard.press("s")  # means nothing yet
    player.page.keyboard.press("Space")
    player.page.wait_for_function(
        "() => document.querySelector('#dice-note')?.textContent !== 'The dice are falling…'"
    )
    assert player.page.evaluate("falling.away") == []


@pytest.mark.parametrize("game", ["421", "5000", "dice-poker"])
def test_to_see_the_dice_now_decides_nothing(newcomer: Newcomer, game: str) -> None:
    """Neither the key nor the button that shows them, pressed twice, nor Enter before they lie there."""
    player = newcomer(motion=True)
    player.window.context.add_init_script(PLAYED)
    player.is_asked_at(game, seats=2, points=5000)
    skip = player.page.locator("[data-act=skip]")
    for way in ("Space", "click"):
        late = True
        while late:
            player.page.wait_for_timeout(QUIET)
            while not player.plays(1):  # luck ended it: another game
                player.is_asked_at(game, seats=2, points=5000)
            made = player.page.evaluate("played")
            player.page.evaluate(AT_ONCE, way)
            player.page.wait_for_function("() => window.pressed")
            late = player.page.evaluate("late")
        expect(skip).to_have_count(0)
        assert player.page.evaluate("played") == made


# How many moves the page has sent.
PLAYED = """
window.played = 0;
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  if (String(data).includes('"type":"play"')) window.played += 1;
  return send.call(this, data);
};
"""


# Within one frame, as nobody could press: Enter while dice fall, what shows them, and the same once more.
# A page so busy that a person could have looked in between is late, and shows nothing.
AT_ONCE = """(way) => {
  window.pressed = window.late = false;
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const under = (box) => document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const look = () => {
    const skip = document.querySelector('[data-act=skip]');
    // All may lie there already, or the game be over.
    if (!skip && document.querySelector('#dice-note, dialog[open]')) return (window.pressed = true);
    if (!skip) return requestAnimationFrame(look);
    press('Enter');
    const began = performance.now();
    const box = skip.getBoundingClientRect();
    if (way === 'click') skip.click();
    else press(' ');
    setTimeout(() => {
      window.late = performance.now() - began > 400;
      if (!window.late) {
        if (way === 'click') under(box)?.click();
        else press(' ');
        press('Enter');
      }
      window.pressed = true;
    }, 50);
  };
  look();
}"""


# Frame by frame: dice are in the air, and yet it is told what they show.
TOLD_EARLY = """
(() => {
  const seen = (window.early = { frames: 0, told: [] });
  const look = () => {
    requestAnimationFrame(look);
    if (!document.querySelector('.tray .flying')) return;
    seen.frames += 1;
    const now = document.querySelector('.panel .now, [data-seat].active .bubble.Rolled:not(.old)');
    const named = document.querySelector('.middle h2')?.textContent ?? '–';
    if (now || named !== '–') seen.told.push(now?.textContent ?? named);
  };
  requestAnimationFrame(look);
})();
"""


def test_no_pattern_is_told_before_the_dice_lie_there(newcomer: Newcomer) -> None:
    player = newcomer(motion=True)
    player.window.context.add_init_script(TOLD_EARLY)
    player.begins("dice-poker", seats=2, points=3000).plays(3)
    seen = player.page.evaluate("early")
    assert seen["frames"] > 10
    assert seen["told"] == []


# Frame by frame: what a pile counts while cards are on their way to it, and what lies over a played card.
ON_THEIR_WAY = """
(() => {
  const seen = (window.ways = { arriving: 0, early: [], played: 0, under: [] });
  const last = {};
  const shows = new CSSStyleSheet();
  shows.replaceSync('.before { pointer-events: auto !important; }');
  const look = () => {
    requestAnimationFrame(look);
    document.adoptedStyleSheets = [shows];
    for (const pile of document.querySelectorAll('[data-pile]')) {
      const count = Number(pile.querySelector('b').textContent);
      const place = pile.getBoundingClientRect();
      const coming = [...pile.querySelectorAll('.travels')].filter((card) => {
        const { x, y, width, height } = card.getBoundingClientRect();
        const across = x + width / 2 - place.x - place.width / 2;
        const along = y + height / 2 - place.y - place.height / 2;
        return Math.hypot(across, along) > place.width;
      }).length;
      if (coming) seen.arriving += 1;
      if (coming && count > (last[pile.dataset.pile] ?? 0)) seen.early.push(count);
      last[pile.dataset.pile] = count;
    }
    const card = document.querySelector('.before.me .travels');
    if (!card) return;
    seen.played += 1;
    const { x, y, width, height } = card.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!top?.closest('.before')) seen.under.push(top?.outerHTML.slice(0, 200));
  };
  requestAnimationFrame(look);
})();
"""


def test_a_card_travels_over_the_others_and_counts_when_it_is_there(seen: dict[str, Any]) -> None:
    ways = seen["ways"]
    assert ways["played"] > 10
    assert (ways["under"], ways["early"]) == ([], [])


def test_with_one_capture_a_tap_on_the_lit_card_takes_it(newcomer: Newcomer) -> None:
    player = newcomer().begins("tombolon", seats=2, points=31)
    table = player.page.get_by_role("list", name="On the table").get_by_role("button")
    for _ in range(12):
        assert player.is_asked(time.monotonic() + 60)
        takers = player.button(player.words.can_take)
        for taker in takers.all():
            taker.click()
            if player.button(player.words.plays).count() == 1:
                lit = table.and_(player.button(", will be taken$"))
                player.does(lit.first)
                return
        player.plays(1)
    pytest.fail("twelve turns without a capture")


# Frame by frame: a card whose picture is not there yet.
BLANK = """
(() => {
  const seen = (window.cards = { frames: 0, shown: 0, blank: [] });
  const look = () => {
    requestAnimationFrame(look);
    seen.frames += 1;
    for (const picture of document.querySelectorAll('main .card img')) {
      seen.shown += 1;
      if (!picture.complete || !picture.naturalWidth) seen.blank.push(picture.parentElement.dataset.card);
    }
  };
  requestAnimationFrame(look);
})();
"""


def test_no_card_is_seen_without_its_picture(seen: dict[str, Any]) -> None:
    """Also one that was never shown before, and one that comes to another place."""
    cards = seen["cards"]
    assert cards["shown"] > cards["frames"] > 50
    assert cards["blank"] == []
