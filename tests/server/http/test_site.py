"""The page as the server hands it out: one document for its addresses, files for good, packed."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tavola.server.http import site, words
from tests.server.http.running import Running, running

Test = Callable[[Running], Awaitable[None]]
DOCUMENT = b"<!doctype html><html><head><title>Tavola</title></head><body></body></html>"
SCRIPT = b"console.log('a table');" * 100
BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"


def with_server(folder: Path, test: Test) -> None:
    async def run() -> None:
        async with running(folder) as server:
            await test(server)

    asyncio.run(run())


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small site in place of the true one."""
    folder = tmp_path / "site"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(DOCUMENT)
    (folder / "icon.svg").write_bytes(b"<svg/>")
    (folder / "secret.txt").write_bytes(b"a secret")
    (folder / "assets" / "index-AbC_12.js").write_bytes(SCRIPT)
    (folder / "assets" / "index-AbC_12.js.gz").write_bytes(gzip.compress(SCRIPT, 9, mtime=0))
    (folder / "assets" / "index-AbC_12.js.br").write_bytes(b"as brotli")
    monkeypatch.setattr(site, "SITE", folder)
    site._read.cache_clear()
    return folder


@pytest.mark.usefixtures("built")
def test_every_address_of_the_page_shows_the_document(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for target in ("/", "/new/421", "/table/x1", "/join/x1", "/record/x1", "/rules/421", "/odds/5000"):
            heard = await server.ask(target, accept=BROWSER)
            assert (heard.status, heard.raw) == (200, DOCUMENT), target
            assert heard.headers["cache-control"] == "no-cache"
            again = await server.ask(target, if_none_match=heard.headers["etag"])
            assert again.status == 304
        assert (await server.ask("/table", accept=BROWSER)).status == 404

    with_server(tmp_path, test)


@pytest.mark.usefixtures("built")
def test_files_are_packed_and_kept_for_good(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        plain = await server.ask("/assets/index-AbC_12.js")
        assert plain.raw == SCRIPT
        assert plain.headers["content-type"].startswith("text/javascript")
        assert "immutable" in plain.headers["cache-control"]
        small = await server.ask("/assets/index-AbC_12.js", accept_encoding="gzip, deflate, br")
        assert (small.raw, small.headers["content-encoding"]) == (b"as brotli", "br")
        middle = await server.ask("/assets/index-AbC_12.js", accept_encoding="gzip")
        assert (middle.body, middle.headers["content-encoding"]) == (SCRIPT, "gzip")
        for heard in (plain, small, middle):
            assert "Accept-Encoding" in heard.headers["vary"]

    with_server(tmp_path, test)


@pytest.mark.usefixtures("built")
def test_nothing_else_is_handed_out(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for target in (
            "/assets/..%2findex.html",
            "/assets/..%2fsecret.txt",
            "/assets/.hidden.js",
            "/assets/index-AbC_12.js.gz",
            "/assets/nothing.js",
            "/secret.txt",
        ):
            assert (await server.ask(target)).status == 404, target

    with_server(tmp_path, test)


@pytest.mark.usefixtures("built")
def test_scoreboards_need_no_javascript(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        page = (await server.ask("/scoreboards/battle", accept=BROWSER)).text
        away = '<noscript><meta http-equiv="refresh" content="0; url=/scoreboards/battle?plain"></noscript>'
        assert away in page
        for plain in (
            await server.ask("/scoreboards/battle?plain", accept=BROWSER),
            await server.ask("/scoreboards/battle", accept="*/*"),
        ):
            assert words.HOW_TO_CONNECT.en in plain.text

    with_server(tmp_path, test)


def test_a_page_that_is_not_built_says_so(built: Path, tmp_path: Path) -> None:
    (built / "index.html").unlink()

    async def test(server: Running) -> None:
        heard = await server.ask("/", accept=BROWSER, accept_language="fr")
        assert heard.status == 503
        assert words.NOT_BUILT.fr in heard.text
        assert "make web" in heard.text
        assert (await server.ask("/scoreboards", accept=BROWSER)).status == 200

    with_server(tmp_path, test)


def test_a_page_built_anew_is_seen_at_once(built: Path, tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        assert (await server.ask("/")).raw == DOCUMENT
        (built / "index.html").write_bytes(b"new")
        (built / "stamp.txt").write_bytes(b"new")
        assert (await server.ask("/")).raw == b"new"

    with_server(tmp_path, test)
