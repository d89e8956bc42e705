from __future__ import annotations

from random import Random
from typing import Any

import pytest

import tavola
from tavola.core.contract import OVER
from tavola.games.five_thousand.analysis import policy, solve
from tavola.games.five_thousand.analysis.solver import alone, together
from tavola.games.five_thousand.game import FiveThousand
from tests.games.five_thousand.analysis.brute import Brute


def rules(**options: Any) -> FiveThousand:
    found = tavola.rules("5000", **options)
    assert isinstance(found, FiveThousand)
    return found


@pytest.mark.parametrize("options", [{"goal": 100}, {"goal": 150, "brelan_of_aces": "best"}, {"goal": 250}])
def test_the_game_for_two_against_brute_force(options: dict[str, Any]) -> None:
    wins = together(rules(**options)).arrays["wins"]
    for (mine, his), expected in Brute(rules(**options).options.variant).two_players().items():
        assert wins[mine // 50, his // 50] == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize("options", [{"goal": 50}, {"goal": 400}, {"goal": 300, "brelan_of_aces": "best"}])
def test_the_way_to_the_goal_against_brute_force(options: dict[str, Any]) -> None:
    turns = alone(rules(**options)).arrays["turns"]
    for mine, expected in Brute(rules(**options).options.variant).alone().items():
        assert turns[mine // 50] == pytest.approx(expected, abs=1e-10)


def test_a_goal_between_two_scores_is_the_next_one() -> None:
    assert solve(rules(goal=101))["first_player_wins"] == solve(rules(goal=150))["first_player_wins"]


def test_the_equations_hold_to_the_last_digits() -> None:
    report = solve(rules(goal=1000))
    assert report["turns_to_goal"]["residual"] < 1e-12
    assert report["first_player_wins"]["residual"] < 1e-12


def test_more_points_never_hurt() -> None:
    wins = together(rules(goal=1000)).arrays["wins"]
    rounding = 1e-14  # no bank is below 200, so that some scores are worth the same
    assert (wins[1:, :] >= wins[:-1, :] - rounding).all()
    assert (wins[:, 1:] <= wins[:, :-1] + rounding).all()


def test_a_goal_too_far_for_two_says_so() -> None:
    report = solve(rules(goal=60_000))
    assert report["first_player_wins"] is None
    assert "50000" in report["note"]
    assert report["turns_to_goal"]["p"] > 200


def test_the_value_is_what_the_policy_wins_on_the_real_rules() -> None:
    """Both seats play the solved policy; the first wins as often as the solution says."""
    game, games = rules(goal=300), 1200
    best, rng = policy(game, "win"), Random(20240)
    won = 0
    for _ in range(games):
        s = game.start(2)
        while (actor := game.actor(s)) != OVER:
            move = best.move(s) if actor >= 0 else game.chance(s).sample(rng)
            s = game.play(s, move).state
        won += s.winner == 0
    expected = solve(game)["first_player_wins"]["p"]
    assert won / games == pytest.approx(expected, abs=4 * (0.25 / games) ** 0.5)


def test_the_turns_are_what_the_policy_takes_on_the_real_rules() -> None:
    game, games = rules(goal=500), 800
    best, rng = policy(game, "turns"), Random(7)
    taken = []
    for _ in range(games):
        s = game.start(1)
        while (actor := game.actor(s)) != OVER:
            move = best.move(s) if actor >= 0 else game.chance(s).sample(rng)
            s = game.play(s, move).state
        taken.append(s.turn + 1)
    mean = sum(taken) / games
    spread = (sum((t - mean) ** 2 for t in taken) / games) ** 0.5
    assert mean == pytest.approx(solve(game)["turns_to_goal"]["p"], abs=4 * spread / games**0.5)
