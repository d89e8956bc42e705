"""The page without a server as a folder, written from a small page and engine in place of the true ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tavola.cli import command_line
from tavola.server.offline import site

DOCUMENT = "<!doctype html><html><head><title>Tavola</title></head><body></body></html>"


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, engine = tmp_path / "page", tmp_path / "machine"
    chunks = {"index.html": {"file": "assets/index.js"}, "src/pages/Home.svelte": {"file": "assets/home.js"}}
    texts = {
        page / "index.html": DOCUMENT,
        page / "manifest.json": json.dumps(chunks),
        page / "icon.svg": "<svg/>",
        page / "favicon.ico": "0",
        page / "assets" / "index.js": "1",
        page / "assets" / "home.js": "2",
        engine / "engine.json": "{}",
        engine / "engine" / "abc" / "python.packed": "3",
        engine / "data" / "games.en.json": "{}",
    }
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(site, "SITE", page)
    monkeypatch.setattr(site, "ENGINE", engine)


def write(folder: Path) -> Result:
    return CliRunner().invoke(command_line(), ["site", str(folder)])


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
