"""Playouts a second of the card search on one core, beside OpenSpiel's random rollouts in C++.

    python -m bench.search [--seconds 2] [--json]

Ours are whole rounds of the search that `master` plays by: the hidden cards dealt anew, the walk down the
tree, the rest of the hand played out by a weighing of every move, the count of the hand. OpenSpiel's are
rollouts and nothing else: its MCTS is asked for a single simulation, whose evaluator then plays so many
random games from the root in one C++ loop. Its card games of about our size are skat (30 cards played after
the bidding) and hearts (52). Both start where the first decision of a hand is due and go to its end; where
ours listens, at the second, and deals are picked by how well they explain the first.
Random hands of ours, without a search, are there for the same comparison without any thought.

What is measured is the processor's time of this one process, the best of a few turns taken by all in turn.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any, NamedTuple

import numpy as np

import tavola
from bench.fast_cards import random_hands
from tavola.bots.search.guide import guide_of
from tavola.bots.search.thinking import EXPLORE, PATIENCE, RANDOM_ONES, TRUST, planted
from tavola.fast.search.tree import Manner

OURS = (("spazzino", 2), ("scopetta", 2), ("tombolon", 2), ("tombolon", 4))
THEIRS = ("skat", "hearts")
TURNS = 5
LENGTHS_FROM = 300  # rollouts that are counted move by move, to know how long theirs are


class Speed(NamedTuple):
    playouts: float  # a second
    moves: float


Run = Callable[[int], float]  # makes so many playouts; how many moves they had


def first_decision(game: str, seats: int, seed: int = 3) -> tuple[Any, Any]:
    rules, rng = tavola.rules(game), Random(seed)
    state = rules.start(seats)
    while rules.actor(state) == tavola.CHANCE:
        state = rules.play(state, rules.chance(state).sample(rng)).state
    return rules, state


def our_search(game: str, seats: int, listens: bool) -> Run:
    rules, state = first_decision(game, seats)
    if listens:
        state = rules.play(state, rules.moves(state)[0]).state
    guide = guide_of(game)
    problem = guide.look(rules.view(state, state.turn.seat), None if listens else ())
    manner = Manner(EXPLORE, problem.point, TRUST, PATIENCE, RANDOM_ONES)
    number, room = len(problem.plays), problem.new_room()

    def run(playouts: int) -> float:
        tree, roots = planted(problem, 1 << 20), np.arange(1, number + 1)
        deals = max(1, playouts // number)
        found = guide.search(problem.v, problem.tables, room, manner, tree, roots, np.uint64(7), 0, deals)
        return float(found) * playouts / (deals * number)

    return run


def our_random_hands(game: str, seats: int) -> Run:
    rules = tavola.rules(game)
    return lambda playouts: float(random_hands(rules, seats, 7, 0, playouts).plays)


def their_rollouts(name: str) -> Run:
    import pyspiel  # this alone needs it

    game, rng = pyspiel.load_game(name), Random(3)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(_drawn(state, rng))
    length = sum(_random_length(state.clone(), rng) for _ in range(LENGTHS_FROM)) / LENGTHS_FROM

    def run(playouts: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(playouts, 5)
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 7, False).mcts_search(state)
        return length * playouts

    return run


def _drawn(state: Any, rng: Random) -> int:
    actions, chances = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(actions, chances)[0])


def _random_length(state: Any, rng: Random) -> int:
    moves = 0
    while not state.is_terminal():
        chance = state.is_chance_node()
        state.apply_action(_drawn(state, rng) if chance else rng.choice(state.legal_actions()))
        moves += not chance
    return moves


def measure(runs: dict[str, Run], seconds: float) -> dict[str, Speed]:
    """All take turns, so that whatever else the machine does hits all alike; each one's best turn counts."""
    best = dict.fromkeys(runs, Speed(0.0, 0.0))
    playouts = {name: _calibrated(run, seconds / TURNS) for name, run in runs.items()}
    for _ in range(TURNS):
        for name, run in runs.items():
            began = process_time()
            moves = run(playouts[name])
            took = process_time() - began
            best[name] = max(best[name], Speed(playouts[name] / took, moves / took))
    return best


def _calibrated(run: Run, seconds: float) -> int:
    """How many playouts fill so many seconds."""
    run(100)
    began = process_time()
    run(2000)
    return max(1000, int(2000 * seconds / (process_time() - began)))


def all_runs() -> dict[str, Run]:
    return {
        **{f"{game}, {seats} seats: the search": our_search(game, seats, False) for game, seats in OURS},
        **{f"{game}, {seats} seats: it listens": our_search(game, seats, True) for game, seats in OURS},
        **{f"{game}, {seats} seats: random hands": our_random_hands(game, seats) for game, seats in OURS},
        **{f"OpenSpiel {name}: random rollouts": their_rollouts(name) for name in THEIRS},
    }


def main() -> None:
    reader = argparse.ArgumentParser(description="Playouts a second of the card search, beside OpenSpiel's.")
    reader.add_argument("--seconds", type=float, default=2.0, help="for each line, 0.1 to 60")
    reader.add_argument("--json", action="store_true")
    given = reader.parse_args()
    if not 0.1 <= given.seconds <= 60:
        reader.error("--seconds takes a number from 0.1 to 60")
    speeds = measure(all_runs(), given.seconds)
    if given.json:
        print(json.dumps({name: speed._asdict() for name, speed in speeds.items()}, indent=1))
        return
    print(f"One core, Python {platform.python_version()}. Per second:")
    print(f"  {'':38}{'playouts':>12}{'moves':>14}")
    for name, speed in speeds.items():
        print(f"  {name:38}{speed.playouts:12,.0f}{speed.moves:14,.0f}")


if __name__ == "__main__":
    main()
