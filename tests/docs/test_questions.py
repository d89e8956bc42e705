"""What newcomers ask (questions.toml): the site's own search leads to the page, which has the answer."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.browser.browsers import chromium, launched
from tests.docs.test_site import Words

ASKED = tomllib.loads((Path(__file__).parent / "questions.toml").read_text(encoding="utf-8"))["question"]
SEEN = 3  # most look no further
TOP = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def reader(manual: Path) -> Iterator[Page]:
    """Somebody with the site as files, and nothing else."""
    del manual
    if chromium() is None:
        pytest.skip("no chromium: as root, apt-get install chromium")
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser.new_page()
        browser.close()


def test_there_are_twenty() -> None:
    assert len(ASKED) >= 20
    assert len({each["asks"] for each in ASKED}) == len(ASKED)


def test_the_words_of_the_search_are_of_pages_that_are_there(manual: Path) -> None:
    words = tomllib.loads((TOP / "docs" / "building" / "keywords.toml").read_text(encoding="utf-8"))
    assert not [page for page in words if not (manual / f"{page}.html").exists()]


@pytest.mark.parametrize("each", ASKED, ids=lambda each: each["asks"])
def test_the_answer_is_there(manual: Path, each: dict[str, str]) -> None:
    name, _, place = each["page"].partition("#")
    page = Words(manual / name)
    assert not place or place in page.ids
    assert each["answer"] in page.text(place)


@pytest.mark.parametrize("each", ASKED, ids=lambda each: each["asks"])
def test_search_leads_there(manual: Path, reader: Page, each: dict[str, str]) -> None:
    reader.goto(f"{(manual / 'search.html').as_uri()}?q={each['search'].replace(' ', '+')}")
    reader.get_by_text("Search finished").wait_for()
    links = [link.get_attribute("href") or "" for link in reader.locator("ul.search li > a").all()]
    found = [link.partition("?")[0].partition("#")[0] for link in links]
    assert each["page"].partition("#")[0] in list(dict.fromkeys(found))[:SEEN]
