"""Whole games with policy tables, beside OpenSpiel's C++ rollouts of its `pig`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import tavola
from bench.fast_timing import side_by_side
from tavola.bots import make_bot
from tavola.fast.batch import play, prepare

GAMES = {
    "5000, two house players": ("5000", ("house", "house"), 20_000),
    "5000, two random players": ("5000", ("random", "random"), 1_500),
    "421, two house players": ("421", ("house", "house"), 30_000),
    "421, four house players": ("421", ("house",) * 4, 15_000),
    "Dice Poker, two smart players": ("dice-poker", ("smart", "smart"), 30_000),
}
ROLLOUTS, SIMULATIONS = 2000, 4


class Counted:
    """A way of playing that tells its decisions, and how many moves of dice came with each."""

    def __init__(self, game: str, players: tuple[str, ...], games: int) -> None:
        self._games = games
        self._job = prepare(tavola.rules(game), players, 1, make_bot, players)
        tally = play(self._job, 0, games)
        self.actions_a_decision = (tally.length + tally.throws) / tally.length

    def __call__(self) -> float:
        return play(self._job, 0, self._games).length


def pig() -> tuple[Callable[[], float], float]:
    """OpenSpiel's rollouts from the start of pig, and actions a decision; both counted on sample games."""
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game("pig")
    decisions, actions = _lengths(game)

    def rollouts() -> float:
        evaluator = spiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        bot = spiel.MCTSBot(game, evaluator, 1.0, SIMULATIONS, 100, False, 1, False)
        bot.mcts_search(game.new_initial_state())
        return ROLLOUTS * SIMULATIONS * decisions

    return rollouts, actions / decisions


def _lengths(game: Any, games: int = 2000) -> tuple[float, float]:
    """Decisions and actions, chance included, of a random game."""
    from random import Random

    rng = Random(1)
    decisions = actions = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
            actions += 1
    return decisions / games, actions / games


def measure() -> dict[str, tuple[float, float]]:
    """Decisions a second and actions a second, dice included, of each way."""
    ours = {name: Counted(*what) for name, what in GAMES.items()}
    ways: dict[str, Callable[[], float]] = dict(ours)
    each = {name: counted.actions_a_decision for name, counted in ours.items()}
    try:
        ways["OpenSpiel pig"], each["OpenSpiel pig"] = pig()
    except ModuleNotFoundError:
        print("OpenSpiel is not installed (pip install open_spiel): nothing to compare with")
    return {name: (rate, rate * each[name]) for name, rate in side_by_side(ways).items()}


if __name__ == "__main__":
    for name, (decisions, actions) in measure().items():
        print(f"{name:32} {decisions:14,.0f} decisions {actions:14,.0f} actions a second")
