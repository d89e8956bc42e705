"""The page without a server: from a host of files below a path, and then from nowhere at all."""

from __future__ import annotations

import functools
import gzip
import http.server
import json
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

import tavola
from tavola.bots.characters import bots_in
from tavola.core.record import Record
from tavola.core.words import LANGS
from tavola.games import rules_of
from tavola.table import messages as m
from tavola.table.fair_check import check
from tavola.table.identity import Person as Somebody
from tavola.table.judge import bot_plays, receive
from tavola.table.opening import open_table
from tavola.table.table import Moment
from tests.browser.browsers import PATIENCE, PHONE, SMALL_PHONE, Window, launched, shares
from tests.browser.conftest import BUILD
from tests.browser.person import CARDS, DICE, GAME, Person

KERNELS = BUILD.parents[1] / "tools" / "kernels.py"
AGAINST = re.compile("^Against")
WORKED_OUT = 120_000  # milliseconds, on a slow machine

BELOW = "below/a path"  # any host of files, and not at its root
WHOLE = "async () => !!(await caches.match('whole'))"
CONTROLLED = "async () => !!(await navigator.serviceWorker.ready) && !!navigator.serviceWorker.controller"
KEPT = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith('tavola-memory'));
  return !!name && (await (await caches.open(name)).keys()).length > 0;
}"""
SPOIL = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith('tavola-memory'));
  const cache = await caches.open(name);
  const [key] = await cache.keys();
  const bytes = new Uint8Array(await (await cache.match(key)).arrayBuffer());
  const [, pages] = new Uint32Array(bytes.buffer, 0, 2);
  bytes.fill(7, 8 + 4 * pages, 16 + 4 * pages); // what it begins with
  await cache.put(key, new Response(bytes));
}"""
SOLVED = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith('tavola-solved'));
  return (await (await caches.open(name)).keys()).map((key) => key.url.split('/').at(-1));
}"""
RESUMED = "() => performance.getEntriesByName('resumed').length"
FULL = """() => {
  self.adds = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = () => { throw new DOMException('no room', 'QuotaExceededError'); };
}"""
ROOM = "() => { IDBObjectStore.prototype.add = self.adds; }"
CUT = """() => [...document.querySelectorAll('main .button')].filter((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const [inner, outer] = [words.getBoundingClientRect(), one.getBoundingClientRect()];
  const around = one.parentElement;
  const edge = around.getBoundingClientRect().right - parseFloat(getComputedStyle(around).paddingRight);
  return inner.left < outer.left || inner.right > outer.right || outer.right > edge + 1;
}).map((one) => one.innerText)"""
GO = """path => {
  history.pushState({ key: path }, '', '?' + path);
  dispatchEvent(new PopStateEvent('popstate'));
}"""


class Files(http.server.SimpleHTTPRequestHandler):
    """As plain a host as there is: no packing, no redirects, no page for what is missing."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def log_message(self, format: str, *args: Any) -> None:
        del format, args


class Host:
    def __init__(self, folder: Path) -> None:
        self.folder = folder / BELOW
        handler = functools.partial(Files, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/{BELOW.replace(' ', '%20')}/"

    def goes_away(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Alone(Person):
    """Somebody whose page has no server: addresses stand in the query. He goes there as a link does."""

    def goes(self, path: str = "/") -> Person:
        if self.page.url == "about:blank":
            self.page.goto(f"./?{path}")
        else:
            self.page.evaluate(GO, path)
        return self

    def sits(self, game: str) -> Person:
        """The first time the engine has to come first."""
        self.page.wait_for_url("**/table/*", timeout=4 * PATIENCE)
        self.game = game
        return self


def until(page: Page, true: str) -> None:
    """Waits; `wait_for_function` is forbidden by the page's policy."""
    for _ in range(900):
        if page.evaluate(true):
            return
        page.wait_for_timeout(100)
    raise AssertionError(true)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, page_is_built: None) -> Path:
    del page_is_built
    for command in ([KERNELS], [BUILD, "engine"]):
        built = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False)
        assert built.returncode == 0, built.stdout + built.stderr
    folder = tmp_path_factory.mktemp("www")
    writes(folder / BELOW)
    return folder


def writes(folder: Path) -> None:
    command = [sys.executable, "-m", "tavola", "site", str(folder), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    written = json.loads(done.stdout)
    assert written["first"] < 200_000  # bytes, before anybody decides to play
    assert written["engine"] < 7_500_000


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    host = Host(site)
    yield host
    host.goes_away()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


def test_every_game_is_played_to_its_end_with_nobody_there(browser: Browser, site: Path) -> None:
    host = Host(site)
    window = Window(browser, host.url)
    person = Alone(window)
    person.begins("scopetta", points=11)
    until(window.page, WHOLE)
    host.goes_away()  # from here on there is nothing anywhere
    person.plays(2)
    until(window.page, KEPT)
    window.page.evaluate(SPOIL)
    for good in (False, True):  # in the middle; what was kept is no good, and then it is
        window.page.reload()
        expect(person.turn.or_(person.dialog).first).to_be_visible()
        assert bool(window.page.workers[-1].evaluate(RESUMED)) == good
        if not good:
            window.forgive("Snapshot has invalid magic number")
            window.page.reload()  # nothing is kept of a start that had to do without
            expect(person.turn.or_(person.dialog).first).to_be_visible()
            until(window.page, KEPT)
    for game in (*DICE, *CARDS):
        person.begins(game)
        person.plays()
        expect(person.result).to_be_visible()
    table = person.table
    person.result.get_by_role("link", name=person.words.see_again).click()
    expect(window.page).to_have_url(re.compile(f"/record/{table}"))
    expect(window.page.get_by_role("slider", name="Step")).to_be_visible()
    with window.page.expect_download() as text:
        window.page.get_by_role("link", name=re.compile("text", re.I)).click()
    record = text.value.path().read_bytes()
    assert check(Record.parse(record.decode())).fits
    assert record == as_a_table_makes_it(Record.parse(record.decode()))
    assert window.complaints == []
    window.close()


def test_master_thinks_with_nobody_there(browser: Browser, site: Path) -> None:
    host = Host(site)
    window = Window(browser, host.url)
    person = Alone(window)
    person.goes(
        "/record/none"
    )  # whoever comes for a record has the engine too, and need not wait for a table
    expect(window.page.get_by_role("heading", name="There is no record here")).to_be_visible()
    expect(window.page.get_by_text("Laying the table")).to_have_count(0)
    person.fills_in("scopetta", points=11)
    window.page.get_by_label(AGAINST).select_option("master:4")
    person.presses(person.button(person.words.start))
    person.sits("scopetta")
    until(window.page, WHOLE)
    host.goes_away()
    person.plays(3)
    expect(person.turn.or_(person.dialog).first).to_be_visible()
    assert window.complaints == []
    window.close()


def test_no_room_a_worker_that_dies_and_all_that_was_kept_deleted(browser: Browser, site: Path) -> None:
    host = Host(site)
    window = Window(browser, host.url)
    person, page = Alone(window), window.page
    person.begins("scopetta", points=11)
    until(page, WHOLE)
    host.goes_away()
    person.plays(1)
    expect(person.turn).to_be_visible()
    page.workers[-1].evaluate(FULL)
    hand = page.get_by_role("list", name=person.words.hand).get_by_role("button")
    before = hand.count()
    person.alone = True
    person.moves()
    expect(page.get_by_role("alert").filter(has_text="written down")).to_be_visible()
    expect(hand).to_have_count(before)
    page.workers[-1].evaluate(ROOM)
    person.alone = False
    person.plays(1)
    page.workers[-1].evaluate("setTimeout(() => { throw new Error('planned') })")
    person.plays(1)
    window.forgive("planned", "QuotaExceededError", "could not be written")
    page.evaluate("indexedDB.deleteDatabase((location.pathname + 'tavola'))")
    expect(page.get_by_role("heading", name="This table is not here")).to_be_visible()
    window.forgive("what this browser had kept is gone")
    person.begins("5000")
    person.plays(1)
    assert window.complaints == []
    window.close()


def test_dice_games_are_solved_with_nobody_there(browser: Browser, site: Path, tmp_path: Path) -> None:
    """Against who never errs, with the odds of a decision, a page of odds, and the coach at the end."""
    host = Host(site)
    window = Window(browser, host.url)
    person, page = Alone(window), window.page
    for game in DICE:
        person.fills_in(game)
        page.get_by_label(AGAINST).select_option("optimal")
        person.presses(person.button(person.words.start))
        person.sits(game)
        if game == DICE[0]:
            until(page, WHOLE)
            host.goes_away()
        if person.is_asked(time.monotonic() + GAME):  # luck may have ended it
            person.button("^Show the odds$").click()
            odds = page.get_by_role("complementary", name="The odds of this decision")
            expect(odds.get_by_role("listitem").first).to_contain_text("best", timeout=WORKED_OUT)
            person.button("^Show the odds$").click()
        person.plays()
        person.result.get_by_role("link", name=person.words.see_again).click()
        goes_through_it_as_tavola_does(page, taken_down(page, tmp_path / game))
    person.goes("/odds/dice-poker")
    chance = tavola.odds("dice-poker").to_dict()["strategies"]["optimal"]["patterns"]["full"]["p"]
    row = page.get_by_role("row", name=re.compile("^Full")).first
    expect(row).to_contain_text(f"{100 * chance:.3g}%", timeout=WORKED_OUT)
    solved = page.evaluate(SOLVED)  # for these short games, here: kept for the next visit, each once
    assert len(solved) == len(set(solved))
    assert {"5000-wins", "dice-poker-wins"} <= {name.rpartition("-")[0] for name in solved}
    assert window.complaints == []
    window.close()


def taken_down(page: Page, path: Path) -> Path:
    """The record of the game that is looked at."""
    with page.expect_download() as text:
        page.get_by_role("link", name=re.compile("text", re.I)).click()
    text.value.save_as(path)
    return path


def goes_through_it_as_tavola_does(page: Page, record: Path) -> None:
    coach = page.get_by_role("region", name="The coach")
    ask = coach.get_by_role("button", name="Review this game")
    expect(ask.or_(coach.get_by_role("row").first)).to_be_visible()
    if ask.count():
        ask.click()
    expect(coach.get_by_role("row")).not_to_have_count(0, timeout=WORKED_OUT)
    command = [sys.executable, "-m", "tavola", "review", str(record), "--json"]
    told = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    for row, seat in zip(coach.get_by_role("row").all()[1:], told["balances"], strict=True):
        for part in ("luck", "play", "others"):
            expect(row).to_contain_text(f"{100 * abs(seat[part]):.1f}%")


def as_a_table_makes_it(told: Record) -> bytes:
    """The record a table makes of the same seed, people and moves; its dice are thrown anew."""
    salts, moment = json.loads(told.tags["Salts"]), Moment(0.0, 0.0)
    opener = Somebody("opener", "opener")
    command = m.Create(game=told.game, options=dict(told.options), seats=len(told.seats))
    table, _ = open_table(opener, command, told.tags["Table"], told.tags["Seed"], 0.0)
    bots = bots_in(told)
    people = [Somebody(f"holder {seat}", name) for seat, name in enumerate(told.seats)]
    for seat, person in enumerate(people):
        bot = bots[seat]
        if bot:
            receive(table, opener, m.Seat_Bot(table=table.id, bot=bot, seat=seat), moment)
        else:
            receive(table, person, m.Join(table=table.id, seat=seat, salt=salts[seat]), moment)
    rules = rules_of(told)
    for who, move in told.moves:
        if who < 0:
            continue
        if table.sitter(who).bot:
            bot_plays(table, who, rules.parse(move), moment)
        else:
            receive(table, people[who], m.Play(table=table.id, move=move), moment)
    record = table.record()
    assert record is not None
    return str(record).encode()


@pytest.mark.parametrize("lang", LANGS)
def test_the_first_page_fits_a_phone(browser: Browser, host: Host, lang: str) -> None:
    window = Window(browser, host.url, size=PHONE, touch=True, lang=lang)
    window.page.goto("./")
    expect(window.page.locator(".games .button").first).to_be_visible()
    for width, height in (PHONE, SMALL_PHONE):
        window.page.set_viewport_size({"width": width, "height": height})
        assert window.page.evaluate(CUT) == []
    assert window.complaints == []
    window.close()


def test_two_at_one_screen_never_see_each_others_hand(browser: Browser, host: Host) -> None:
    window = Window(browser, host.url, size=PHONE, touch=True)
    person = Alone(window)
    person.goes("/new/scopetta")
    window.page.get_by_role("radio", name="2", exact=True).last.check()
    person.button("Begin").click()  # there is nobody to play against
    person.sits("scopetta")
    hand = window.page.get_by_role("button", name=re.compile(r"I am Player [12]: show my hand"))
    expect(hand.or_(person.turn).first).to_be_visible()
    if hand.count():
        hand.click()
    expect(person.turn).to_be_visible()
    person.alone = True  # the curtain may fall before the move was seen to be made
    for _ in range(8):  # there is a second deal among them
        person.moves()
        expect(hand).to_be_visible()  # before anything of the other hand is
        assert person.turn.count() == 0
        hand.click()
        expect(person.turn).to_be_visible()
    # Of a deal each was told another part, and nobody's dice or cards are called false for that.
    assert window.page.get_by_text("Not fair").count() == 0
    assert window.complaints == []
    window.close()


@pytest.mark.parametrize("pressed", ["Use it", "Play now: Scopetta"])
def test_one_version_takes_over_from_the_other_whole(
    browser: Browser, site: Path, tmp_path: Path, pressed: str
) -> None:
    """Asked to, or because this one has no engine any more where it would have to be fetched."""
    shutil.copytree(site, tmp_path, dirs_exist_ok=True)
    host = Host(tmp_path)
    window = Window(browser, host.url)
    page = window.page
    page.goto("./")
    summary = page.get_by_text("Sweep the table, gather the coins, make the primiera.")
    expect(summary).to_be_visible()
    until(page, CONTROLLED)
    is_replaced(host.folder)
    page.reload()
    use = page.get_by_role("button", name="Use it")
    expect(use).to_be_visible()
    expect(summary).to_be_visible()  # still the old one, all of it
    page.get_by_role("button", name=pressed, exact=True).click()
    expect(page.get_by_text("gather the coins, and make the primiera")).to_be_visible()
    window.close()
    host.goes_away()


def is_replaced(folder: Path) -> None:
    """By the next version: other words, another engine, and so another service worker."""
    (data,) = folder.glob("data/*")
    (parts,) = folder.glob("engine/*/engine.json")
    games = data / "games.en.json.packed"
    told = gzip.decompress(games.read_bytes()).replace(b"make the primiera", b"and make the primiera")
    games.write_bytes(gzip.compress(told))
    for old in (data, parts.parent):
        old.rename(old.with_name("next"))
        for name in ("index.html", "sw.js"):
            text = (
                (folder / name)
                .read_text("utf-8")
                .replace(f"{old.parent.name}/{old.name}/", f"{old.parent.name}/next/")
            )
            text = text.replace(f'"{old.parent.name}/{old.name}"', f'"{old.parent.name}/next"')
            (folder / name).write_text(re.sub(r"VERSION = '\w+'", "VERSION = 'next'", text), "utf-8")


def test_what_another_app_shares_is_taken_without_a_server_and_gone_through(
    browser: Browser, host: Host, tmp_path: Path
) -> None:
    """A game of four at 421: what the coach needs for it comes when he is asked."""
    window = Window(browser, host.url)
    window.page.goto("./")
    until(window.page, CONTROLLED)
    window.page.reload()
    record = tmp_path / "shared"
    record.write_text(str(tavola.play("421", "house,house,house,random", seed=51).record()), "utf-8")
    shares(window.page, "./?/record/file", record.read_text("utf-8"))
    goes_through_it_as_tavola_does(window.page, record)
    assert window.complaints == []
    window.close()
