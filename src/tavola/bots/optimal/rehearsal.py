"""The first answer compiles what all the others need: it is asked for before anybody waits for it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tavola.core.contract import CHANCE, OVER, Rules


def rehearse(rules: Rules[Any, Any], state: Any, move: Callable[[Any], Any], decisions: int = 1) -> None:
    """Some decisions from there on, for nothing."""
    rng = Random(0)
    while decisions and (actor := rules.actor(state)) != OVER:
        if actor == CHANCE:
            state = rules.play(state, rules.chance(state).sample(rng)).state
        else:
            state = rules.play(state, move(state)).state
            decisions -= 1
