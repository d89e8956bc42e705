from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tavola
from tavola.analysis import plots
from tavola.core.errors import BadOption, TavolaError
from tavola.games.five_thousand.analysis import figure, odds, solve, tables
from tavola.games.five_thousand.game import FiveThousand


def rules(**options: Any) -> FiveThousand:
    found = tavola.rules("5000", **options)
    assert isinstance(found, FiveThousand)
    return found


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    return odds(rules(), policies=("optimal", "random"))


def test_it_is_json(report: dict[str, Any]) -> None:
    assert json.loads(json.dumps(report)) == report


def test_the_combinations_of_the_rules_page(report: dict[str, Any]) -> None:
    points = {c["dice"]: c["points"] for c in report["combinations"]}
    assert points["5-5-5-5-5"] == 5000
    assert points["5-4-3-2-1"] == points["6-5-4-3-2"] == 1500
    assert [points[f"{v}-{v}-{v}"] for v in range(1, 7)] == [100, 200, 300, 400, 500, 600]
    assert (points["1"], points["5"]) == (100, 50)
    assert "6-6" not in points
    best = {c["dice"]: c["points"] for c in odds(rules(brelan_of_aces="best"), ())["combinations"]}
    assert best["1-1-1"] == 300


def test_the_ways_of_a_combination(report: dict[str, Any]) -> None:
    ways = {c["dice"]: (c["ways"], c["of"]) for c in report["combinations"]}
    assert ways["5-1"] == (2, 36)
    assert ways["5-4-3-2-1"] == (120, 7776)


def test_the_distribution_adds_up(report: dict[str, Any]) -> None:
    for turn in report["turn"].values():
        chances = {int(x): Fraction(c["exact"]) for x, c in turn["points"].items()}
        assert sum(chances.values()) == 1
        assert sum(x * c for x, c in chances.items()) == Fraction(turn["mean"]["exact"])
        assert Fraction(turn["at_least"]["1000"]["exact"]) == sum(c for x, c in chances.items() if x >= 1000)


def test_the_best_mean_is_the_solved_one(report: dict[str, Any]) -> None:
    assert report["turn"]["optimal"]["mean"]["exact"] == solve(rules(goal=100))["turn_score"]["exact"]


def test_a_policy_that_minds_the_totals() -> None:
    """One bank of 100 wins, and no more is wanted than that."""
    game = rules(goal=1000)
    turn = odds(game, ("win",), total=900, opponent=900)["turn"]["win"]
    most = odds(game, ("optimal",), total=900, opponent=900)["turn"]["optimal"]
    assert turn["nothing"]["p"] < most["nothing"]["p"]
    with pytest.raises(BadOption, match="optimal, turns, win, random"):
        odds(game, ("glory",))


def test_for_people(report: dict[str, Any]) -> None:
    playable, combinations, turns = tables(report)
    assert playable.rows[0] == ("1", "66.67 %", "2/3")
    assert ("5-5-5-5-5", "5000", "10000", "15000", "1 of 7776", "0.01 %") in combinations.rows
    assert turns.columns == ("", "optimal", "random")
    (solved,) = tables(solve(rules(goal=100)))
    assert len(solved.rows) == 3


def test_figures(report: dict[str, Any], tmp_path: Path) -> None:
    plots.save(figure(rules(), report), tmp_path / "turn.svg")
    assert "points banked" in (tmp_path / "turn.svg").read_text()
    game = rules(goal=250)
    plots.save(figure(game, solve(game)), tmp_path / "wins.svg")
    assert "points of the other" in (tmp_path / "wins.svg").read_text()
    far = rules(goal=60_000)
    with pytest.raises(TavolaError, match="no plot"):
        figure(far, solve(far))
