"""The documentation of several versions side by side: one sees which it is, and comes to another."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

import tavola
from tests.browser.browsers import chromium, launched
from tools import versions


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def host(manual: Path, tmp_path: Path) -> Iterator[str]:
    """A host of files with two versions below a path, of which the old one lacks a page."""
    site = tmp_path / "some" / "path"
    for name in ("0.1.0", versions.NEXT):
        shutil.copytree(manual, site / name)
    (site / "0.1.0" / "ladder.html").unlink()
    versions.lay_out(site, ["0.1.0"])
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/some/path"
        server.shutdown()


def test_the_latest_release_is_first() -> None:
    tags = ["v0.9.0", "v0.10.0", "begin", "v0.2.0", "v1.0.0rc1"]
    assert versions.releases(tags) == ["0.10.0", "0.9.0", "0.2.0"]


def test_the_way_in_leads_to_the_latest_release(tmp_path: Path) -> None:
    versions.lay_out(tmp_path, ["0.3.0", "0.2.0"])
    assert json.loads((tmp_path / "versions.json").read_text("utf-8")) == ["0.3.0", "0.2.0", "next"]
    assert "url=0.3.0/" in (tmp_path / "index.html").read_text("utf-8")
    versions.lay_out(tmp_path, [])
    assert "url=next/" in (tmp_path / "index.html").read_text("utf-8")


def test_a_page_leads_to_the_same_page_of_another_version(host: str) -> None:
    if chromium() is None:
        pytest.skip("no chromium: as root, apt-get install chromium")
    with sync_playwright() as playwright:
        browser = launched(playwright)
        page = browser.new_page()
        page.goto(f"{host}/")
        page.wait_for_url(f"{host}/0.1.0/")
        page.goto(f"{host}/0.1.0/reference/settings.html")
        page.get_by_label("Version").select_option("next")
        page.wait_for_url(f"{host}/next/reference/settings.html")
        page.goto(f"{host}/next/ladder.html")
        page.get_by_label("Version").select_option("0.1.0")
        page.wait_for_url(f"{host}/0.1.0/index.html")
        browser.close()


def test_a_page_that_is_alone_says_its_version_and_asks_nobody(manual: Path) -> None:
    if chromium() is None:
        pytest.skip("no chromium: as root, apt-get install chromium")
    with sync_playwright() as playwright:
        browser = launched(playwright)
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((manual / "start.html").as_uri())
        assert page.locator("[data-versions]").inner_text() == f"Version {tavola.__version__}"
        assert not [url for url in asked if "versions.json" in url]
        browser.close()
