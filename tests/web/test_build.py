"""The page: it builds, its types are the server's, its own tests pass, it is small, and the wheel has it."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tavola.games import OURS

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
SITE = ROOT / "src" / "tavola" / "server" / "site"
BUDGET = 200_000  # bytes of a first load, packed, without the card art
CARD_ART = "src/art/cards/"


def run(*arguments: str | Path) -> None:
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@cache
def built() -> dict[str, Any]:
    """Vite's own list of what belongs to what."""
    run(WEB / "build.py")
    found: dict[str, Any] = json.loads((SITE / "manifest.json").read_text(encoding="utf-8"))
    return found


def weight(name: str) -> int:
    """Bytes of a file as they travel."""
    packed = SITE / f"{name}.br"
    return (packed if packed.is_file() else SITE / name).stat().st_size


def files_of(source: str) -> set[str]:
    """The files a source needs at once: its own, its styles, and those of all it imports."""
    found, todo = set[str](), [source]
    seen = set[str]()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        part = built()[name]
        if not part.get("src", "").startswith(CARD_ART):
            found |= {part["file"], *part.get("css", ())}
        todo += part.get("imports", ())
    return found


def load(*sources: str) -> int:
    return weight("index.html") + sum(map(weight, set().union(*map(files_of, ("index.html", *sources)))))


def test_types_are_what_the_server_says() -> None:
    run(WEB / "tools" / "wire_types.py", "--check")


def test_types_and_markup_are_sound() -> None:
    run(WEB / "build.py", "node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings")


def test_no_link_or_request_forgets_the_prefix() -> None:
    """Our own paths go through `at` of lib/prefix.ts, or what uses it: Button, Tabs, get, router.go."""
    forgotten = re.compile(
        r"""<(?:a|img|link|script)\s[^>]*?(?:href|src)=(?:"/|'/|\{[`'"]/)|fetch\(\s*[`'"]/|origin\}/"""
    )
    sources = [path for path in (WEB / "src").rglob("*") if path.suffix in (".ts", ".svelte")]
    found = {
        path.name: hits for path in sources if (hits := forgotten.findall(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_unit_tests_pass() -> None:
    vite = "node_modules/vite/bin/vite.js"
    run(WEB / "build.py", vite, "build", "--config", "vite.tests.config.ts", "--logLevel", "warn")
    # What needs Svelte was built just now; the others Node reads as they are.
    run(WEB / "build.py", "--test", "--test-force-exit", ".tests/*.test.mjs", "tests/*/*.test.ts")


def test_a_second_build_does_nothing() -> None:
    built()
    before = (SITE / "index.html").stat().st_mtime_ns
    run(WEB / "build.py")
    assert (SITE / "index.html").stat().st_mtime_ns == before


def test_the_engine_of_the_next_version_has_what_did_not_change_at_the_same_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made of parts that stand for the large ones; a line of our own sources is another."""
    modules, site = tmp_path / "modules", tmp_path / "site"
    pyodide = modules / "pyodide"
    pyodide.mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        (pyodide / name).write_text(name, encoding="utf-8")
    for name in ("package.json", "pyodide-lock.json"):
        (pyodide / name).write_text('{"info": {}}', encoding="utf-8")
    for path in (pyodide / "python_stdlib.zip", tmp_path / "msgspec.whl"):
        with zipfile.ZipFile(path, "w") as packing:
            packing.writestr("part.py", "")
    building = runpy.run_path(str(WEB / "build.py"))["engine"]()
    monkeypatch.setattr(building, "_msgspec", lambda _: tmp_path / "msgspec.whl")
    monkeypatch.setattr(building, "_told_by", lambda _, folder: folder.mkdir(exist_ok=True))
    versions = []
    for words in (b"one", b"other"):
        monkeypatch.setattr(building, "_ours", lambda words=words: [("tavola/words.py", words)])
        assert building.build(site, modules, tmp_path)
        assert not building.build(site, modules, tmp_path)  # it is there
        told = json.loads((site / "engine.json").read_text(encoding="utf-8"))
        places = {name: f"{each['at']}/{name}" for name, each in told["files"].items()}
        there = {path.relative_to(site / "engine").as_posix() for path in site.glob("engine/*/*")}
        assert there == set(places.values())
        packed = [path.read_bytes() for path in site.glob("engine/*/*.packed")]
        assert {each[4:8] + each[9:10] for each in packed} == {b"\0\0\0\0\xff"}  # no time, no system
        versions.append((told["version"], places))
    (before, old), (after, new) = versions
    assert before != after
    assert {name for name in new if new[name] != old[name]} == {"tavola.zip.packed"}


def test_a_first_load_is_small() -> None:
    pages = [name for name in built() if name.startswith("src/pages/")]
    assert "src/pages/Home.svelte" in pages
    for page in pages:
        assert load(page) < BUDGET, page


def test_every_board_is_small() -> None:
    boards = [name for name in built() if re.fullmatch(r"src/boards/[\w-]+/(Board|Generic)\.svelte", name)]
    assert len(boards) == len(OURS) + 1  # the generic one
    for board in boards:
        assert load("src/pages/TablePage.svelte", board) < BUDGET, board


def test_the_document_has_nothing_inline_and_nothing_from_elsewhere() -> None:
    built()
    text = (SITE / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
    assert re.findall(r"<style|\bstyle=|\bon[a-z]+=", text) == []
    assert re.findall(r'(?:src|href)="(?!\./)', text) == []


def test_no_markup_has_an_inline_style() -> None:
    """The policy of the server forbids them: `style:left={x}` is none, `style="…"` is one."""
    for path in (WEB / "src").rglob("*.svelte"):
        markup = re.sub(r"<(script|style)[^>]*>.*?</\1>", "", path.read_text(encoding="utf-8"), flags=re.S)
        assert re.findall(r'\sstyle="[^{]', markup) == [], path


def test_the_wheel_has_the_page(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "tavola/server/site/index.html" in names
    for part in built().values():
        assert f"tavola/server/site/{part['file']}" in names
    assert not any("node_modules" in name for name in names)
