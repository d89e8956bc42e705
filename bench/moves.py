"""How long one interpreted move takes: play, the legal moves, and a view, in microseconds.

Moves are those of random games. The budget for a table of people is 50 µs a move.
"""

from __future__ import annotations

import platform
from random import Random
from time import process_time
from typing import Any

import tavola

MOVES = 20_000
ROUNDS = 5


def random_game_moves(game: str, seats: int, count: int) -> list[tuple[Any, Any]]:
    """Positions of random games, each with the move made there."""
    found: list[tuple[Any, Any]] = []
    rules, rng = tavola.rules(game), Random(1)
    state = rules.start(seats)
    while len(found) < count:
        actor = rules.actor(state)
        if actor == tavola.OVER:
            state = rules.start(seats)
            continue
        chance = actor == tavola.CHANCE
        move = rules.chance(state).sample(rng) if chance else rng.choice(rules.moves(state))
        found.append((state, move))
        state = rules.play(state, move).state
    return found


def microseconds_a_move(game: str, seats: int) -> float:
    """The best of a few rounds over the same moves."""
    rules, moves = tavola.rules(game), random_game_moves(game, seats, MOVES)
    best = float("inf")
    for _ in range(ROUNDS):
        began = process_time()
        for state, move in moves:
            rules.moves(state)
            step = rules.play(state, move)
            rules.view(step.state, 0)
        best = min(best, process_time() - began)
    return best / MOVES * 1e6


def main() -> None:
    print(f"one move interpreted, Python {platform.python_version()}: play + moves + view")
    for game in tavola.game_names():
        for seats in sorted({n for n in tavola.rules(game).info.seats if n in (1, 2, 4)}):
            print(f"  {game:12} {seats} seats  {microseconds_a_move(game, seats):6.1f} µs")


if __name__ == "__main__":
    main()
