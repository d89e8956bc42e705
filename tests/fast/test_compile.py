"""Compiled rules are never stale, and what needs no compiler never loads one."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

import tavola
from tavola.fast.compile import CantCompile, called_by, jit
from tavola.fast.sources import key_of, reachable
from tavola.games.five_thousand import rules as five_thousand

RULES = """
from toygame.pieces import double
from toygame.numbers import BONUS

def step(n):
    return double(n) + BONUS
"""
PIECES = "def double(n):\n    return 2 * n\n"
NUMBERS = "BONUS = 1\n"
RUN = """
from tavola.fast.compile import jit, on_compiling
from toygame.rules import step
told = []
on_compiling(told.append)
compiled = jit(step)
print(compiled(20), compiled.was_cached, told)
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    package = tmp_path / "toygame"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(RULES)
    (package / "pieces.py").write_text(PIECES)
    (package / "numbers.py").write_text(NUMBERS)
    return tmp_path


def run(place: Path, cache: Path | None = None) -> str:
    # Compiled Python files are looked up by whole seconds: an edit within one would not be seen.
    paths = os.pathsep.join([str(place), str(Path(tavola.__file__).parent.parent)])
    env = os.environ | {
        "PYTHONPATH": paths,
        "PYTHONDONTWRITEBYTECODE": "1",
        "TAVOLA_CACHE": str(cache or place / "cache"),
    }
    done = subprocess.run([sys.executable, "-c", RUN], capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def edit(file: Path, old: str, new: str) -> None:
    """Change a source and leave its size and its time as they were, as an unlucky copy would."""
    before = file.stat()
    text = file.read_text()
    assert old in text
    assert len(old) == len(new)
    file.write_text(text.replace(old, new))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_what_is_compiled_is_fetched_and_edited_rules_are_never_stale(toy: Path) -> None:
    assert run(toy) == "41 False ['rules.step']"
    assert run(toy) == "41 True []"
    for file, old, new, answer in (
        ("rules.py", "double(n) + BONUS", "double(n) - BONUS", 39),
        ("pieces.py", "2 * n", "3 * n", 59),
        ("numbers.py", "BONUS = 1", "BONUS = 5", 55),
    ):
        edit(toy / "toygame" / file, old, new)
        assert run(toy) == f"{answer} False ['rules.step']"
    edit(toy / "toygame" / "numbers.py", "BONUS = 5", "BONUS = 1")
    assert run(toy) == "59 True []"


def test_a_damaged_cache_is_thrown_away(toy: Path) -> None:
    run(toy)
    code = list((toy / "cache").rglob("*.nbc"))
    assert code
    for file in code:
        file.write_bytes(file.read_bytes()[:100])
    assert run(toy).startswith("41 ")
    assert run(toy) == "41 True []"


def test_where_nothing_can_be_written_it_is_compiled_each_time(toy: Path) -> None:
    (toy / "blocked").write_text("a file, not a folder")
    assert run(toy, toy / "blocked") == "41 False ['rules.step']"
    assert run(toy, toy / "blocked") == "41 False ['rules.step']"


def test_everything_a_rule_rests_on_is_in_its_key() -> None:
    found = reachable([five_thousand])
    assert {"tavola.games.five_thousand.rules", "tavola.pieces.dice", "tavola.pieces.seats"} <= set(found)
    assert key_of([five_thousand], ["a"]) == key_of([five_thousand], ["a"])
    assert key_of([five_thousand], ["a"]) != key_of([five_thousand], ["b"])


def test_all_functions_a_step_needs_are_found() -> None:
    names = {function.__name__ for function in called_by(five_thousand.step)}  # type: ignore[arg-type]
    assert names == {
        *(
            "next_turn",
            "bank",
            "play",
            "score",
            "pick",
            "size",
            "others",
            "counts",
            "count",
            "put",
            "seat_of",
        ),
    }


def test_a_rule_stays_a_plain_function() -> None:
    variant = five_thousand.Variant(5000, 100)
    assert jit(five_thousand.score)(variant, 11155) == five_thousand.score(variant, 11155) == 200
    assert type(five_thousand.score).__name__ == "function"
    assert jit(five_thousand.score) is jit(five_thousand.score)


def test_games_never_load_the_compiler() -> None:
    code = (
        "import sys, pkgutil, tavola.games, tavola.pieces\n"
        "from tavola.core.game import ROOMS\n"
        "for package in (tavola.games, tavola.pieces):\n"
        "    for found in pkgutil.iter_modules(package.__path__, package.__name__ + '.'):\n"
        "        module = __import__(found.name, fromlist=['a'])\n"
        "        for inside in pkgutil.iter_modules(getattr(module, '__path__', [])):\n"
        "            if inside.name not in ROOMS:\n"
        "                __import__(f'{found.name}.{inside.name}')\n"
        "print(sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


class Pair(NamedTuple):
    one: int
    two: int


def replaces(pair: Pair) -> int:
    return pair._replace(one=2).one


def calls_one_that_replaces(n: int) -> int:
    return replaces(Pair(n, n))


def test_what_numba_refuses_is_told_in_a_line() -> None:
    line = replaces.__code__.co_firstlineno + 1
    with pytest.raises(CantCompile) as refused:
        jit(calls_one_that_replaces)(1)
    told = str(refused.value)
    assert "Unknown attribute '_replace'" in told
    assert told.endswith(f"test_compile.py, line {line})")
    assert "\n" not in told


def test_of_several_at_once_one_compiles_and_the_others_find_it_done(toy: Path) -> None:
    with ThreadPoolExecutor(3) as several:
        said = list(several.map(run, [toy] * 3))
    assert sorted(each.rpartition(" [")[0] for each in said) == ["41 False", "41 True", "41 True"]
