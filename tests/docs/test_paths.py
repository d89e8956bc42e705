"""Where ARCHITECTURE.md and the glossary say that something is, it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
HOUSE = TOP / "src" / "tavola"


def rows(page: str) -> list[tuple[str, str]]:
    """(What is looked for, a path) of the tables that say where it is found."""
    text = (TOP / page).read_text(encoding="utf-8")
    told = text.partition("## Where things are found")[2] or text
    lines = [line.strip("| ").split(" | ") for line in told.splitlines() if line.startswith("| ")]
    return [(cells[0], path) for cells in lines for path in re.findall(r"`([\w/.]+/[\w/.]*)`", cells[-1])]


def is_there(path: str) -> bool:
    folders = [each.name for each in (HOUSE / "games").iterdir() if (each / "game.py").exists()]
    named = [path.replace("GAME", folder) for folder in folders] if "games/GAME" in path else [path]
    boards = [path.replace("GAME", "5000")] if path.startswith("web/") else []
    return any(
        (place / each).exists()
        for place in (HOUSE, HOUSE.parent, TOP, TOP / "web" / "src")
        for each in named + boards
    )


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "docs/glossary.md"])
def test_every_path_is_there(page: str) -> None:
    found = rows(page)
    assert len(found) > 40
    assert not [(what, path) for what, path in found if not is_there(path)]
