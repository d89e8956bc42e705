"""docs/rl.md tells of every field and every number of decisions as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tavola
import tavola.rl as rl
from tavola.games import OURS

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
    assert OURS[game].environment_name in PAGE


def test_padova_has_more() -> None:
    assert f"| {rl.spec('tombolon', preset='padova').actions} |" in PAGE


WRITTEN = re.findall(r"^\| .* \| `([^`]+)` \|$", PAGE.partition("A tutorial that runs")[0], re.MULTILINE)
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("code", WRITTEN + BLOCKS)
def test_what_is_written_there_runs(code: str) -> None:
    if "spiel" in code:
        pytest.importorskip("pyspiel")
    exec(code, {"tavola": tavola})


def test_something_is_written_there() -> None:
    assert len(WRITTEN) == 5
    assert BLOCKS


def test_the_names_on_the_page_have_the_versions_of_now() -> None:
    for name, version in re.findall(r"Tavola/(\w+)-v(\d+)", PAGE):
        game = next(game for game, known in OURS.items() if known.environment_name == name)
        assert rl.VERSIONS[game] == int(version)
