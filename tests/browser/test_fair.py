"""The page at servers that keep their word, and at those that do not: what the player sees, and when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tavola.client.client import Client
from tavola.client.fairness.folder import Forgetful
from tavola.client.simple import _Loop
from tavola.client.table import Table
from tests.browser.browsers import Window, barriers
from tests.browser.house import House
from tests.browser.person import Person
from tests.cheating import Way

SAID: dict[Way, str] = {
    "honest": "Verified: all ",
    "swapped seed": "Not fair: the seed is not the one that was committed to before you sat down",
    "new commitment": "Not fair: the server has changed its commitment",
    "my salt": "Not fair: your salt is not the one you sent",
    "dropped salt": "Not fair: the server has dropped your salt",
    "other salt": "Not fair: the salt of other salt is not the one of the beginning",
    "loaded dice": "but the seed gives",
    "no reveal": "Not fair: the game is over, and the server does not reveal the seed",
    "other record": "Not fair: the record is not of the game you played",
}


class Opener:
    """Who opens a table at the cheating server; by his name it knows how to cheat there."""

    def __init__(self, cheats: House) -> None:
        self._url, self._loop = f"ws://127.0.0.1:{cheats.ports['http']}/ws", _Loop()
        self._clients: list[Client] = []

    def opens(self, way: Way, game: str = "5000") -> Table:
        async def opening() -> Table:
            client = Client.connect(self._url, name=way, receipts=Forgetful())
            self._clients.append(await client.__aenter__())
            return await client.create(game, seats=2)

        return self._loop.do(opening())

    def does(self, what: Any) -> Any:
        return self._loop.do(what)

    def close(self) -> None:
        for client in self._clients:
            self._loop.do(client.close())
        self._loop.close()


@pytest.fixture
def opener(cheats: House) -> Iterator[Opener]:
    opener = Opener(cheats)
    yield opener
    opener.close()


@pytest.fixture
def window(browser: Browser, cheats: House) -> Iterator[Window]:
    window = Window(browser, cheats.url)
    yield window
    complaints = window.complaints
    window.close()
    assert complaints == []


def sits_down(window: Window, table: str) -> Person:
    person = Person(window).goes(f"/table/{table}")
    person.page.get_by_label("Name").fill("ada")
    person.page.get_by_role("button", name="Sit down").click()
    expect(person.page.get_by_role("button", name="Stand up")).to_be_visible()
    return person


def gives_up(person: Person) -> None:
    person.page.get_by_role("button", name="Resign").click()
    person.dialog.get_by_role("button", name="Resign").click()


@pytest.mark.parametrize("way", SAID)
def test_the_end_says_whether_it_was_fair(window: Window, opener: Opener, way: Way) -> None:
    table = opener.opens(way)
    commitment = opener.does(_commitment(table))
    person = sits_down(window, table.id)
    expect(person.page.get_by_text(f"Throws and deals are committed to: {commitment[:12]}…")).to_be_visible()
    opener.does(table.join())
    person.page.get_by_role("button", name="Is it fair?").click()
    expect(person.dialog).to_contain_text(commitment)
    expect(person.dialog).to_contain_text("has kept this commitment and your salt before you sat down")
    if way == "honest":
        assert barriers(person.page) == []
    person.page.keyboard.press("Escape")
    person.page.reload()  # what was kept is kept
    gives_up(person)
    expect(person.result).to_contain_text(SAID[way])
    if way == "honest":
        assert barriers(person.page) == []
        person.result.get_by_role("link", name="Check the dice").click()
        expect(person.dialog).to_contain_text("Verified: all ")
    else:
        assert "Verified" not in person.result.inner_text()


async def _commitment(table: Table) -> str:
    return table.state.commitment


def test_a_commitment_that_changes_is_told_at_once(window: Window, opener: Opener) -> None:
    table = opener.opens("new commitment")
    opener.does(table.join(1))
    person = Person(window).goes(f"/table/{table.id}")
    person.page.get_by_label("Name").fill("ada")
    person.page.get_by_role("button", name="Sit down").click()  # the last seat: it begins
    said = person.page.get_by_role("alert").filter(has_text="Not fair: the server has changed")
    expect(said).to_be_visible()


def test_cards_that_are_not_of_the_seed_are_found_out(window: Window, opener: Opener) -> None:
    table = opener.opens("loaded dice", "scopetta")
    person = sits_down(window, table.id)
    opener.does(table.join())
    gives_up(person)
    expect(person.result).to_contain_text("but the seed gives")


def test_another_tab_knows_it_too_and_another_browser_does_not(
    window: Window, browser: Browser, cheats: House, opener: Opener
) -> None:
    table = opener.opens("honest")
    person = sits_down(window, table.id)
    token = person.page.evaluate("localStorage.getItem('tavola.token')")
    second = window.context.new_page()
    second.goto(f"{cheats.url}/table/{table.id}")
    expect(second.get_by_role("button", name="Stand up")).to_be_visible()
    elsewhere = Window(browser, cheats.url)
    elsewhere.context.add_init_script(f"localStorage.setItem('tavola.token', {token!r})")
    other = Person(elsewhere).goes(f"/table/{table.id}")
    expect(other.page.get_by_text("has not seen this commitment before you sat down")).to_be_visible()
    opener.does(table.join())
    gives_up(person)
    expect(person.result).to_contain_text("Verified: all ")
    expect(second.get_by_role("dialog")).to_contain_text("Verified: all ")
    expect(other.result).to_contain_text("nobody here saw it before the game")
    assert "Verified" not in other.result.inner_text()
    elsewhere.close()


def test_a_browser_that_stores_nothing_says_so(browser: Browser, cheats: House, opener: Opener) -> None:
    window = Window(browser, cheats.url)
    window.context.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
    )
    table = opener.opens("honest")
    person = sits_down(window, table.id)
    expect(person.page.get_by_text("lets nothing be stored")).to_be_visible()
    opener.does(table.join())
    gives_up(person)
    expect(person.result).to_contain_text("Verified: all ")  # this tab has seen it all
    assert window.complaints == []
    window.close()


def test_a_rematch_is_promised_anew(window: Window, opener: Opener) -> None:
    table = opener.opens("honest")
    person = sits_down(window, table.id)
    opener.does(table.join())
    gives_up(person)
    expect(person.result).to_contain_text("Verified: all ")
    opener.does(table.rematch())
    person.button("Once more", person.result).click()
    person.page.wait_for_url(lambda url: table.id not in url)

    async def sits() -> str:
        new = await table.client.open(person.table)
        await new.join()
        return new.state.commitment

    again = opener.does(sits())
    person.page.get_by_role("button", name="Is it fair?").click()
    expect(person.dialog).to_contain_text(again)
    person.page.keyboard.press("Escape")
    gives_up(person)
    expect(person.result).to_contain_text("Verified: all ")
