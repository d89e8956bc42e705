"""Games of other packages, of which the page knows nothing: played to their end, and what comes after."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.browser.browsers import DESKTOP, PHONE, SMALL_PHONE, Window, barriers, launched, overflows
from tests.browser.house import House
from tests.browser.plugged import plugged

MOST_MOVES = 200


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory, page_is_built: None) -> Iterator[House]:
    del page_is_built
    house = plugged(tmp_path_factory.mktemp("others"))
    try:
        yield house.open()
    finally:
        house.kill()


@pytest.fixture(scope="module")
def browser(others: House) -> Iterator[Browser]:
    del others
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


def sits_down(page: Page, game: str, seats: int, **options: str) -> None:
    page.goto(f"/new/{game}")
    for label, value in options.items():
        page.get_by_label(re.compile(label)).fill(value)
    page.get_by_role("radio", name=str(seats), exact=True).check()
    page.locator("button[type=submit]").click()
    page.wait_for_url("**/table/*")


def choices(page: Page) -> Locator:
    """What one may press: cards of the hand that mean a move, and moves."""
    return page.locator(".hand button:enabled, .moves button:enabled")


def plays(page: Page) -> int:
    """To the end. Returns how many moves there were."""
    for made in range(MOST_MOVES):
        over = page.get_by_role("dialog")
        expect(choices(page).or_(over).first).to_be_visible()
        if over.count():
            return made
        if made == 1:
            assert barriers(page) == []
            assert overflows(page) <= 0
        told = page.get_by_role("log").inner_text()
        choices(page).last.click()
        expect(page.get_by_role("log")).not_to_have_text(told)
    raise AssertionError(f"no end after {MOST_MOVES} moves")


@pytest.mark.parametrize(
    ("game", "seats", "lang", "size"),
    [
        ("briscola", 2, "en", DESKTOP),
        ("briscola", 4, "it", SMALL_PHONE),
        ("high-card", 3, "fr", PHONE),
        ("others-dice", 2, "en", PHONE),
    ],
)
def test_a_whole_game(
    browser: Browser, others: House, game: str, seats: int, lang: str, size: tuple[int, int]
) -> None:
    window = Window(browser, others.url, lang=lang, size=size, touch=size != DESKTOP)
    page = window.page
    # No turn of the dice game makes more than 1000 points: it can't be over after one.
    short = {"briscola": {"hands that|donnes qui|smazzate per": "1"}, "others-dice": {"Points that": "1010"}}
    sits_down(page, game, seats, **short.get(game, {}))
    assert plays(page) > 1
    result = page.get_by_role("dialog")
    expect(result.get_by_role("row")).to_have_count(seats + 1)
    # Of its throws and deals the page can't make a single one again. It says so, and calls nothing false.
    result.get_by_role("link", name=re.compile("throws and deals|lancers et donnes|tiri e carte")).click()
    not_redone = re.compile("not made again here|pas été refaits ici|non sono stati rifatti qui")
    verdict = page.get_by_role("dialog").get_by_role("status").filter(has_text=not_redone)
    expect(verdict).to_have_count(1)
    expect(page.get_by_role("dialog")).to_contain_text("tavola verify")
    assert barriers(page) == []
    page.keyboard.press("Escape")
    expect(
        page.get_by_text(
            re.compile(f"no coach for {game}|pas d.entraîneur pour {game}|allenatore per {game}")
        )
    ).to_be_visible()
    assert window.complaints == []
    window.close()


def test_secrets_stay_where_they_are(browser: Browser, others: House) -> None:
    """Of another's hand one sees how many cards it has."""
    window = Window(browser, others.url)
    sits_down(window.page, "briscola", 2)
    expect(choices(window.page).first).to_be_visible()
    beside = window.page.get_by_role("list", name="The others")
    expect(beside.get_by_role("img", name=re.compile("^[23] cards$"))).to_be_visible()
    assert beside.locator(".backs [data-card]:not([data-card=back])").count() == 0
    window.close()


def test_dice_are_chosen_by_touching_them(browser: Browser, others: House) -> None:
    window = Window(browser, others.url)
    page = window.page
    sits_down(page, "others-dice", 2)
    dice = page.get_by_role("group", name="Choose the dice you mean").get_by_role("button")
    expect(dice).to_have_count(5)
    moves = page.get_by_role("group", name="Your moves").get_by_role("button")
    expect(moves).to_have_text(["Stand"], ignore_case=True)
    dice.nth(0).click()
    expect(moves).to_have_count(2)
    for n in (1, 2, 3):
        dice.nth(n).click()
    expect(page.get_by_text("With these dice there is no move")).to_be_visible()  # four are too many
    window.close()


def test_the_door_and_the_rules(browser: Browser, others: House) -> None:
    window = Window(browser, others.url, lang="it")
    page = window.page
    page.goto("/")
    expect(page.get_by_role("heading", name="Briscola")).to_be_visible()
    page.goto("/new/briscola")
    expect(page.get_by_label("le smazzate per vincere la partita")).to_be_visible()
    page.goto("/rules/high-card")
    expect(page.get_by_text("Vince la carta più alta.").first).to_be_visible()
    page.goto("/odds/briscola")
    expect(page.get_by_text("Nessuno ha ancora calcolato")).to_be_visible()
    assert barriers(page) == []
    assert window.complaints == []
    window.close()


def test_without_its_server_such_a_game_waits(browser: Browser, others: House) -> None:
    """Nothing is offered for it to go on with: the page without a server has no rules of it."""
    window = Window(browser, others.url)
    sits_down(window.page, "briscola", 2)
    expect(choices(window.page).first).to_be_visible()
    others.kill()
    try:
        lost = window.page.get_by_role("region", name="Without the server")
        expect(lost).to_contain_text("comes from another package and is only at the server")
        expect(lost.get_by_role("button").or_(lost.get_by_role("link"))).to_have_count(0)
    finally:
        others.open()
    expect(lost).to_have_count(0)
    window.context.close()
