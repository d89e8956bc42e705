"""Whole random hands, counted in full, beside OpenSpiel's C++ rollouts of its card games."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import numpy as np

import tavola
from bench.fast_timing import side_by_side
from tavola.bots import make_bot
from tavola.core.contract import Rules
from tavola.fast.batch import play, prepare
from tavola.fast.compile import jit
from tavola.fast.sums import Ints
from tavola.games.capture.fast.draws import open_draws
from tavola.games.capture.fast.kernel import KINDS, KernelTables, Length, count_decks, play_hand, tables
from tavola.games.capture.state import at_a_hand
from tavola.games.capture.variant import Variant

HANDS, MATCHES = 30_000, 4_000
GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "Spazzino": ("spazzino", 2, {}),
    "Scopetta": ("scopetta", 2, {}),
    "Tombolon": ("tombolon", 2, {}),
    "Tombolon, four players": ("tombolon", 4, {}),
    "Tombolon of Padova": ("tombolon", 2, {"padova": True}),
}
THEIRS = ("euchre", "hearts", "skat")
DEALS, SAMPLES, ROLLOUTS, SIMULATIONS = 20, 20, 100, 4


class Hands(NamedTuple):
    """What some hands add up to."""

    plays: int
    points: tuple[int, int]  # by side


def play_hands(
    v: Variant, seats: int, tables: KernelTables, seed: np.uint64, first: int, hands: int, patterns: Ints
) -> Hands:
    (lines, captures), deck, places = tables
    stock, log = deck.copy(), np.zeros(0, np.int64)
    plays, left, right = 0, 0, 0
    for hand in range(first, first + hands):
        stock[:] = deck
        s, luck = at_a_hand(v.deck, seats, 1, hand % seats, (0, 0)), open_draws(seed, hand)
        s, luck, length, end = play_hand(
            v, s, lines, captures, stock, luck, Length(0, 0), patterns, places, log
        )
        count_decks(patterns, places, end, seats)
        plays += length.plays
        left += end.totals[0]
        right += end.totals[1]
    return Hands(plays, (left, right))


def random_hands(rules: Rules[Any, Any], seats: int, seed: int, first: int, hands: int) -> Hands:
    """So many hands by random moves, each counted in full; the deal goes round."""
    patterns, made = np.zeros((seats, len(KINDS)), np.int64), tables(rules, True)
    variant = rules.options.variant
    return Hands(*jit(play_hands)(variant, seats, made, np.uint64(seed), first, hands, patterns))


def hands(game: str, seats: int, options: dict[str, Any]) -> Callable[[], float]:
    rules = tavola.rules(game, **options)
    return lambda: random_hands(rules, seats, 1, 0, HANDS).plays


def matches(game: str, seats: int, options: dict[str, Any]) -> Callable[[], float]:
    job = prepare(tavola.rules(game, **options), ["random"] * seats, 1, make_bot)
    return lambda: play(job, 0, MATCHES).length


def spiel_rollouts(name: str) -> Callable[[], float]:
    """OpenSpiel's rollouts from some deals: it starts them at decisions only, so its deal is not timed."""
    spiel: Any = import_module("pyspiel")
    game, rng = spiel.load_game(name), Random(1)
    dealt = [_played(game.new_initial_state(), rng, deal_only=True)[0] for _ in range(DEALS)]
    lengths = [_played(state.clone(), rng)[1] for state in dealt for _ in range(SAMPLES)]
    actions = sum(lengths) / len(lengths)

    def rollouts() -> float:
        for state in dealt:
            evaluator = spiel.RandomRolloutEvaluator(ROLLOUTS, 1)
            spiel.MCTSBot(game, evaluator, 1.0, SIMULATIONS, 100, False, 1, False).mcts_search(state)
        return DEALS * ROLLOUTS * SIMULATIONS * actions

    return rollouts


def _played(state: Any, rng: Random, deal_only: bool = False) -> tuple[Any, int]:
    """The state after random moves, to the end of the deal or of the game, and their number."""
    actions = 0
    while not state.is_terminal() and (state.is_chance_node() or not deal_only):
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        actions += 1
    return state, actions


def measure() -> tuple[dict[str, float], dict[str, float]]:
    """Plays a second of ours, which deal and count too, and actions a second of theirs."""
    ours = {f"{name}, hands": hands(*what) for name, what in GAMES.items()}
    ours |= {f"{name}, matches": matches(*what) for name, what in GAMES.items()}
    theirs: dict[str, Callable[[], float]] = {}
    try:
        theirs = {f"OpenSpiel {name}": spiel_rollouts(name) for name in THEIRS}
    except ModuleNotFoundError:
        print("OpenSpiel is not installed (pip install open_spiel): nothing to compare with")
    rates = side_by_side({**ours, **theirs})
    return {name: rates[name] for name in ours}, {name: rates[name] for name in theirs}


if __name__ == "__main__":
    plays, actions = measure()
    fastest = max(actions.values(), default=0.0)
    for name, rate in (plays | actions).items():
        beside = f"{rate / fastest:6.2f} times the fastest of OpenSpiel's" if fastest else ""
        print(f"{name:32} {rate:14,.0f} a second {beside}")
