"""Below a path prefix: links, documents and doors have it; who asks the server itself needs none."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tavola.server.http.wire import without
from tests.server.http.running import finish
from tests.server.http.running import running as running_app
from tests.server.running import PATIENCE, WebGuest
from tests.server.running import running as running_server

PREFIX = "/a/tavola"
LINKS = re.compile(r'(?:href|src|content)="(/[^"]*|\./[^"]*|https?://127[^"]*)"')


@pytest.mark.parametrize(
    ("prefix", "path", "ours"),
    [
        ("", "/api", "/api"),
        ("", "", ""),
        ("/t", "/t/api", "/api"),
        ("/t", "/t", ""),
        ("/t", "/table/x", "/table/x"),  # no part of a word
        ("/t", "/api", "/api"),
        ("/table", "/table/table/x", "/table/x"),
    ],
)
def test_the_path_without_its_prefix(prefix: str, path: str, ours: str) -> None:
    assert without(prefix, path) == ours


def test_every_link_of_a_page_has_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with running_app(tmp_path, path_prefix=PREFIX) as house:
            for path in ("/", "/rules/421", "/scoreboards", "/scoreboards?plain", "/nowhere"):
                page = (await house.ask(PREFIX + path, accept="text/html")).text
                links = LINKS.findall(page)
                assert links
                assert [link for link in links if PREFIX not in link] == [], path
                assert f'content="0; url={PREFIX}/scoreboards' in page or "refresh" not in page
            assert f"Disallow: {PREFIX}/api/" in (await house.ask(f"{PREFIX}/robots.txt")).text

    asyncio.run(story())


def test_documents_and_redirects(tmp_path: Path) -> None:
    async def story() -> None:
        async with running_app(tmp_path, path_prefix=PREFIX) as house:
            moved = await house.ask(PREFIX)
            assert (moved.status, moved.headers["location"]) == (308, f"{PREFIX}/")
            assert (await house.ask(f"{PREFIX}/api/openapi.json")).json["servers"] == [{"url": PREFIX}]
            spoken = (await house.ask(f"{PREFIX}/api/asyncapi.json")).json
            assert spoken["channels"]["websocket"]["address"] == f"{PREFIX}/ws"
            for path in (f"{PREFIX}/healthz", "/healthz", "/metrics", f"{PREFIX}/api/games", "/api/games"):
                assert (await house.ask(path)).status == 200
            assert (await house.ask(f"{PREFIX}x/api/games")).status == 404

    asyncio.run(story())


def test_without_one_nothing_changes(tmp_path: Path) -> None:
    async def story() -> None:
        async with running_app(tmp_path) as house:
            assert (await house.ask("/api/openapi.json")).json["servers"] == [{"url": "/"}]
            assert "./" not in (await house.ask("/", accept="text/html")).text

    asyncio.run(story())


def test_the_websocket(tmp_path: Path) -> None:
    async def story() -> None:
        async with running_server(tmp_path, path_prefix=PREFIX) as server:
            there = f"ws://127.0.0.1:{server.ports['http']}"
            for path in (f"{PREFIX}/ws", "/ws"):
                socket = await connect(there + path, proxy=None, open_timeout=PATIENCE)
                guest = await WebGuest(socket).hello()
                await guest.close()
            with pytest.raises(InvalidStatus, match="404"):
                await connect(f"{there}{PREFIX}/wsx", proxy=None)

    asyncio.run(story())


def test_the_next_page_of_a_list(tmp_path: Path) -> None:
    async def story() -> None:
        async with running_app(tmp_path, path_prefix=PREFIX) as house:
            for number in range(2):
                await finish(house.store, f"t{number}", float(number))
            first = (await house.ask(f"{PREFIX}/api/records?limit=1")).json
            assert first["next"].startswith(f"{PREFIX}/api/records?")
            assert (await house.ask(first["next"])).status == 200

    asyncio.run(story())
