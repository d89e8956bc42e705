"""Every game of ours, under every option, keeps the laws."""

from typing import Any

import pytest

import tavola
from tavola.testing import check_rules

DICE: list[tuple[str, dict[str, Any]]] = [
    ("421", {"suites": False}),
    ("421", {"nenette": "lowest", "others_value": 0}),
    ("421", {"count": "last_throw", "knock": "1/10"}),
    ("421", {"knock": "1/3"}),
    ("421", {"knock": 1}),
    ("5000", {"goal": 300}),
    ("5000", {"goal": 500, "brelan_of_aces": "best"}),
    ("dice-poker", {"points": "linear"}),
    ("dice-poker", {"points": "recalibrated", "rerolls": 3, "goal": 200}),
    ("dice-poker", {"rerolls": 0, "goal": 300}),
]
CARDS: list[tuple[str, dict[str, Any]]] = [
    ("spazzino", {"target": 11}),
    ("scopetta", {"primiera": "sevens", "napola": False}),
    ("tombolon", {"colour": "any_three", "call_out": False, "target": 15}),
    ("tombolon", {"padova": True}),
]
# Outcomes and samples: a deal from one stock is as a deal from another, whatever the options.
MUCH, LITTLE = 60_000, 20_000


@pytest.mark.parametrize("game", tavola.game_names())
def test_every_registered_game(game: str) -> None:
    checked = check_rules(tavola.rules(game), games=25, effort=MUCH)
    assert checked.games >= 25
    assert checked.positions > 1000


@pytest.mark.parametrize(("game", "options"), DICE + CARDS, ids=str)
def test_under_other_options(game: str, options: dict[str, Any]) -> None:
    checked = check_rules(tavola.rules(game, **options), games=10, effort=LITTLE)
    assert checked.ended > 0
    assert checked.positions > 100
