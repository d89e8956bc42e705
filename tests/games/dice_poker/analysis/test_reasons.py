from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import tavola
from tavola.analysis import BadPosition
from tavola.games.dice_poker.analysis import explain, tables
from tavola.games.dice_poker.game import DicePoker


def rules(**options: Any) -> DicePoker:
    found = tavola.rules("dice-poker", **options)
    assert isinstance(found, DicePoker)
    return found


def test_all_moves_best_first_with_exact_values() -> None:
    report = explain(rules(), "55231")
    values = [Fraction(m["value"]["exact"]) for m in report["moves"]]
    assert values == sorted(values, reverse=True)
    assert report["moves"][0]["move"] == "reroll 5"
    assert values[0] == 130
    assert {m["move"]: m["value"]["p"] for m in report["moves"]}["stand"] == 10
    assert json.loads(json.dumps(report)) == report


def test_the_reason_in_words() -> None:
    said = {m["move"]: m["reason"] for m in explain(rules(), "5-5-5-2-1")["moves"]}
    assert said["stand"] == "stand: Trips counts 50"
    wanted = "keep 5-5-5, throw 2-1: Full or better four times in nine, Méga one time in 36; Trips stays"
    assert said["reroll 21"] == wanted
    kept = {m["move"]: m["reason"] for m in explain(rules(), "65431")["moves"]}
    assert kept["reroll 1"].startswith("keep 6-5-4-3, throw 1: Great straight or better one time in six")


def test_in_french_and_italian() -> None:
    assert explain(rules(), "55521", "fr")["moves"][-1]["reason"].startswith("garder")
    said = {m["move"]: m["reason"] for m in explain(rules(), "55521", "it")["moves"]}
    assert said["stand"] == "fermo: Tris vale 50"


def test_the_aim_follows_from_what_is_given() -> None:
    assert explain(rules(), "54263")["aim"] == "points"
    turns = explain(rules(), "54263 total=300")
    assert turns["aim"] == "turns"
    assert turns["moves"][0]["value"]["p"] == 1.0  # the great straight brings it to 1040
    assert explain(rules(), "54263 opponent=300")["aim"] == "win"


def test_the_last_word() -> None:
    """He ended with 1010; with 900 and quads I win, with a little straight I win, with trips I don't."""
    report = explain(rules(), "55552 total=900 opponent=1010 second=1")
    by_move = {m["move"]: m["value"]["p"] for m in report["moves"]}
    assert by_move["stand"] == 1.0
    draw = explain(rules(), "55552 total=900 opponent=1020 second=1")
    assert {m["move"]: m["value"]["p"] for m in draw["moves"]}["stand"] == 0.5


def test_without_re_rolls_one_can_only_stand() -> None:
    assert [m["move"] for m in explain(rules(), "54263 rerolls=0")["moves"]] == ["stand"]
    assert [m["move"] for m in explain(rules(), "54263 rerolls=0 total=100")["moves"]] == ["stand"]


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("5426", "five dice, not 4"),
        ("54263 rerolls=2", "at most 1"),
        ("54263 second=1", "second is 1 if"),
        ("54263 opponent=100 second=2", "second is 1 if"),
        ("54263 total=1000", "up to 990"),
        ("54263 total=605", "a multiple of 10"),
        ("54263 total=100 opponent=1000", "up to 990"),
        ("54263 total=100 opponent=2000 second=1", "up to 1990"),
    ],
)
def test_positions_that_cant_be(position: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        explain(rules(), position)


def test_as_a_table() -> None:
    (table,) = tables(explain(rules(), "55231"))
    assert table.rows[0][:2] == ("reroll 5", "130.00 points of this turn")
