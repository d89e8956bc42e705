"""Every snippet and every command of the pages is run (snippets.py says how), and a wrong one is noticed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.commands import mentioned
from tests.docs.desk_files import lay_out
from tests.docs.snippets import BLOCK, ELSEWHERE, TOP, Block, Desk, Wrong, blocks

# Run by tests of their own, which need more than an empty folder.
OWN = {
    "adding-a-game.md": "test_adding_a_game.py: with Briscola installed",
    "library.md": "tests/library/test_verbs.py",
    "offline.md": "tests/fast/test_wasm.py, in a process of its own: it changes what is compiled",
}
PAGES = [path for path in (TOP / "README.md", *sorted((TOP / "docs").glob("*.md"))) if path.name not in OWN]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the pages are written for a POSIX shell")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    lay_out(tmp_path)
    desk = Desk(tmp_path)
    try:
        yield desk
    finally:
        desk.close()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_runs(desk: Desk, page: Path) -> None:
    wrong = []
    for block in blocks(page.name, page.read_text(encoding="utf-8")):
        try:
            desk.run(block)
        except Wrong as error:
            wrong.append(str(error))
    assert not wrong, "\n\n".join(wrong)


PLANTED = {
    "a name that is not there": "python\nimport tavola\n\ntavola.odd('421')",
    "a sum that is not so": "python\n>>> 1 + 1\n3\n",
    "another answer": "console\n$ tavola --version\ntavola 9.9.9",
    "an option that is not there": "console\n$ tavola games --jsno",
    "a command that is not there": "sh\ntavola plya 421",
    "one that fails": "sh\ntavola replay nothing.txt",
    "one that can't run here": "sh\ntavola simulate 421 --cluster tcp://host:8786 --gmaes 10",
    "an extra that is not there": "sh\npip install 'tavola[sever]'",
    "a task that is not there": "sh\nmake tset",
    "a file that is not there": "sh\ncp deploy/nginx/tavloa.conf /etc/nginx/conf.d/",
    "a setting that is not there": "toml\n[doors]\nhttp-prot = 80",
    "no TOML": "toml\n[doors\n",
    "a game that is no object": 'toml\n[project.entry-points."tavola.games"]\nzara = "tavola_zara"',
    "no JSON": 'json\n{"game": 421,}',
    "no message": 'json\n{"type": "wlecome"}',
    "a field that is none": 'wire\n--> {"type": "hello", "nmae": "ada"}',
    "a word 5000 does not know": "wire\nBNAK",
    "a command in disguise": "text\ntavola plya 421",
    "a kind that nobody runs": "nginx\nlisten 80",
    "no kind at all": "\nlisten 80",
}


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_a_wrong_one_is_noticed(desk: Desk, planted: str) -> None:
    kind, _, text = planted.partition("\n")
    with pytest.raises(Wrong):
        desk.run(Block("planted", 1, kind, f"{text}\n"))


INLINE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
PROSE = (*PAGES, *(TOP / "docs" / name for name in OWN), *TOP.glob("src/tavola/games/*/*.md"))


@pytest.mark.parametrize("page", PROSE, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_a_command_within_a_sentence_is_one(page: Path) -> None:
    """Its name and its options; what it is given is often left out there."""
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    for typed in INLINE.findall(text):
        mentioned(typed)


@pytest.mark.parametrize(
    "typed", ["tavola plya 421", "tavola serve --prot 80", "tavola db backpu", "--http-prot"]
)
def test_one_that_is_none_is_noticed(typed: str) -> None:
    with pytest.raises(ValueError, match=r"there is no|No such option"):
        mentioned(typed)


def test_a_block_without_a_fence_is_noticed() -> None:
    with pytest.raises(Wrong, match="does not say what it is"):
        blocks("planted", "Say\n\n    tavola plya 421\n\nand play.\n")


def test_most_are_run_here() -> None:
    """What is excused stays a small part."""
    typed = [
        line
        for page in PAGES
        for block in blocks(page.name, page.read_text(encoding="utf-8"))
        if block.kind in ("sh", "console")
        for line in block.text.splitlines()
        if line.removeprefix("$ ").startswith("tavola ")
    ]
    excused = [line for line in typed if any(re.search(each, line) for each, _, _ in ELSEWHERE)]
    assert len(typed) > 60
    assert len(excused) < len(typed) / 3
