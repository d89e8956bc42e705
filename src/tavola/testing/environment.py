"""The law of environments: the same game as the interpreted one, at every step and for every seat."""

from __future__ import annotations

from random import Random
from typing import Any

from tavola.core.contract import OVER
from tavola.testing.law import LawBroken


def check_environment(
    game: str, seats: int | None = None, *, rows: int = 4, steps: int = 120, **options: Any
) -> int:
    """Play a batch at random beside the rules and compare everything; returns how many games ended.

    States, decisions, rewards and ends must be those of the rules. An observation must not show what its seat
    can't know: all states that look the same to the seat give the same numbers.
    """
    import tavola.rl as rl

    batch = rl.batch(game, rows, seats, seed=5, logged=2000, **options)
    rules, rng, ends = batch.spec.rules, Random(1), 0
    states = [_settled(batch, row, rules.start(batch.seats)) for row in range(rows)]
    for _ in range(steps):
        for row in range(rows):
            check_row(batch, row, states[row], rng)
        actions = batch.random_actions()
        played = [
            rules.play(state, batch.spec.move(state, int(action))).state
            for state, action in zip(states, actions, strict=True)
        ]
        batch.step(actions)
        states = [_check_end(batch, row, state) for row, state in enumerate(played)]
        ends += int(batch.now.terminated.sum())
    return ends


def check_row(batch: Any, row: int, state: Any, rng: Random) -> None:
    """Everything the batch says of a game is what the interpreted rules say."""
    import numpy as np

    rules, now, spec = batch.spec.rules, batch.now, batch.spec
    actor, legal = rules.actor(state), rules.moves(state)
    _hold(batch.state(row) == state, f"the state is {batch.state(row)}, by the rules {state}")
    _hold(now.actors[row] == actor, f"seat {now.actors[row]} decides, by the rules {actor}")
    numbers = sorted(spec.index(state, move) for move in legal)
    marked = np.flatnonzero(now.masks[row]).tolist()
    _hold(numbers == marked, f"the mask allows {marked}, the moves have the numbers {numbers}")
    _hold(len(set(numbers)) == len(legal), f"two moves have one number: {numbers}")
    _hold({spec.meant(state, n) for n in numbers} == set(legal), "a number does not mean the move it is of")
    highs = np.repeat([f.high for f in spec.fields], [f.size for f in spec.fields])
    told = now.observations[row]
    _hold(bool((told >= 0).all() and (told <= highs).all()), "an observation is out of its bounds")
    for seat in range(spec.seats):
        told = observed(batch, state, seat)
        other = observed(batch, rules.guess(rules.view(state, seat), rng), seat)
        where = np.flatnonzero(told != other).tolist()
        _hold(not where, f"seat {seat} can tell apart what looks the same, by the numbers {where}")
        if seat == actor:
            _hold((told == now.observations[row]).all(), "who decides is shown something else")


def observed(batch: Any, state: Any, seat: int) -> Any:
    """The observation of a state by a seat."""
    import numpy as np

    from tavola.fast.compile import jit

    environment = batch.spec.environment
    rows = np.zeros((1, environment.width), np.int64)
    out = np.zeros((1, batch.spec.width), np.float32)
    environment.pack(state, rows, 0)
    jit(environment.observe_row)(batch.spec.variant, rows, 0, seat, out)
    return out[0]


def _settled(batch: Any, row: int, state: Any) -> Any:
    """The state after what chance did in the last step."""
    for _, after in batch.chance_moves(row, state):
        state = after
    return state


def _check_end(batch: Any, row: int, state: Any) -> Any:
    """Follow chance; where a game ends, the rewards are the outcome's and the next one has begun."""
    rules = batch.spec.rules
    ended, outcome = rules.actor(state) == OVER, rules.outcome(state)
    for _, after in batch.chance_moves(row, state):
        state = after
        if rules.actor(state) == OVER:
            ended, outcome = True, rules.outcome(state)
    _hold(
        bool(batch.now.terminated[row]) == ended, f"the game has {'' if ended else 'not '}ended by the rules"
    )
    wins = [0.0] * batch.seats
    if outcome is not None and len(outcome.winners) < batch.seats:
        wins = [1.0 if seat in outcome.winners else -1.0 for seat in range(batch.seats)]
    rewards = batch.now.rewards[row].tolist()
    _hold(rewards == wins, f"the rewards are {rewards}, by the outcome {wins}")
    return state


def _hold(holds: bool, why: str) -> None:
    if not holds:
        raise LawBroken("environment_agrees", why)
