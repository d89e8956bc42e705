"""421 among five or more: what a decision adds to the chance of losing the set.

While two hold tokens that is exact, with more it is the estimate by which `optimal` plays. There is no worth
of every state here, so luck is what the decisions don't explain.
"""

from __future__ import annotations

from typing import Any

from tavola.bots.optimal.fourtwentyone import policy_of
from tavola.coach.judging import Choice, Unit, exactly
from tavola.core.contract import View
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.odds import Progress, silent


class Sets:
    unit = Unit.SETS
    exact = False
    by_the_book = False

    def __init__(self, rules: FourTwentyOne, progress: Progress = silent) -> None:
        self.rules = rules
        self._policy = policy_of(rules.options, progress)

    def weigh(self, view: View[Any, Any]) -> tuple[Choice, ...]:
        losses = self._policy.values(view.table)
        return exactly({move: -losses[move] for move in view.moves})
