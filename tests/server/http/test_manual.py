"""The documentation under /docs: its files and no others, with the policy its pages need."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tavola.server.http import manual, words
from tests.server.http.running import Running, running

Test = Callable[[Running], Awaitable[None]]
PAGE = b"<!doctype html><html><body><script>let a = 1;</script><p>Rampo</p></body></html>"
OF_SCRIPT = "sha256-xY6QKfH9PRsQnLz56nj6MBwiK5oHg+im1Jkpdp1x/Ck="


def with_server(folder: Path, test: Test) -> None:
    async def run() -> None:
        async with running(folder) as server:
            await test(server)

    asyncio.run(run())


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "manual"
    (folder / "_static" / "scripts").mkdir(parents=True)
    (folder / "index.html").write_bytes(PAGE)
    (folder / "_static" / "scripts" / "furo.js").write_bytes(b"let b = 2;")
    (folder / "objects.inv").write_bytes(b"an inventory")
    (tmp_path / "secret.html").write_bytes(b"a secret")
    monkeypatch.setattr(manual, "MANUAL", folder)
    return folder


def test_pages_and_their_parts(built: Path, tmp_path: Path) -> None:
    del built

    async def test(server: Running) -> None:
        for address in ("/docs/", "/docs/index.html"):
            heard = await server.ask(address)
            assert (heard.status, heard.raw) == (200, PAGE)
        script = await server.ask("/docs/_static/scripts/furo.js")
        assert script.raw == b"let b = 2;"
        assert "unsafe-inline" not in script.headers["content-security-policy"]

    with_server(tmp_path, test)


def test_without_its_slash_it_is_sent_there(built: Path, tmp_path: Path) -> None:
    del built

    async def test(server: Running) -> None:
        heard = await server.ask("/docs")
        assert (heard.status, heard.headers["location"]) == (308, "/docs/")

    with_server(tmp_path, test)


def test_only_the_scripts_that_stand_in_a_page_may_run(built: Path, tmp_path: Path) -> None:
    del built

    async def test(server: Running) -> None:
        policy = (await server.ask("/docs/")).headers["content-security-policy"]
        scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
        assert scripts == f"script-src 'self' '{OF_SCRIPT}'"
        elsewhere = (await server.ask("/")).headers["content-security-policy"]
        assert "sha256" not in elsewhere
        assert "unsafe-inline" not in elsewhere

    with_server(tmp_path, test)


@pytest.mark.parametrize(
    "path",
    [
        "/docs/../secret.html",
        "/docs/%2e%2e/secret.html",
        "/docs/objects.inv",
        "/docs/none.html",
        "/docs/%00.html",
    ],
)
def test_nothing_else_is_there(built: Path, tmp_path: Path, path: str) -> None:
    del built

    async def test(server: Running) -> None:
        heard = await server.ask(path)
        assert heard.status == 404
        assert b"a secret" not in heard.raw

    with_server(tmp_path, test)


def test_documentation_that_is_not_built_says_so(built: Path, tmp_path: Path) -> None:
    (built / "index.html").unlink()

    async def test(server: Running) -> None:
        heard = await server.ask("/docs/", accept="text/html", accept_language="it")
        assert heard.status == 503
        assert words.DOCS_NOT_BUILT.it in heard.text
        assert "make docs" in heard.text

    with_server(tmp_path, test)
