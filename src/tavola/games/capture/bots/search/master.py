"""`master`: the strong player of the capture games."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import TYPE_CHECKING, ClassVar

from tavola.core.contract import View
from tavola.core.extras import FAST
from tavola.core.words import Phrase
from tavola.games.capture.bots.search.budget import LEVELS, read_budget
from tavola.games.capture.bots.search.memory import Heard, Memory
from tavola.games.capture.moves import Move
from tavola.games.capture.views import TableView

if TYPE_CHECKING:
    from tavola.analysis import Progress
    from tavola.games.capture.bots.search.thinking import Weighed

A_POINT_AT_LEAST = 0.01
LEVEL = Phrase("level {level}", "niveau {level}", "livello {level}")


class Master:
    """Counts the cards, searches while some are hidden, and solves the end of a hand when none are.

    It remembers what the others have played, but can do without: a new one goes on where another left.
    """

    needs = FAST
    choices: ClassVar = {str(level): LEVEL.fill(level=level) for level in LEVELS}

    def __init__(self, rng: Random, argument: str = "") -> None:
        self._rng = rng
        self.budget = read_budget(argument)
        self.cost = self.budget.cost
        self._memory = Memory()

    def prepare(self, rules: object, seats: int, progress: Progress | None = None) -> None:  # noqa: ARG002
        """Have the search compiled, with progress for whoever waits."""
        from tavola.analysis import silent
        from tavola.games.capture.bots.search.thinking import warm

        warm(progress or silent)

    def choose(self, view: View[TableView, Move]) -> Move:
        heard = self._memory.hear(view)
        move = view.moves[0] if len(view.moves) == 1 else self._considered(view, heard)
        self._memory.play(view, move)
        return move

    def _considered(self, view: View[TableView, Move], heard: Sequence[Heard]) -> Move:
        from tavola.games.capture.bots.search.thinking import (
            weigh,  # NumPy and Numba, not wanted before the first thought
        )

        mistakes = self.budget.mistakes
        weighed = weigh(view, self.budget, self._rng, every=mistakes > 0, heard=heard)
        return self._erring(weighed, mistakes) if mistakes else weighed.best

    def _erring(self, weighed: Weighed, mistakes: float) -> Move:
        """Any play, the worse the rarer: what costs `mistakes` points more is e times as rare."""
        most, scale = max(weighed.values), mistakes * max(weighed.point, A_POINT_AT_LEAST)
        odds = [exp((value - most) / scale) for value in weighed.values]
        return self._rng.choices(weighed.plays, odds)[0]
