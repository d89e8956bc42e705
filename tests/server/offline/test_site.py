"""The page without a server, in a folder and at a server: from a small page and engine, not the true ones."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tavola.cli import command_line
from tavola.server.http import offline as at_server
from tavola.server.http import site as page_site
from tavola.server.offline import site
from tests import plugged
from tests.server.http.running import running

DOCUMENT = "<!doctype html><html><head><title>Tavola</title></head><body></body></html>"


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, engine = tmp_path / "page", tmp_path / "machine"
    chunks = {"index.html": {"file": "assets/index.js"}, "src/pages/Home.svelte": {"file": "assets/home.js"}}
    texts = {
        page / "index.html": DOCUMENT,
        page / "manifest.json": json.dumps(chunks),
        page / "stamp.txt": "1",
        page / "icon.svg": "<svg/>",
        page / "favicon.ico": "0",
        page / "assets" / "index.js": "1",
        page / "assets" / "home.js": "2",
        engine / "engine.json": "{}",
        engine / "engine" / "abc" / "python.packed": "3",
        engine / "engine" / "abc" / "python.mjs": "start();" * 1000,
        engine / "engine" / "def" / "solved" / "usual.odds": "4",
        engine / "engine" / "ghi" / "solved" / "more" / "of-many.odds": "5",
        engine / "data" / "jkl" / "games.en.json.packed": "{}",
    }
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for module in (site, page_site, at_server):
        monkeypatch.setattr(module, "SITE", page)
    monkeypatch.setattr(site, "ENGINE", engine)


def write(folder: Path) -> Result:
    return CliRunner().invoke(command_line(), ["site", str(folder)])


def test_a_game_of_another_package_is_not_on_it_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = tmp_path / "others"
    others.mkdir()
    code = plugged.GOOD_GAME.format(name="not-there").replace("A good game", "Not There")
    plugged.install(others, "not_there", code, games="not-there = not_there:Game")
    assert "not there" not in write(tmp_path / "www").output
    monkeypatch.syspath_prepend(others)
    assert "It has the games that come with tavola, not not-there" in write(tmp_path / "www").output
    assert "Tombolon" in (tmp_path / "www" / "index.html").read_text()
    for file in ("index.html", "app.webmanifest"):
        assert "Not There" not in (tmp_path / "www" / file).read_text()


def test_what_few_ask_for_is_not_fetched_before_they_do(tmp_path: Path) -> None:
    write(tmp_path / "www")
    worker = (tmp_path / "www" / "sw.js").read_text()
    lists = {name: json.loads(told) for name, told in re.findall(r"const (REST|ASKED) = (.*?);", worker)}
    assert "./engine/def/solved/usual.odds" in lists["REST"]
    assert lists["ASKED"] == ["./engine/ghi/solved/more/of-many.odds"]
    assert not set(lists["REST"]) & set(lists["ASKED"])


def test_a_folder_it_has_written_is_written_anew(tmp_path: Path) -> None:
    folder = tmp_path / "public"
    assert write(folder).exit_code == 0
    (folder / "assets" / "of-an-older-version.js").write_text("0")
    assert write(folder).exit_code == 0
    assert not (folder / "assets" / "of-an-older-version.js").exists()
    assert (folder / "assets" / "home.js").read_text() == "2"


def test_another_app_that_has_a_service_worker_keeps_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "theirs"
    (folder / "assets").mkdir(parents=True)
    theirs = {"sw.js": "self.skipWaiting()", "index.html": "theirs", "assets/app.js": "theirs"}
    for name, text in theirs.items():
        (folder / name).write_text(text)
    done = write(folder)
    assert done.exit_code == 2
    assert "not a page of Tavola" in done.stderr
    assert {name: (folder / name).read_text() for name in theirs} == theirs


@pytest.mark.parametrize("name", ["a-file", "a-file/below"])
def test_where_no_folder_can_be_it_says_so(tmp_path: Path, name: str) -> None:
    (tmp_path / "a-file").write_text("something")
    done = write(tmp_path / name)
    assert done.exit_code == 2
    assert done.stderr.startswith("error: can't write ")
    assert len(done.stderr.splitlines()) == 1


def test_what_a_server_hands_out_is_read_once(tmp_path: Path) -> None:
    async def asked() -> None:
        async with running(tmp_path) as server:
            for name in ("python.packed", "python.mjs"):
                address = f"/offline/engine/abc/{name}"
                first = await server.ask(address, accept_encoding="gzip")
                assert first.status == 200
                (site.ENGINE / "engine" / "abc" / name).unlink()
                again = await server.ask(address, accept_encoding="gzip")
                assert (again.status, again.raw) == (200, first.raw)
                plain = await server.ask(address)
                assert (plain.raw, plain.headers["etag"]) == (first.body, first.headers["etag"])
                known = await server.ask(address, if_none_match=first.headers["etag"])
                assert (known.status, known.raw) == (304, b"")

    asyncio.run(asked())


def test_an_engine_built_anew_is_seen_at_once(tmp_path: Path) -> None:
    async def asked() -> None:
        async with running(tmp_path) as server:
            assert (await server.ask("/offline/engine/abc/python.packed")).raw == b"3"
            (site.ENGINE / "engine" / "abc" / "python.packed").write_text("4")
            (site.ENGINE / "engine.json").write_text("{ }")
            assert (await server.ask("/offline/engine/abc/python.packed")).raw == b"4"

    asyncio.run(asked())


def test_it_is_made_once_and_not_on_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    makers, files = [], site.files

    def noted(**given: Any) -> site.Files:
        makers.append(threading.current_thread())
        return files(**given)

    monkeypatch.setattr(site, "files", noted)

    async def asked() -> None:
        async with running(tmp_path) as server:
            addresses = ("/", "/offline/", "/offline/sw.js", "/offline/data/jkl/games.en.json.packed")
            heard = await asyncio.gather(*map(server.ask, addresses))
            assert [each.status for each in heard] == [200] * len(addresses)

    asyncio.run(asked())
    assert len(makers) == 1
    assert makers[0] is not threading.main_thread()
