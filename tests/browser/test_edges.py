"""From every page to every other: by link, back, forth, reloaded and by its address. What is shown is what
the address names, whole from the first frame on, and nothing goes wrong on the way."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.person import Person

GAMES = {
    "421": "421",
    "5000": "5000",
    "dice-poker": "Dice Poker",
    "spazzino": "Spazzino",
    "scopetta": "Scopetta",
    "tombolon": "Tombolon",
}
FIRST = next(iter(GAMES))
REMEMBERED = 36  # steps; a browser forgets those before the last fifty
WHOLE_ROOM = ("/table/", "/join/", "/record/")  # the others keep margins

# Looks at every frame: is the page as wide as it should be? Rows of games are home, a room is a table.
WATCH_MARGINS = """
(() => {
  window.misfits = [];
  const look = () => {
    const main = document.querySelector('main');
    if (main) {
      const margins = parseFloat(getComputedStyle(main).paddingLeft) > 0;
      const home = main.querySelector('.games'), room = main.querySelector(':scope > :is(.room, .felt)');
      if (home && !margins) misfits.push(`home without margins at ${location.pathname}`);
      if (room && margins) misfits.push(`a table with margins at ${location.pathname}`);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
"""
CLICK = """path => {
  const link = document.createElement('a');
  link.href = path;
  document.body.append(link);
  link.click();
  link.remove();
}"""


def every_edge(places: list[str], of: Collection[str]) -> Iterator[str]:
    """A walk from each place to each other, where one of the two is one `of` these, exactly once; it ends
    where it began."""
    left = {
        place: [other for other in places if other != place and (place in of or other in of)]
        for place in places
    }
    way, walked = [places[0]], []
    while way:
        if left[way[-1]]:
            way.append(left[way[-1]].pop())
        else:
            walked.append(way.pop())
    return reversed(walked)


def test_the_walk_leaves_nothing_out() -> None:
    places = ["a", "b", "c", "d"]
    steps = list(pairwise(every_edge(places, places)))
    assert sorted(steps) == [(a, b) for a in places for b in places if a != b]
    assert sorted(pairwise(every_edge(places, "b"))) == sorted(step for step in steps if "b" in step)


def walker(newcomer: Newcomer, **how: Any) -> Person:
    person = newcomer(**how)
    person.window.context.add_init_script(WATCH_MARGINS)
    return person


def shows(person: Person, path: str, heading: str) -> None:
    """That page and no other: by its address, its heading, its title and its margins."""
    expect(person.page).to_have_url(re.compile(re.escape(path) + "$"))
    expect(person.page.locator("main h1").last).to_have_text(re.compile(heading))
    expect(person.page).to_have_title(re.compile("Tavola" if path == "/" else heading.split("|")[-1]))
    whole = re.compile("wholeRoom")
    if path.startswith(WHOLE_ROOM):
        expect(person.page.locator("main")).to_have_class(whole)
    else:
        expect(person.page.locator("main")).not_to_have_class(whole)


def pages_of(person: Person, game: str) -> Mapping[str, str]:
    """Each kind of page of that game, and a pattern its heading has; the last alternative is in its title
    too. One table in play, one that waits, one whose game is over."""
    title = GAMES[game]
    person.begins(game)
    over = person.table
    person.button("^Resign$").click()
    person.button("^Resign$", person.dialog).click()
    expect(person.result).to_be_visible()
    person.begins(game, points=100)
    playing = person.table
    person.fills_in(game).button(person.words.open_table).click()
    waits = person.sits(game).table
    return {
        "/": person.words.slogan,
        f"/new/{game}": title,
        f"/table/{playing}": title,
        f"/join/{waits}": f"Waiting for players|{title}",
        f"/record/{over}": title,
        "/scoreboards": "scoreboards",
        f"/standings/{game}": title,
        f"/rules/{game}": title,
        f"/odds/{game}": title,
    }


@pytest.mark.parametrize("game", GAMES)
def test_from_each_page_to_each_other(newcomer: Newcomer, game: str) -> None:
    """The pages without a board are the same for every game: between those one goes for the first alone."""
    person = walker(newcomer)
    pages = pages_of(person, game)
    for path, heading in pages.items():
        person.goes(path)
        shows(person, path, heading)
        person.page.reload()
        shows(person, path, heading)
    with_board = [path for path in pages if path.startswith(WHOLE_ROOM)]
    walk = list(every_edge(list(pages), pages if game == FIRST else with_board))
    for first in range(0, len(walk) - 1, REMEMBERED):
        stretch = walk[first : first + REMEMBERED + 1]
        person.goes(stretch[0])
        for path in stretch[1:]:
            person.page.evaluate(CLICK, path)
            shows(person, path, pages[path])
        for path in stretch[-2::-1]:
            person.page.go_back()
            shows(person, path, pages[path])
    assert person.page.evaluate("misfits") == []


@pytest.mark.parametrize("game", GAMES)
def test_every_way_out_of_a_table(newcomer: Newcomer, game: str) -> None:
    """While dice fall and cards fly; and each time the way back to the same game."""
    person = walker(newcomer, motion=True).goes()
    page, title = person.page, GAMES[game]
    person.button(f"^{person.words.play_now}{title}$").click()
    table = f"/table/{person.sits(game).table}"

    def sits_again() -> None:
        shows(person, table, title)
        expect(page.locator('main [aria-current="true"]').or_(person.dialog).first).to_be_visible()

    sits_again()
    page.go_back()
    shows(person, "/", person.words.slogan)
    page.go_forward()
    sits_again()
    page.get_by_role("link", name=re.compile("^Tavola: ")).click()
    shows(person, "/", person.words.slogan)
    page.get_by_role("link", name=f"{title}: Go on").click()
    sits_again()
    page.get_by_role("link", name="scoreboards").click()
    shows(person, "/scoreboards", "scoreboards")
    page.go_back()
    sits_again()
    page.reload()
    sits_again()

    with person.window.context.expect_page() as opened:
        page.get_by_role("link", name=f"Rules of {title}").click()
    expect(opened.value.locator("main h1")).to_have_text(title)
    opened.value.close()

    if not person.result.count():  # luck may have ended it
        person.button("^Resign$").click()
        person.button("^Resign$", person.dialog).click()
    page.get_by_role("link", name=person.words.see_again).click()
    shows(person, table.replace("table", "record"), title)
    page.go_back()
    shows(person, table, title)
    expect(person.result).to_be_visible()
    page.keyboard.press("Escape")
    person.button("^Leave the table$").click()
    shows(person, "/", person.words.slogan)
    expect(page.get_by_role("link", name=f"{title}: Go on")).to_have_count(0)
    assert page.evaluate("misfits") == []


def test_in_a_hurry(newcomer: Newcomer) -> None:
    """Elsewhere before a page is there, and before a table is laid: the last wish counts."""
    person = walker(newcomer).goes()
    page = person.page
    expect(person.button(f"^{person.words.play_now}421$")).to_be_enabled()
    page.evaluate(f"for (const path of ['/rules/421', '/odds/5000', '/standings/5000']) ({CLICK})(path)")
    shows(person, "/standings/5000", "5000")
    page.evaluate("history.go(-3); history.go(1)")
    page.evaluate(f"({CLICK})('/')")
    shows(person, "/", person.words.slogan)

    page.evaluate(f"""() => {{
      document.querySelector('main li button').click();
      ({CLICK})('/scoreboards');
    }}""")
    page.wait_for_function("() => localStorage.getItem('tavola.tables')?.includes('421')")
    page.wait_for_load_state("networkidle")
    shows(person, "/scoreboards", "scoreboards")
    page.go_back()
    page.get_by_role("link", name="421: Go on").click()
    person.sits("421")
    expect(page.locator('main [aria-current="true"]').or_(person.dialog).first).to_be_visible()


def test_a_page_is_read_on_where_it_was_left(newcomer: Newcomer) -> None:
    person = newcomer(size=(390, 844)).goes("/rules/421")
    page = person.page
    expect(page.locator("main article h2").first).to_be_visible()
    page.evaluate("scrollTo(0, 1200)")
    page.evaluate(CLICK, "/standings/421")
    shows(person, "/standings/421", "421")
    page.wait_for_function("() => scrollY === 0")
    page.go_back()
    page.wait_for_function("() => scrollY === 1200")
    heading = page.locator("main article h2").last.get_attribute("id")
    person.goes().goes(f"/rules/421#{heading}")
    page.wait_for_function(
        "id => Math.abs(document.getElementById(id)?.getBoundingClientRect().top) < innerHeight", arg=heading
    )


def test_a_table_that_is_gone_is_not_offered_again(newcomer: Newcomer) -> None:
    person = newcomer().goes()
    gone = '[{"table": "nowhere-at-all", "game": "421"}]'
    person.page.evaluate("gone => localStorage.setItem('tavola.tables', gone)", gone)
    person.page.reload()
    person.page.get_by_role("link", name="421: Go on").click()
    expect(person.page.get_by_role("heading", name="This table is not here.")).to_be_visible()
    person.page.get_by_role("main").get_by_role("link", name="All games").click()
    shows(person, "/", person.words.slogan)
    expect(person.page.get_by_role("link", name="421: Go on")).to_have_count(0)


def test_who_only_looked_on_is_gone_when_he_goes(newcomer: Newcomer) -> None:
    """Also when he goes before he has seen anything."""
    host = newcomer().fills_in("5000", seats=2, points=1_000_000)
    host.page.get_by_label("Others may find this table and sit down").check()
    host.button(host.words.start).click()
    table = f"/table/{host.sits('5000').table}"
    looking = host.page.get_by_title("Looking on: 1")
    onlooker = walker(newcomer).goes(table)
    expect(looking).to_be_visible()
    onlooker.page.get_by_role("link", name=re.compile("^Tavola: ")).click()
    shows(onlooker, "/", onlooker.words.slogan)
    expect(looking).to_have_count(0)
    onlooker.page.evaluate(f"path => {{ ({CLICK})(path); setTimeout(() => ({CLICK})('/'), 5); }}", table)
    shows(onlooker, "/", onlooker.words.slogan)
    onlooker.page.go_back()
    shows(onlooker, table, "5000")
    expect(looking).to_be_visible()
    onlooker.page.go_back()
    shows(onlooker, "/", onlooker.words.slogan)
    expect(looking).to_have_count(0)
