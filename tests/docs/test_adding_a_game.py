"""docs/adding-a-game.md: what it quotes stands in the package, and what it runs says what it shows."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import tavola.kit
from tests.plugged import environment_with, pip_install
from tests.plugged import tavola as run
from tests.test_layers import imports

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


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("src/**/*.py")), ids=lambda path: path.name)
def test_the_package_imports_nothing_but_the_doors(path: Path) -> None:
    code = path.read_text(encoding="utf-8")
    asked = {name for name in imports(path) if name.split(".")[0] == "tavola"}
    asked |= set(re.findall(r'"(tavola(?:\.\w+)+):\w+"', code))  # parts named by their paths
    assert not {name for name in asked if not name.startswith("tavola.kit")}


def test_the_page_names_every_door_and_no_other_module() -> None:
    doors = {f"tavola.kit.{path.stem}" for path in Path(tavola.kit.__file__).parent.glob("[a-z]*.py")}
    named = set(re.findall(r"tavola(?:\.\w+)+", PAGE)) - {"tavola.games", "tavola.rules", "tavola.rl"}
    named = {name for name in named if not name.startswith("tavola.testing")}
    assert {re.sub(r":.*|\.[A-Z]\w*$", "", name) for name in named} == doors | {"tavola.kit"}


@pytest.mark.parametrize("told", COMMANDS, ids=lambda told: told[0])
def test_its_commands_say_what_it_shows(here: Path, told: tuple[str, ...]) -> None:
    command, *lines = told
    done = run(here, *shlex.split(command)[1:])
    said = done.stdout + done.stderr
    assert done.returncode == (2 if lines[0].startswith("error") else 0), said
    for line in lines:
        assert line in said


@pytest.mark.parametrize("code", PROGRAMS)
def test_its_programs_run(here: Path, code: str) -> None:
    command = [sys.executable, "-W", "ignore", "-c", code]
    done = subprocess.run(command, env=environment_with(here), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
