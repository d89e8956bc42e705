from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

import tavola
from tavola.core.contract import OVER
from tavola.games.dice_poker.analysis import policy, solve
from tavola.games.dice_poker.analysis.solver import alone, together
from tavola.games.dice_poker.game import DicePoker
from tests.games.dice_poker.analysis.brute import Brute


def rules(**options: Any) -> DicePoker:
    found = tavola.rules("dice-poker", **options)
    assert isinstance(found, DicePoker)
    return found


@pytest.mark.parametrize("options", [{"goal": 40}, {"goal": 20, "points": "recalibrated"}])
def test_the_game_for_two_against_brute_force(options: dict[str, Any]) -> None:
    game = rules(**options)
    found = together(game).arrays
    for (turn, mine, his), expected in Brute(game.options.variant, 2).solve(10).items():
        values = found["second"] if turn else found["first"]
        assert values[mine // 10, his // 10] == pytest.approx(expected, abs=1e-12)


def test_a_scale_of_single_points_against_brute_force() -> None:
    game = rules(goal=12, points="linear")
    brute = Brute(game.options.variant, 1).solve(1)
    turns = alone(game).arrays["turns"]
    assert [turns[mine] for mine in range(12)] == pytest.approx([brute[0, mine, 0] for mine in range(12)])


@pytest.mark.parametrize("goal", [50, 200])
def test_the_way_to_the_goal_against_brute_force(goal: int) -> None:
    game = rules(goal=goal)
    turns = alone(game).arrays["turns"]
    for (_, mine, _), expected in Brute(game.options.variant, 1).solve(10).items():
        assert turns[mine // 10] == pytest.approx(expected, abs=1e-11)


def test_without_a_re_roll_there_is_nothing_to_decide() -> None:
    """Then the two are equal, whatever they know, and a turn brings the plain average."""
    report = solve(rules(rerolls=0, goal=300))
    assert report["first_player_wins"]["p"] == pytest.approx(0.5, abs=1e-12)
    assert Fraction(report["points_per_turn"]["exact"]) == Fraction(
        6 * 1000 + 240 * 740 + 960 * 130 + 150 * 120 + 300 * 80 + 1200 * 50 + 1800 * 40 + 2880 * 10, 7776
    )


def test_more_re_rolls_are_better() -> None:
    reports = [solve(rules(rerolls=n, goal=200)) for n in range(4)]
    points = [report["points_per_turn"]["p"] for report in reports]
    turns = [report["turns_to_goal"]["p"] for report in reports]
    assert points == sorted(points)
    assert turns == sorted(turns, reverse=True)


def test_who_comes_second_knows_more() -> None:
    assert solve(rules())["first_player_wins"]["p"] < 0.5


def test_the_equations_hold_to_the_last_digits() -> None:
    report = solve(rules())
    assert report["turns_to_goal"]["residual"] < 1e-12
    assert report["first_player_wins"]["residual"] < 1e-12


def test_a_goal_too_far_for_two_says_so() -> None:
    report = solve(rules(goal=30_000))
    assert report["first_player_wins"] is None
    assert "25000" in report["note"]


def test_the_value_is_what_the_policy_wins_on_the_real_rules() -> None:
    game, games, rng = rules(goal=300), 1200, Random(11)
    best = policy(game, "win")
    shares = []
    for _ in range(games):
        s = game.start(2)
        while (actor := game.actor(s)) != OVER:
            move = best.move(s) if actor >= 0 else game.chance(s).sample(rng)
            s = game.play(s, move).state
        shares.append(1.0 if s.scores[0] > s.scores[1] else 0.5 if s.scores[0] == s.scores[1] else 0.0)
    expected = solve(game)["first_player_wins"]["p"]
    assert sum(shares) / games == pytest.approx(expected, abs=4 * (0.25 / games) ** 0.5)


def test_the_turns_are_what_the_policy_takes_on_the_real_rules() -> None:
    game, games, rng = rules(goal=500), 1000, Random(12)
    best = policy(game, "turns")
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
