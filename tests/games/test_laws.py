"""Every game of ours, under every option, keeps the laws."""

from typing import Any

import pytest

import tavola
from tavola.testing import check_rules

DICE: list[tuple[str, dict[str, Any]]] = [
    ("421", {"suites": False}),
    ("421", {"nenette": "lowest", "others_value": 0}),
    ("421", {"count": "last_throw"}),
    ("421", {"knock": "1/3"}),
    ("5000", {"goal": 300}),
    ("5000", {"goal": 500, "brelan_of_aces": "best"}),
    ("dice-poker", {"points": "linear"}),
    ("dice-poker", {"points": "recalibrated", "rerolls": 3, "goal": 200}),
    ("dice-poker", {"rerolls": 0, "goal": 300}),
]


@pytest.mark.parametrize("game", tavola.game_names())
def test_every_registered_game(game: str) -> None:
    checked = check_rules(tavola.rules(game))
    assert checked.games >= 50
    assert checked.positions > 1000


@pytest.mark.parametrize(("game", "options"), DICE, ids=str)
def test_dice_games_under_their_options(game: str, options: dict[str, Any]) -> None:
    checked = check_rules(tavola.rules(game, **options), games=25)
    assert checked.games >= 25
    assert checked.ended > 0
