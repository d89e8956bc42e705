"""The law that compiled and interpreted rules agree, at every step of any game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tavola.core.contract import CHANCE, OVER, Rules
from tavola.fast.compile import jit
from tavola.fast.kernel import kernel_of


def differences(rules: Rules[Any, Any], before: Any, move: Any) -> Iterator[str]:
    """Where compiled and interpreted rules disagree about a move, in words. Nothing if they agree, or if the
    game has no compiled form."""
    kernel = kernel_of(rules.info.name)
    if kernel is None:
        return
    variant, action = rules.options.variant, kernel.action(before, move)
    may, may_compiled = kernel.legal(variant, before), jit(kernel.legal)(variant, before)
    if may != may_compiled:
        yield f"interpreted rules allow {may:#b} in {before}, compiled ones {may_compiled:#b}"
    plain, compiled = kernel.step(variant, before, action), jit(kernel.step)(variant, before, action)
    if plain != compiled:
        yield f"after {move} interpreted rules say {plain}, compiled ones {compiled}"
    if plain[0] != rules.play(before, move).state:
        yield f"after {move} the game is in another state than its rules say: {plain[0]}"


def check(rules: Rules[Any, Any], seats: int, games: int = 20, moves: int = 400, seed: int = 0) -> int:
    """Play random games and raise AssertionError where the two differ; returns the number of steps compared.

    Only the rules are called, nothing that stands on them: any difference is theirs.
    """
    rng, steps = Random(seed), 0
    for _ in range(games):
        s = rules.start(seats)
        for _ in range(moves):
            actor = rules.actor(s)
            if actor == OVER:
                break
            move = rules.chance(s).sample(rng) if actor == CHANCE else rng.choice(rules.moves(s))
            for wrong in differences(rules, s, move):
                raise AssertionError(wrong)
            s = rules.play(s, move).state
            steps += 1
    return steps
