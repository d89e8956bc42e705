from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import tavola
from tavola.analysis import BadPosition
from tavola.games.five_thousand.analysis import explain, tables
from tavola.games.five_thousand.analysis.turn import Exact
from tavola.games.five_thousand.game import FiveThousand


def rules(goal: int = 1000) -> FiveThousand:
    found = tavola.rules("5000", goal=goal)
    assert isinstance(found, FiveThousand)
    return found


def test_all_moves_best_first_with_exact_values() -> None:
    report = explain(rules(5000), "54263 hand=2 turn=350")
    assert {m["move"] for m in report["moves"]} == {"play 65432", "play 5", "bank", "trash"}
    values = [Fraction(m["value"]["exact"]) for m in report["moves"]]
    assert values == sorted(values, reverse=True)
    by_move = {m["move"]: Fraction(m["value"]["exact"]) for m in report["moves"]}
    assert by_move["bank"] == 350
    assert by_move["trash"] == 0
    exact = Exact(rules(5000).options.variant)
    assert by_move["play 5"] == exact.before_roll(1, 4, 450)
    assert json.loads(json.dumps(report)) == report


def test_the_reason_in_words() -> None:
    said = {m["move"]: m["reason"] for m in explain(rules(5000), "54263 hand=2 turn=350")["moves"]}
    assert said["bank"] == "bank 350: safe, 350 in all"
    assert said["trash"] == "trash: 350 given up"
    assert said["play 5"] == "play 5 for 100: 4 dice left, something playable 84 times in 100; 450 at risk"
    assert "five new dice that count 3 times" in said["play 65432"]
    last = explain(rules(5000), "1 hand=3 turn=1050")["moves"][0]
    assert last["reason"] == "play 1 for 300: the third hand is done, 1350 banked at once"
    two = {m["move"]: m["reason"] for m in explain(rules(5000), "15 hand=1 turn=200")["moves"]}
    assert two["play 1"].endswith("one die left, playable one time in three; 300 at risk")


def test_in_french_and_italian() -> None:
    assert explain(rules(5000), "5 turn=200", "fr")["moves"][0]["reason"].startswith("jouer 5 pour 50")
    assert explain(rules(5000), "5 turn=200", "it")["moves"][0]["reason"].startswith("gioca 5 per 50")


def test_the_aim_follows_from_what_is_given() -> None:
    assert explain(rules(), "54263")["aim"] == "points"
    assert explain(rules(), "54263 total=300")["aim"] == "turns"
    report = explain(rules(), "54263 opponent=300")
    assert (report["aim"], report["position"]["total"]) == ("win", 0)


def test_turns_count_this_one() -> None:
    moves = explain(rules(), "22222 hand=2 turn=700 total=300")["moves"]
    assert moves[0]["move"] == "bank"
    assert moves[0]["value"]["p"] == 1.0
    assert moves[0]["reason"] == "bank 700: that is the goal"


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("54263 hand=4", "hand is 1, 2 or 3"),
        ("54263 hand=0", "hand is 1, 2 or 3"),
        ("54263 turn=100", "a turn begins with turn=0"),
        ("54263 hand=2", "can't have 0 points, but for example 200"),
        ("542 turn=7", "can't have 7 points"),
        ("54263 total=1000", "below the goal 1000"),
        ("54263 total=325", "multiple of 50"),
        ("54263 total=300 opponent=1200", "opponent is a multiple"),
    ],
)
def test_positions_that_cant_be(position: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        explain(rules(), position)


def test_as_a_table() -> None:
    report: dict[str, Any] = explain(rules(5000), "54263")
    (table,) = tables(report)
    assert table.rows[0][0] == "play 65432"
    assert len(table.rows) == 4
