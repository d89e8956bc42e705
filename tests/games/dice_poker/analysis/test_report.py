from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tavola
from tavola.analysis import plots
from tavola.core.errors import BadOption
from tavola.games.dice_poker.analysis import figure, odds, solve, tables
from tavola.games.dice_poker.game import DicePoker


def rules(**options: Any) -> DicePoker:
    found = tavola.rules("dice-poker", **options)
    assert isinstance(found, DicePoker)
    return found


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    return odds(rules())


def test_it_is_json(report: dict[str, Any]) -> None:
    assert json.loads(json.dumps(report)) == report


def test_every_strategy_is_there_and_adds_up(report: dict[str, Any]) -> None:
    assert len(report["strategies"]) == 12
    for strategy in report["strategies"].values():
        assert sum(Fraction(p["exact"]) for p in strategy["patterns"].values()) == 1
        points = report["scales"]["table"]
        mean = sum(Fraction(p["exact"]) * points[name] for name, p in strategy["patterns"].items())
        assert Fraction(strategy["expected_points"]["exact"]) == mean


def test_one_strategy_alone(report: dict[str, Any]) -> None:
    alone = odds(rules(), "match:mega")
    assert alone["patterns"] == report["strategies"]["match:mega"]["patterns"]
    with pytest.raises(BadOption, match="there are: none, sequential, match:mega"):
        odds(rules(), "clever")


def test_the_published_table_beside_the_truth(report: dict[str, Any]) -> None:
    columns = {column["column"]: column for column in report["published"]}
    assert len(columns) == 5
    great = columns["Without Re-roll"]["cells"]["great_straight"]
    assert great["published"] == "1.52 %"
    assert great["reproduced"]["exact"] == "5/324"
    assert great["true"]["exact"] == "5/162"
    for column in columns.values():
        assert column["what_went_wrong"]
        assert all(cell["true"]["p"] > 0 for cell in column["cells"].values())


def test_the_options_count(report: dict[str, Any]) -> None:
    linear = odds(rules(points="linear"), "none")
    assert linear["expected_points"] != report["strategies"]["none"]["expected_points"]
    assert odds(rules(rerolls=0), "smart")["patterns"] == report["strategies"]["none"]["patterns"]


def test_for_people(report: dict[str, Any]) -> None:
    first, second, *published, scales = tables(report)
    assert first.columns == ("per cent", "none", "sequential", "smart", "optimal")
    assert len(second.columns) == 9
    assert len(published) == 5
    assert ("great straight", "740", "738", "170") in scales.rows
    (one,) = tables(odds(rules(), "smart"))
    assert one.rows[-1][0] == "points of a turn"
    (solved,) = tables(solve(rules(goal=100)))
    assert len(solved.rows) == 3


def test_figures(report: dict[str, Any], tmp_path: Path) -> None:
    game = rules(goal=100)
    plots.save(figure(rules(), report), tmp_path / "a.svg")
    assert "little straight" in (tmp_path / "a.svg").read_text()
    plots.save(figure(game, solve(game)), tmp_path / "b.svg")
    assert "second player" in (tmp_path / "b.svg").read_text()
