"""Trained policies as players: a policy over numbers becomes a bot that is given views.

A bot sees a View and nothing else. Its observation is computed from any state that looks like that view: all
of them give the same numbers, and the tests hold the environments to it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from tavola.core.contract import View
from tavola.core.errors import BadOption
from tavola.core.options import changed
from tavola.fast.compile import jit
from tavola.fast.sums import Ints
from tavola.rl.specs import Spec

Policy = Callable[[Any, Any], Any]  # (observations, masks), one row each -> decisions


def as_numbers(spec: Spec, view: View[Any, Any], rng: Random, rows: Ints) -> tuple[dict[int, Any], Any]:
    """A view prepared for a policy: a state that looks like it is packed into `rows`. Returns the moves by
    their numbers, and the mask."""
    environment, state = spec.environment, spec.rules.guess(view, rng)
    environment.pack(state, rows, 0)
    numbers = {environment.index(spec.rules, state, move): move for move in view.moves}
    masks = np.zeros((1, spec.actions), np.int8)
    masks[0, list(numbers)] = 1
    return numbers, masks


class Trained:
    """A bot that decides by a policy: `Trained(spec, network.act)`."""

    def __init__(self, spec: Spec, policy: Policy) -> None:
        self._spec, self._policy, self._rng = spec, policy, Random(0)
        self._rows = np.zeros((1, spec.environment.width), np.int64)
        self._seen = np.zeros((1, spec.width), np.float32)

    def choose(self, view: View[Any, Any]) -> Any:
        spec = self._spec
        if view.options != spec.rules.options:
            trained, here = (
                changed(each) or "the usual rules" for each in (spec.rules.options, view.options)
            )
            raise BadOption(f"the policy was trained for {trained}, and this table has {here}")
        numbers, masks = as_numbers(spec, view, self._rng, self._rows)
        jit(spec.environment.observe_row)(spec.variant, self._rows, 0, view.seat, self._seen)
        decided = np.ravel(self._policy(self._seen, masks)).tolist()
        if len(decided) != 1 or decided[0] not in numbers:
            legal = ", ".join(f"{number} ({move})" for number, move in sorted(numbers.items()))
            raise BadOption(f"the policy decided {str(decided)[1:-1][:40]}; legal now: {legal}")
        return numbers[decided[0]]
