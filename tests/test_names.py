"""No module outside a game's folder names a game: everything about one is looked up in its `Game`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tavola
from tavola.games import OURS

HOUSE = Path(tavola.__file__).parent
GAMES = HOUSE / "games"
FOLDERS = sorted(path.name for path in GAMES.iterdir() if (path / "__init__.py").exists())
# A name in a string counts as a whole word: 421 is a game, port 8421 is none. Numbers that are no strings
# and comments are not looked at.
TITLES = {game.rules_class.info.title.lower() for game in OURS.values()}
NAMES = sorted({*OURS, *(set(FOLDERS) - {"capture", "race"}), *TITLES})
IN_TEXT = re.compile(
    rf"(?<![\w.:])({'|'.join(map(re.escape, NAMES))})(?![\w])|tavola\.games\.({'|'.join(FOLDERS)})"
)
# What a user would type, and what he would read: tried by doctest, and about some game or other.
EXAMPLE = re.compile(r"^ *>>> .*?(?:^ *$|\Z)", re.MULTILINE | re.DOTALL)
PARTS = {name.replace("-", "").replace("_", "") for name in (*OURS, *FOLDERS)} - {"capture", "race"}
# Still to be moved, each with its reason.
STILL: dict[str, tuple[str, ...]] = {
    "types written from the games by tools/typed_rules.py, and compared": ("games/typed.py",),
}


def named(source: str) -> Iterator[str]:
    """What in a module names a game: imports, identifiers, strings and docstrings."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=str() as text):
                yield from (found[0] for found in IN_TEXT.finditer(EXAMPLE.sub("", text).lower()))
            case ast.Import(names=names):
                yield from (each.name for each in names if IN_TEXT.search(each.name))
            case ast.ImportFrom(module=module, names=names):
                paths = [f"{module}.{each.name}" for each in names]
                yield from (path for path in paths if IN_TEXT.search(path))
            case (
                ast.Name(id=name)
                | ast.Attribute(attr=name)
                | ast.arg(arg=name)
                | ast.keyword(arg=str() as name)
            ):
                yield from _in_identifier(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield from _in_identifier(name)


def _in_identifier(name: str) -> Iterator[str]:
    whole = name.replace("_", "").lower()
    if any(part in whole for part in PARTS):
        yield name


def modules() -> list[Path]:
    found = [path for path in HOUSE.rglob("*.py") if path != GAMES / "__init__.py"]
    return sorted(
        path for path in found if not any(path.is_relative_to(GAMES / folder) for folder in FOLDERS)
    )


def excused(path: Path) -> bool:
    return any(path.is_relative_to(HOUSE / each) for paths in STILL.values() for each in paths)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_module_outside_its_folder_names_a_game(path: Path) -> None:
    found = sorted(set(named(path.read_text(encoding="utf-8"))))
    assert not found or excused(path), f"{path.relative_to(HOUSE)} names {', '.join(found)}"


def test_nothing_is_excused_that_is_no_longer_there() -> None:
    gone = [each for paths in STILL.values() for each in paths if not (HOUSE / each).exists()]
    assert not gone


@pytest.mark.parametrize(
    "planted",
    [
        "from tavola.games.capture import events",
        "from tavola.games import scopetta",
        "import tavola.games.five_thousand.rules as r",
        'if game == "421": pass',
        '"""As `tavola.rules("dice-poker")` does."""',
        'HELP = "5000: the points of a turn"',
        "class FiveThousandTable: pass",
        '"""five_thousand.play_games, for people who wait."""',
        "def dice_poker_counts(): pass",
        "kernel = load('tavola.games.race.fast')",
    ],
)
def test_a_planted_name_is_found(planted: str) -> None:
    assert list(named(planted))


@pytest.mark.parametrize(
    "innocent",
    [
        "MOST = 5000  # clients; 421 of them dice",
        'HERE = "http://127.0.0.1:8421"',
        "raise Refuse(421, 'wrong_host')",
        "def capture_signals(): pass",
        'TOLD = "at 15000 a second"',
        "from tavola.games import OURS, game_of",
    ],
)
def test_numbers_and_words_of_the_trade_name_nothing(innocent: str) -> None:
    assert not list(named(innocent))


# ---- one concept for a name ----

# Each of these is one concept seen from two ends.
TWO_ENDS = {
    "Table": "a table with seats; the same at the client's end; a table of figures is core's",
    "Memory": "a protocol, and what keeps it",
}


def test_a_class_outside_the_games_and_the_server_has_its_name_alone() -> None:
    where: dict[str, list[str]] = {}
    for path in modules():
        inside = path.relative_to(HOUSE)
        if inside.parts[0] == "server" or inside == Path("table", "messages.py"):  # named as on the wire
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where.setdefault(node.name, []).append(str(inside))
    twice = {name: found for name, found in where.items() if len(found) > 1 and name not in TWO_ENDS}
    assert not twice
