"""Imports go down the layers only."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import tavola

HOUSE = Path(tavola.__file__).parent

# From the ground up. What stands on one line may not import what stands on a later one.
LAYERS = [
    "core",
    "pieces",
    "games",
    "fast",
    "analysis",
    "bots",
    "coach",
    "table",
    "client",
    "tournaments",
    "library",
    "server",
    "tcp",  # a game's own service, which a server opens
    "terminal",
    "rl",
    "cli",
]
# The front door, the doors for plug-ins and the law book look at everything; nobody imports them.
ANYWHERE = {"__init__", "__main__", "kit", "testing"}
STANDARD_ONLY = ["core", "pieces", "games"]


def layer_of(path: Path) -> str:
    """The folder at the top; in a game's folder the room, where it is named after a layer."""
    top, *inside = path.relative_to(HOUSE).with_suffix("").parts
    return _room(inside[1:]) if top == "games" else top


def layer_of_module(name: str) -> str:
    _, top, *inside = name.split(".")
    return _room(inside[1:]) if top == "games" else top


def _room(inside: Sequence[str]) -> str:
    return inside[0] if inside and inside[0] in LAYERS else "games"


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            assert node.module
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


SOURCES = sorted(HOUSE.rglob("*.py"))


def upward(layer: str, names: set[str]) -> set[str]:
    """The imports among these names that a layer may not have."""
    above = LAYERS[LAYERS.index(layer) + 1 :] if layer in LAYERS else []
    return {n for n in names if n.startswith("tavola.") and layer_of_module(n) in (*above, "kit", "testing")}


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(HOUSE)))
def test_imports_go_down(path: Path) -> None:
    layer = layer_of(path)
    assert layer in LAYERS or layer in ANYWHERE, f"{layer} is in no layer: give it one"
    if layer not in ANYWHERE:
        assert not upward(layer, imports(path))


@pytest.mark.parametrize("path", [p for p in SOURCES if layer_of(p) in STANDARD_ONLY], ids=str)
def test_rules_need_only_the_standard_library(path: Path) -> None:
    tops = {name.split(".")[0] for name in imports(path)}
    assert tops <= sys.stdlib_module_names | {"tavola"}


def test_an_upward_import_would_be_seen() -> None:
    assert upward("games", {"tavola.bots", "tavola.core.words"}) == {"tavola.bots"}
    assert upward("core", {"tavola.pieces.dice"}) == {"tavola.pieces.dice"}
    assert not upward("bots", {"tavola.analysis", "tavola.games.fourtwentyone.rules", "random"})


@pytest.mark.parametrize("path", [p for p in SOURCES if HOUSE / "games" not in p.parents], ids=str)
def test_a_games_service_is_reached_through_its_game_only(path: Path) -> None:
    ours = [name for name in imports(path) if name.startswith("tavola.")]
    assert not [name for name in ours if layer_of_module(name) == "tcp"]


def test_the_core_is_light() -> None:
    heavy = "numpy numba hypothesis rich typer starlette uvicorn sqlalchemy dask matplotlib".split()
    code = f"import tavola, sys; tavola.rules('421'); print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
