"""A house for all these tests, a browser for each file of them, and windows that must not complain."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.browsers import Window, chromium, launched
from tests.browser.house import House
from tests.browser.person import Person

BUILD = Path(__file__).resolve().parents[2] / "web" / "build.py"
Newcomer = Callable[..., Person]


@pytest.fixture(scope="session")
def page_is_built() -> None:
    if chromium() is None:
        pytest.skip("no chromium: as root, apt-get install chromium")
    built = subprocess.run([sys.executable, BUILD], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory, page_is_built: None) -> Iterator[House]:
    del page_is_built
    house = House(tmp_path_factory.mktemp("house"))
    try:
        yield house.open()
    finally:
        house.kill()


# For one file only: while Playwright waits in this thread, no other test may run a loop of its own.
@pytest.fixture(scope="module")
def browser(house: House) -> Iterator[Browser]:
    del house  # first: without a page there is nothing to browse
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture
def newcomer(browser: Browser, house: House) -> Iterator[Newcomer]:
    """Somebody with a browser of his own, as many as a test needs."""
    windows: list[Window] = []

    def comes(kind: type[Person] = Person, **how: Any) -> Person:
        windows.append(Window(browser, house.url, **how))
        return kind(windows[-1])

    yield comes
    complaints = [one for window in windows for one in window.complaints]
    for window in windows:
        window.close()
    assert complaints == []
