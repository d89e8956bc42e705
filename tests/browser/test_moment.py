"""While a board still shows what the others did, the frame around it shows the same moment."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer

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


def test_nobody_is_asked_while_others_are_shown_playing(newcomer: Newcomer) -> None:
    player = newcomer(motion=True)
    player.window.context.add_init_script(ASKED)
    player.begins("scopetta", points=11)
    for _ in range(3):  # who waits until he is asked; somebody in a hurry sees less of the others
        expect(player.page.locator(".edge .turn.mine")).to_be_visible()
        player.plays(1)
    expect(player.page.locator(".edge .turn.mine")).to_be_visible()
    seen = player.page.evaluate("asked")
    assert min(seen["others"], seen["mine"]) > 0
    assert seen["early"] == 0


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
    """A key then shows them at once."""
    player = newcomer(motion=True)
    player.window.context.add_init_script(GIVEN_AWAY)
    player.is_asked_at(game, seats=2, points=5000)
    if game == "421":  # there the first throw is asked for, too
        player.button(player.words.throw).click()
    player.page.wait_for_function("() => falling.frames > 0")
    player.page.keyboard.press("t")
    player.page.keyboard.press("s")
    player.page.wait_for_function(
        "() => document.querySelector('#dice-note')?.textContent !== 'The dice are falling…'"
    )
    assert player.page.evaluate("falling.away") == []


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


def test_no_card_is_seen_without_its_picture(newcomer: Newcomer) -> None:
    """Also one that was never shown before, and one that comes to another place."""
    player = newcomer(motion=True)
    player.window.context.add_init_script(BLANK)
    player.begins("scopetta").plays(4)
    seen = player.page.evaluate("cards")
    assert seen["shown"] > seen["frames"] > 50
    assert seen["blank"] == []
