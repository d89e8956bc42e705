"""A page of a server goes on without it: kept quietly, offered when the line is lost, and honest."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect, sync_playwright

import tavola
from tavola.core.position import FROM
from tavola.core.record import Record
from tavola.table.fair_check import check
from tests.browser.browsers import PATIENCE, PHONE, Window, launched, shares
from tests.browser.conftest import BUILD
from tests.browser.house import House
from tests.browser.person import GAME, Person

GONE = ("ERR_CONNECTION_REFUSED", "ERR_FAILED", "WebSocket", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE")
# What a browser says of its line.
LINE = "Object.defineProperty(navigator, 'connection', {{ value: {} }})"
DEAR, FREE = LINE.format("{ saveData: true, effectiveType: '4g' }"), LINE.format("{ type: 'wifi' }")
KEPT = "All of it is kept in this browser."
LONG = {"5000": 5000}  # points: no luck ends the game before the story does, as a hand of cards does not
ANOTHER = "198.51.100.7"  # as if the server were another computer


@pytest.fixture(scope="module")
def engine(page_is_built: None) -> None:
    del page_is_built
    built = subprocess.run([sys.executable, BUILD, "engine"], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launched(playwright, f"--host-resolver-rules=MAP {ANOTHER} 127.0.0.1")
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path: Path, engine: None) -> Iterator[House]:
    del engine
    house = House(tmp_path, more=("--offline",)).open()
    yield house
    house.kill()


def comes_to(browser: Browser, url: str, **how: Any) -> Window:
    """A window whose clock can be put forward."""
    window = Window(browser, url, **how)
    window.context.clock.install()
    return window


def waits_for(window: Window, sign: Locator) -> None:
    """Until the page has waited for so long that it shows this."""
    until = time.monotonic() + PATIENCE / 1000
    while not sign.count():
        assert time.monotonic() < until, f"it never comes: {sign}"
        window.page.clock.fast_forward(1000)
        window.page.wait_for_timeout(50)


def lost(window: Window) -> Locator:
    """What is offered once the server is gone for longer than one that starts again."""
    said = window.page.get_by_role("region", name="Without the server")
    waits_for(window, said)
    return said


def fetches(person: Person) -> None:
    """Asks for it at the door, as its size is told there."""
    person.goes("/")
    person.presses(person.button(r"Fetch it now \([\d.]+ MB\)"))
    expect(person.page.get_by_text(KEPT)).to_be_visible(timeout=4 * PATIENCE)


@pytest.mark.parametrize("game", ["5000", "scopetta"])
def test_a_game_against_bots_goes_on_without_its_server(browser: Browser, server: House, game: str) -> None:
    window = comes_to(browser, server.url, size=PHONE, touch=True)
    person, page = Person(window), window.page
    fetches(person)
    person.is_asked_at(game, points=LONG.get(game))
    table = person.table
    person.plays(2)
    assert person.is_asked(time.monotonic() + GAME)
    stood = lies_there(person)
    server.kill()
    offer = lost(window)
    expect(offer).to_contain_text("The server does not answer.")
    assert ("dealt anew" in offer.inner_text()) == (game == "scopetta")
    person.presses(offer.get_by_role("link", name="Go on here"))
    page.wait_for_url(re.compile(r"/offline/\?/table/"), timeout=4 * PATIENCE)
    expect(page.get_by_role("region", name="Without the server")).to_contain_text("it does not count")
    expect(person.turn.or_(person.dialog).first).to_be_visible(timeout=4 * PATIENCE)
    assert lies_there(person) == stood
    copy = page.url
    person.plays(1)
    page.reload()  # leaving and coming back
    expect(person.turn.or_(person.dialog).first).to_be_visible(timeout=4 * PATIENCE)
    page.go_back()  # to the server's page, which is not there: the page without it says so
    expect(page.get_by_text("The server does not answer. Here you play without it.")).to_be_visible()
    page.goto(copy)
    server.open()  # the line comes back
    page.reload()
    there = page.get_by_role("region", name="Without the server")
    expect(there).to_contain_text("The server answers again")
    person.plays()
    person.result.get_by_role("link", name=person.words.see_again).click()
    expect(page.get_by_text(re.compile(f"copy of another, of table {table}"))).to_be_visible()
    with page.expect_download() as text:
        page.get_by_role("link", name=re.compile("text", re.I)).click()
    record = Record.parse(text.value.path().read_text("utf-8"))
    assert json.loads(record.tags[FROM])["table"] == table
    assert check(record).fits
    page.goto(f"{server.url}/table/{table}")  # as it was left
    expect(person.turn.or_(person.dialog).first).to_be_visible()
    window.forgive(*GONE)
    assert window.complaints == []
    window.close()


def lies_there(person: Person) -> list[str | None]:
    """The dice, or my hand."""
    if person.game == "5000":
        return [*person.faces()]
    hand = person.page.get_by_role("list", name=person.words.hand)
    return [card.get_attribute("aria-label") for card in hand.get_by_role("button").all()]


def test_what_is_not_here_is_said_and_people_are_waited_for(browser: Browser, server: House) -> None:
    window, other = comes_to(browser, server.url), Window(browser, server.url)
    window.context.add_init_script(DEAR)  # nothing comes unasked
    person, friend = Person(window), Person(other)
    person.is_asked_at("5000")
    server.kill()
    offer = lost(window)
    expect(offer).to_contain_text(re.compile(r"takes [\d.]+ MB that are not in this browser yet"))
    person.presses(offer.get_by_role("button", name=re.compile("Fetch it now")))
    expect(offer).to_contain_text("It did not all come")  # nobody is there to give it
    server.open()
    expect(offer).to_have_count(0)
    fetches(person)
    person.goes("/")
    person.presses(person.button("Invite a friend to 5000"))
    person.sits("5000")
    friend.goes(f"/join/{person.table}")
    other.page.get_by_label("Your name").fill("Bea")
    friend.presses(friend.button("Sit down"))
    expect(window.page.locator('[aria-current="true"]')).to_be_visible()  # it has begun
    server.kill()
    offer = lost(window)
    expect(offer).to_contain_text("A game between people waits")
    expect(offer.get_by_role("link", name="Go on here")).to_have_count(0)
    window.close()
    other.close()


def test_a_server_without_an_engine_says_so(browser: Browser, tmp_path: Path, engine: None) -> None:
    del engine
    house = House(tmp_path).open()
    window = comes_to(browser, house.url)
    person = Person(window)
    person.goes("/")
    expect(window.page.get_by_role("heading", name="Open tables")).to_be_visible()
    expect(window.page.get_by_role("heading", name="Without the server")).to_have_count(0)
    person.is_asked_at("5000")
    house.kill()
    expect(lost(window)).to_contain_text("This server has nothing for playing without it.")
    window.close()


def test_over_plain_http_it_is_said_what_a_browser_can_not(
    browser: Browser, tmp_path: Path, engine: None
) -> None:
    del engine
    house = House(tmp_path, more=("--offline", f"--allowed-hosts={ANOTHER}")).open()
    window = Window(browser, house.url.replace("127.0.0.1", ANOTHER))
    person, page = Person(window), window.page
    person.goes("/")
    assert page.evaluate("isSecureContext") is False
    without = page.get_by_role("region", name="Without the server")
    expect(without).to_contain_text("Over plain http a browser keeps nothing")
    expect(without.get_by_role("button")).to_have_count(0)
    person.is_asked_at("5000", points=LONG["5000"])
    person.button("^Resign$").click()
    person.button("^Resign$", person.dialog).click()
    expect(person.result).to_contain_text("nothing was checked. In a terminal: tavola verify FILE")
    person.goes("/offline/")
    expect(page.get_by_text("Over plain http it can’t keep the 7 MB")).to_be_visible()
    window.forgive("Cross-Origin-Opener-Policy")
    assert window.complaints == []
    window.close()
    house.kill()


def test_a_full_server_leads_to_the_game_without_it(browser: Browser, tmp_path: Path, engine: None) -> None:
    del engine
    house = House(tmp_path, more=("--offline", "--tables-per-holder", "1")).open()
    window = Window(browser, house.url, size=PHONE, touch=True)
    window.context.add_init_script(DEAR)
    person, page = Person(window), window.page
    person.begins("scopetta")
    elsewhere = page.get_by_role("link", name=re.compile(r"Play without the server \([\d.]+ MB\)"))
    person.goes("/")
    expect(elsewhere).to_have_count(0)
    person.presses(person.button("Invite a friend to 5000"))
    expect(elsewhere).to_be_visible()
    person.fills_in("dice-poker")
    person.presses(person.button(person.words.start))
    person.presses(elsewhere)
    page.wait_for_url(re.compile(r"/offline/\?/new/dice-poker"))
    person.presses(person.button(person.words.start))
    page.wait_for_url("**/table/*", timeout=4 * PATIENCE)
    expect(person.turn.or_(person.dialog).first).to_be_visible(timeout=4 * PATIENCE)
    window.close()
    house.kill()


def test_it_is_fetched_quietly_where_that_costs_nothing(browser: Browser, server: House) -> None:
    free, dear = comes_to(browser, server.url), comes_to(browser, server.url)
    for window, line in ((free, FREE), (dear, DEAR)):
        window.context.add_init_script(line)
        window.page.goto("/")
        expect(window.page.get_by_role("button", name=re.compile("Fetch it now"))).to_be_visible()
    kept = free.page.get_by_text(KEPT)
    waits_for(free, kept.or_(free.page.get_by_text("It is being fetched")))
    expect(kept).to_be_visible(timeout=4 * PATIENCE)
    dear.page.clock.run_for(60_000)
    expect(dear.page.get_by_role("button", name=re.compile("Fetch it now"))).to_be_visible()
    for window in (free, dear):
        assert window.complaints == []
        window.close()


def test_an_app_takes_what_another_shares(browser: Browser, server: House) -> None:
    window = Window(browser, server.url)
    person, page = Person(window), window.page
    fetches(person)  # from then on its pages have a service worker, as an app that was installed has
    page.goto("/")
    shares(page, "/share", str(tavola.play("421", "house,random", seed=7).record()))
    app = page.request.get("/app.webmanifest").json()
    assert {icon.get("purpose") for icon in app["icons"]} >= {"maskable"}
    for icon in app["icons"]:
        assert page.request.get(f"/{icon['src']}").ok
    assert page.request.get("/robots.txt").ok
    assert window.complaints == []
    window.close()


def test_without_its_service_worker_nothing_is_lost_in_silence(browser: Browser, server: House) -> None:
    window = Window(browser, server.url)
    window.page.goto("/")
    missed = window.page.request.post("/share", multipart={"text": "a record"}, max_redirects=0)
    assert (missed.status, missed.headers["location"]) == (303, "/record/file?missed")
    window.page.goto("/record/file?missed")
    expect(window.page.get_by_text("Share the record once more.")).to_be_visible()
    window.close()


def test_it_goes_on_below_a_prefix_too(browser: Browser, tmp_path: Path, engine: None) -> None:
    del engine
    below = {**os.environ, "TAVOLA_PATH_PREFIX": "/tavola"}
    house = House(tmp_path, env=below, more=("--offline",)).open()
    window = comes_to(browser, f"{house.url}/tavola/")
    person, page = Person(window), window.page
    page.goto("./")
    person.presses(person.button("Fetch it now"))
    expect(page.get_by_text(KEPT)).to_be_visible(timeout=4 * PATIENCE)
    page.goto("./new/5000")
    person.presses(person.button(person.words.start))
    person.sits("5000")
    expect(person.turn).to_be_visible()
    house.kill()
    lost(window).get_by_role("link", name="Go on here").click()
    page.wait_for_url(re.compile(r"/tavola/offline/\?/table/"), timeout=4 * PATIENCE)
    expect(person.turn).to_be_visible(timeout=4 * PATIENCE)
    page.goto("./rules/421")  # of the server, which does not answer
    back = page.get_by_role("link", name="To the server")
    expect(back).to_have_attribute("href", f"{house.url}/tavola/rules/421")
    window.close()
