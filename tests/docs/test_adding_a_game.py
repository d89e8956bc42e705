"""docs/adding-a-game.md: what it quotes stands in the package, and what it runs says what it shows."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugged import environment_with, pip_install, tavola

TOP = Path(__file__).parents[2]
PAGE = (TOP / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
PACKAGE = TOP / "examples" / "tavola-briscola"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
QUOTED = [code for _, code in BLOCKS if code.startswith("# ")]
PROGRAMS = [code for kind, code in BLOCKS if kind == "python" and not code.startswith("# ")]
COMMANDS = [
    tuple(told.strip().split("\n"))
    for kind, code in BLOCKS
    if kind == "console"
    for told in re.split(r"^\$ ", code, flags=re.MULTILINE)[1:]
]


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("site")
    pip_install(PACKAGE, where)
    return where


def test_it_is_all_there() -> None:
    steps = re.findall(r"^## (\d+)\. ", PAGE, re.MULTILINE)
    assert list(map(int, steps)) == list(range(1, len(steps) + 1))
    assert min(map(len, (QUOTED, PROGRAMS, COMMANDS))) > 1
    assert len(QUOTED) + len(PROGRAMS) + len({code for kind, code in BLOCKS if kind == "console"}) == len(
        BLOCKS
    )


@pytest.mark.parametrize("code", QUOTED, ids=lambda code: code.split("\n")[0])
def test_what_it_quotes_stands_there(code: str) -> None:
    name, _, lines = code.removeprefix("# ").partition("\n")
    folder = PACKAGE if name == "pyproject.toml" else PACKAGE / "src" / "tavola_briscola"
    assert lines in (folder / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("told", COMMANDS, ids=lambda told: told[0])
def test_its_commands_say_what_it_shows(here: Path, told: tuple[str, ...]) -> None:
    command, *lines = told
    done = tavola(here, *shlex.split(command)[1:])
    said = done.stdout + done.stderr
    assert done.returncode == (2 if lines[0].startswith("error") else 0), said
    for line in lines:
        assert line in said


@pytest.mark.parametrize("code", PROGRAMS)
def test_its_programs_run(here: Path, code: str) -> None:
    command = [sys.executable, "-W", "ignore", "-c", code]
    done = subprocess.run(command, env=environment_with(here), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
