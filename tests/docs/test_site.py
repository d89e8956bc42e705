"""The documentation site builds without a warning, and every link of it leads somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

import tavola

TOP = Path(__file__).parents[2]


class Page(HTMLParser):
    """What a page links to, and the places in it that can be linked to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.ids.add(told.get("id") or "")
        if link := told.get("href" if tag in ("a", "link") else "src"):
            self.links.append(link)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the sources; the pages that are written first go where git ignores them."""
    folder = tmp_path_factory.mktemp("docs")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html"]
    made = subprocess.run(
        [*command, "-d", folder / "trees", TOP / "docs", folder / "site"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    return folder / "site"


def test_every_link_leads_somewhere(site: Path) -> None:
    pages = {path.resolve(): Page(path) for path in site.rglob("*.html")}
    assert len(pages) > 40
    astray = []
    for path, page in pages.items():
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            where, _, place = unquote(link).partition("#")
            target = (path.parent / where.partition("?")[0]).resolve() if where else path
            if not target.exists() or (place and target in pages and place not in pages[target].ids):
                astray.append(f"{path.relative_to(site.resolve())}: {link}")
    assert not astray


def test_no_page_asks_anybody_else_for_anything(site: Path) -> None:
    """Whoever reads the manual of his own server tells nobody."""
    asked = [
        (path.name, found)
        for path in site.rglob("*.html")
        for found in re.findall(
            r'<(?:script|img|link)[^>]+(?:src|href)="(https?://[^"]+)"', path.read_text("utf-8")
        )
    ]
    assert not asked


def test_every_public_name_has_its_place_and_an_example(site: Path) -> None:
    page = Page(site / "reference" / "library.html")
    names = [name for name in tavola.__all__ if callable(getattr(tavola, name))]
    assert not [name for name in names if f"tavola.{name}" not in page.ids]
    assert not [name for name in names if ">>>" not in (getattr(tavola, name).__doc__ or "")]


def test_search_finds_a_word_of_the_games(site: Path) -> None:
    assert "rampo" in (site / "searchindex.js").read_text(encoding="utf-8")
