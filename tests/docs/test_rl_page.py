"""docs/rl.md tells of every field and every number of decisions as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

import tavola.rl as rl
from tavola.rl.single import NAMES

PAGE = (Path(__file__).parent.parent.parent / "docs" / "rl.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", rl.VERSIONS)
def test_every_field_is_on_the_page(game: str) -> None:
    for field in rl.spec(game).fields:
        assert any(
            line.startswith(f"| `{field.name}` |") and line.endswith(f"| {field.meaning} |")
            for line in PAGE.splitlines()
        ), field


@pytest.mark.parametrize("game", rl.VERSIONS)
def test_the_number_of_decisions_is_on_the_page(game: str) -> None:
    spec = rl.spec(game)
    rows = [line for line in PAGE.splitlines() if line.startswith("|") and f"| {spec.actions} |" in line]
    assert any(spec.rules.info.title in line.split("|")[1] for line in rows)
    assert NAMES[game] in PAGE


def test_padova_has_more() -> None:
    assert f"| {rl.spec('tombolon', preset='padova').actions} |" in PAGE
