"""The page as the server hands it out: one document for its addresses, files for good, packed."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Awaitable, Callable
from html import unescape
from pathlib import Path
from urllib.robotparser import RobotFileParser

import pytest

import tavola
from tavola.games.five_thousand.tcp import words as tcp_words
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
    return folder


def without_head(document: str) -> str:
    """As it was built: without what the server says in its head."""
    return re.sub(r'<meta name="description".*?(?=</head>)', "", document, flags=re.DOTALL)


def said(document: str) -> dict[str, str]:
    """What the head tells, by name."""
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', document)
    return {name: unescape(value) for name, value in found}


@pytest.mark.usefixtures("built")
def test_every_address_of_the_page_shows_the_document(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for target in ("/", "/new/421", "/table/x1", "/join/x1", "/record/x1", "/rules/421", "/odds/5000"):
            heard = await server.ask(target, accept=BROWSER)
            assert (heard.status, without_head(heard.text)) == (200, DOCUMENT.decode()), target
            assert heard.headers["cache-control"] == "no-cache"
            again = await server.ask(target, if_none_match=heard.headers["etag"])
            assert again.status == 304
        assert (await server.ask("/table", accept=BROWSER)).status == 404

    with_server(tmp_path, test)


@pytest.mark.usefixtures("built")
def test_a_link_is_shown_with_words_and_a_picture(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        home = said((await server.ask("/", host="localhost:8421", accept_language="fr")).text)
        assert home["description"] == home["og:description"]
        assert home["description"].startswith("Dés de bistrot et cartes italiennes")
        assert "Tombolon" in home["description"]
        assert home["og:image"] == "http://localhost:8421/preview.jpg"
        assert home["og:locale"] == "fr_FR"
        assert "robots" not in home
        rules = said((await server.ask("/rules/421", accept_language="it")).text)
        assert rules["og:title"] == "421 – Tavola"
        assert rules["description"] == tavola.rules("421").info.summary.it
        assert said((await server.ask("/rules/bridge")).text)["og:title"] == "Tavola"
        asked = await server.ask("/join/x1", x_forwarded_proto="https", host="[::1]:8421")
        invited = said(asked.text)
        assert invited["og:title"] == words.INVITED.en
        assert invited["og:url"] == "https://[::1]:8421/join/x1"
        assert invited["robots"] == "noindex"
        plain = said((await server.ask("/scoreboards?plain", accept=BROWSER)).text)
        assert plain["description"] == said((await server.ask("/")).text)["description"]

    with_server(tmp_path, test)


@pytest.mark.usefixtures("built")
def test_nothing_of_the_request_becomes_part_of_the_page(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for host in ('x"><script>', "a b", "x/y", "user@host", ""):
            heard = await server.ask("/", host=host)
            if heard.status == 200:
                assert said(heard.text)["og:image"] == "/preview.jpg"
        heard = await server.ask("/table/%22%3E%3Cscript%3Ealert(1)", accept=BROWSER)
        assert heard.status == 200
        assert "<script>alert" not in heard.text

    with_server(tmp_path, test)


def test_signs_and_robots(built: Path, tmp_path: Path) -> None:
    signs = {
        "favicon.ico": "image/x-icon",
        "apple-touch-icon.png": "image/png",
        "preview.jpg": "image/jpeg",
        "icon.svg": "image/svg+xml",
    }
    for name in signs:
        (built / name).write_bytes(name.encode())

    async def test(server: Running) -> None:
        for name, kind in signs.items():
            heard = await server.ask(f"/{name}")
            assert (heard.status, heard.raw, heard.headers["content-type"]) == (200, name.encode(), kind)
        heard = await server.ask("/robots.txt")
        assert (heard.status, heard.headers["content-type"]) == (200, "text/plain; charset=utf-8")
        rules = RobotFileParser()
        rules.parse(heard.text.splitlines())
        assert rules.can_fetch("*", "/rules/421")
        assert rules.can_fetch("*", "/join/x1")  # whoever shows a link has to read it
        assert not rules.can_fetch("*", "/api/games")

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
            assert tcp_words.HOW_TO_CONNECT.en in plain.text

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
        assert without_head((await server.ask("/")).text) == DOCUMENT.decode()
        (built / "index.html").write_bytes(b"new")
        (built / "stamp.txt").write_bytes(b"new")
        assert (await server.ask("/")).raw == b"new"

    with_server(tmp_path, test)


@pytest.mark.usefixtures("built")
def test_a_record_is_brought_and_shared_at_addresses_of_their_own(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        assert (await server.ask("/record/file", accept=BROWSER)).status == 200
        missed = await server.ask("/share", "POST")
        assert (missed.status, missed.headers["location"]) == (303, "/record/file?missed")
        assert (await server.ask("/app.webmanifest")).json["share_target"]["action"] == "./share"
        assert "no-cache" in (await server.ask("/sw.js")).headers["cache-control"]

    with_server(tmp_path, test)
