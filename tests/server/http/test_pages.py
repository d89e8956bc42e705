"""The pages: readable without JavaScript, in three languages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tavola.core.words import LANGS
from tavola.games.five_thousand.tcp import words
from tavola.games.five_thousand.tcp.service import SCOREBOARDS, TcpSettings
from tavola.server.http import words as http_words
from tests.server.http.running import Running, running

Test = Callable[[Running], Awaitable[None]]
EMPTY = {"meta", "link", "img"}


def with_server(folder: Path, test: Test, **settings: Any) -> None:
    async def run() -> None:
        async with running(folder, **settings) as server:
            await test(server)

    asyncio.run(run())


class Page(HTMLParser):
    """A page taken apart: its links, its text; every tag must be closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value for name, value in attrs if name in ("href", "src") and value]
        if tag not in EMPTY:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("lang", LANGS)
def test_every_link_leads_somewhere(tmp_path: Path, lang: str) -> None:
    async def test(server: Running) -> None:
        seen, todo = set[str](), [f"/scoreboards?plain&lang={lang}"]
        while todo:
            target = todo.pop()
            if target in seen or target.startswith("#"):
                continue
            seen.add(target)
            if target == "/":  # the page's own door
                continue
            heard = await server.ask(target)
            assert heard.status == 200, target
            if heard.headers["content-type"].startswith("text/html"):
                todo += Page(heard.text).links
        assert {f"/scoreboards/{name}?plain&lang={lang}" for name in words.ENVIRONMENT} <= seen

    with_server(tmp_path, test)


def test_the_language_follows_the_reader(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for lang in LANGS:
            by_link = await server.ask(f"/scoreboards?lang={lang}", accept_language="en")
            by_browser = await server.ask("/scoreboards", accept_language=f"de, {lang};q=0.9")
            for heard in (by_link, by_browser):
                assert f'<html lang="{lang}">' in heard.text
                assert SCOREBOARDS.in_(lang) in Page(heard.text).text
                assert heard.headers["content-language"] == lang
        assert '<html lang="en">' in (await server.ask("/scoreboards?lang=klingon")).text

    with_server(tmp_path, test)


def test_a_tab_for_each_environment_says_how_to_connect(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        await server.store.count("tournament", {"titou": (3, 4), "rosa": (-2, 2)}, None, 1.0)
        for name in words.ENVIRONMENT:
            text = Page((await server.ask(f"/scoreboards/{name}", host="dice.example:8421")).text).text
            port = server.app.ports[name]
            assert f"nc dice.example {port}" in text
            assert f"create_connection(('dice.example', {port}))" in text
        text = Page((await server.ask("/scoreboards/tournament")).text).text
        assert text.index("titou") < text.index("rosa")
        assert "+3" in text
        assert "−2" in text

    with_server(tmp_path, test, allowed_hosts=("dice.example",))


def test_of_a_contest_it_says_that_there_is_a_schedule(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        text = Page((await server.ask("/scoreboards/tournament")).text).text
        assert words.BY_SCHEDULE.en in text
        assert words.ONE_AT_A_TIME.en not in text

    teams = tmp_path / "teams.txt"
    teams.write_text("red\nblue\ngreen\n")
    with_server(tmp_path, test, services={"5000": TcpSettings(0, 0, 0, teams=str(teams))})


def test_who_waits_is_shown(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", server.app.ports["battle"])
        me = ":".join(map(str, writer.get_extra_info("sockname")))
        for _ in range(300):
            if me in (await server.ask("/scoreboards/battle")).text:
                break
            await asyncio.sleep(0.02)
        assert me in (await server.ask("/scoreboards/battle")).text
        writer.close()

    with_server(tmp_path, test)


def test_nothing_here(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for target in ("/nowhere", "/scoreboards/nowhere", "/files/nothing.css", "/files/..%2fapp.py"):
            heard = await server.ask(target, accept="text/html,*/*", accept_language="it")
            assert heard.status == 404
            assert http_words.NOT_HERE.it in Page(heard.text).text
            assert (await server.ask(target)).code == "not_found"

    with_server(tmp_path, test)
