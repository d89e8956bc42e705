"""A house with the extra `server` only: the page offers what can be done there, and says what can't."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests import bare
from tests.browser.browsers import Window
from tests.browser.house import House

SAYS_WHY = "needs packages that are not installed here"


@pytest.fixture(scope="module")
def bare_house(tmp_path_factory: pytest.TempPathFactory, page_is_built: None) -> Iterator[House]:
    del page_is_built
    folder = tmp_path_factory.mktemp("bare")
    house = House(folder, env=bare.environment(folder, ["server"]))
    try:
        yield house.open()
    finally:
        house.kill()


@pytest.mark.parametrize(("game", "bot"), [("Scopetta", "master"), ("421", "optimal")])
def test_a_bot_that_cant_play_is_not_offered(
    browser: Browser, bare_house: House, game: str, bot: str
) -> None:
    window = Window(browser, bare_house.url)
    window.page.goto("/")
    window.page.get_by_role("button", name=f"Options of {game}").click()
    form = window.page.get_by_role("dialog")
    expect(form.get_by_text(f"{bot} {SAYS_WHY}")).to_be_visible()
    offered = form.get_by_label("Against").locator("option").evaluate_all("all => all.map(one => one.value)")
    assert "house" in offered
    assert bot not in offered
    assert window.complaints == []
    window.close()


def test_odds_nobody_can_work_out_are_not_asked_for(browser: Browser, bare_house: House) -> None:
    window = Window(browser, bare_house.url)
    window.page.goto("/odds/dice-poker")
    expect(window.page.get_by_text(SAYS_WHY)).to_be_visible()
    assert window.complaints == []
    window.close()
