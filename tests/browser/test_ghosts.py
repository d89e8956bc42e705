"""Somebody closes the browser: lobby, waiting room and table show it, and the other has a way out."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.browsers import PHONE, barriers, overflows
from tests.browser.conftest import Newcomer
from tests.browser.house import House
from tests.browser.person import Person

SOON = 30_000  # milliseconds


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, page_is_built: None) -> Iterator[House]:
    """A house without much patience."""
    del page_is_built
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAVOLA_AWAY_SECONDS", "2")
        patch.setenv("TAVOLA_CLAIM_SECONDS", "4")
        house = House(tmp_path_factory.mktemp("impatient"))
        try:
            yield house.open()
        finally:
            house.kill()


def host_waits(newcomer: Newcomer, *, rated: bool = False, name: str = "Ada") -> tuple[Person, str]:
    """A public table of 5000, and how one gets there."""
    host = newcomer()
    host.fills_in("5000", points=1_000_000)
    host.page.get_by_label(re.compile("Others may find")).check()
    if rated:
        host.page.get_by_label(re.compile("counts for the standings")).check()
    host.button(host.words.open_table).click()
    host.sits("5000")
    host.page.get_by_label("Your name").fill(name)
    take = host.button("^Claim this name and sit down$" if rated else "^Use this name$")
    take.click()
    expect(take).to_have_count(0)
    return host, f"/join/{host.table}"


def sits_down(guest: Person, name: str = "Bo") -> Person:
    guest.page.get_by_label("Your name").fill(name)
    guest.button("[Ss]it down$").click()
    expect(guest.page.get_by_label("Your name")).to_have_count(0)
    return guest


def way(person: Person, name: str) -> Locator:
    """One of the buttons for when somebody has gone."""
    return person.page.get_by_role("region", name="Somebody has gone").get_by_role(
        "button", name=re.compile(name)
    )


def lines(person: Person) -> Locator:
    tables = person.page.get_by_role("region", name="Open tables")
    return tables.get_by_role("listitem")


def test_the_table_of_one_who_closed_the_browser_leaves_the_lobby(newcomer: Newcomer) -> None:
    host, _ = host_waits(newcomer, rated=True, name="Adele")
    expect(host.page.get_by_text("Points that win: 1,000,000")).to_be_visible()
    expect(host.page.get_by_text("no clock")).to_be_visible()
    guest = newcomer().goes("/")
    expect(lines(guest)).to_contain_text(["Adele"])
    expect(lines(guest)).to_contain_text(["Points that win: 1,000,000 · counts for the standings"])
    address = host.page.url
    host.page.goto("about:blank")
    expect(lines(guest)).to_have_count(0, timeout=SOON)
    host.page.goto(address)
    expect(lines(guest)).to_contain_text(["Adele"], timeout=SOON)
    expect(guest.page.get_by_text("(away)")).to_have_count(0)
    host.window.close()
    expect(lines(guest)).to_have_count(0, timeout=SOON)


def test_a_game_against_one_who_closed_the_browser_is_called_off(newcomer: Newcomer) -> None:
    host, link = host_waits(newcomer, rated=True, name="Dea")
    guest = newcomer(lang="en").goes(link)
    host.window.close()
    expect(
        guest.page.get_by_role("listitem").filter(has_text="Dea").get_by_text("away").first
    ).to_be_visible()
    sits_down(guest, "Bea")  # who claims the name: others in this house are called otherwise
    expect(guest.page.get_by_text("Dea is away.")).to_be_visible()
    assert barriers(guest.page) == []
    expect(way(guest, "bot")).to_have_count(0)
    expect(way(guest, "Call the game off")).to_be_enabled(timeout=SOON)
    way(guest, "Call the game off").click()
    expect(guest.dialog).to_contain_text("The game was called off")
    expect(guest.dialog.get_by_role("link", name="See it again")).to_have_count(0)


def both_have_moved(*people: Person) -> None:
    for person in people * 2:
        if person.turn.count() == 0:
            expect(person.turn).to_have_count(1, timeout=SOON)
        while person.turn.count():
            person.moves()


def test_a_game_is_claimed_or_goes_on_with_a_bot(newcomer: Newcomer) -> None:
    for ending in ("Claim the win", "Go on with a bot"):
        host, link = host_waits(newcomer)
        guest = sits_down(newcomer().goes(link))
        guest.game = "5000"
        both_have_moved(host, guest)
        host.goes("/")  # not closed, only elsewhere: nobody is at the table
        expect(way(guest, ending)).to_be_disabled()
        expect(way(guest, ending)).to_contain_text(" s")
        expect(way(guest, ending)).to_be_enabled(timeout=SOON)
        way(guest, ending).click()
        if ending.startswith("Claim"):
            expect(guest.dialog).to_contain_text("You win!", timeout=SOON)
        else:
            expect(guest.page.get_by_text("Ada is away.")).to_have_count(0)
            expect(guest.turn).to_have_count(1, timeout=SOON)
        host.window.close()
        guest.window.close()


def test_who_waits_may_read_other_pages_and_is_called_when_it_begins(newcomer: Newcomer) -> None:
    host, link = host_waits(newcomer)
    guest = newcomer().goes("/")
    host.page.locator("header").get_by_role("link", name="5000 scoreboards").click()
    waits = host.page.locator("header").get_by_role("link", name="5000: waiting")
    expect(waits).to_be_visible()
    host.page.reload()  # and also then
    expect(waits).to_be_visible()
    host.page.wait_for_timeout(3_000)  # more patience than the house has with who is gone
    expect(lines(guest)).to_contain_text(["Ada"])
    expect(guest.page.get_by_text("(away)")).to_have_count(0)
    waits.click()
    expect(host.button("^Stand up$")).to_be_visible()
    expect(waits).to_have_count(0)
    host.page.go_back()
    expect(waits).to_be_visible()
    assert barriers(host.page) == []
    sits_down(guest.goes(link))
    expect(guest.page.get_by_text("Ada is away.")).to_be_visible()
    call = host.page.locator("header").get_by_role("link", name="5000 has begun")
    expect(call).to_be_visible()
    expect(host.page.get_by_role("alert").filter(has_text="5000 has begun")).to_have_count(1)
    assert barriers(host.page) == []
    call.click()
    expect(host.page.locator('main [aria-current="true"]').first).to_be_visible()
    expect(call).to_have_count(0)
    expect(guest.page.get_by_text("Ada is away.")).to_have_count(0)


def test_who_stands_up_waits_no_more(newcomer: Newcomer) -> None:
    host, _ = host_waits(newcomer)
    host.button("^Stand up$").click()
    expect(host.button("^Sit down$")).to_be_visible()  # again, if he likes
    expect(host.page.get_by_text("(you)")).to_have_count(0)
    host.button("^Sit down$").click()
    host.button("^Stand up$").click()
    host.page.locator("header").get_by_role("link", name="5000 scoreboards").click()
    expect(host.page.get_by_role("heading", name="Waiting for players")).to_have_count(0)
    expect(host.page.locator("header").get_by_role("link", name="5000: waiting")).to_have_count(0)


def test_on_a_phone_the_call_is_read_whole(newcomer: Newcomer) -> None:
    host = newcomer(size=PHONE, touch=True, lang="fr").fills_in("tombolon")
    host.button(host.words.open_table).tap()
    host.sits("tombolon")
    link = f"/join/{host.table}"
    host.page.locator("header a").first.tap()
    expect(host.page.get_by_role("link", name="Tombolon\N{NO-BREAK SPACE}: Continuer")).to_be_visible()
    newcomer().goes(link).button("^Sit down$").click()
    call = host.page.locator("header a").filter(has_text="ça commence")
    expect(call).to_be_visible()
    assert call.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert overflows(host.page) == 0
    assert barriers(host.page) == []
