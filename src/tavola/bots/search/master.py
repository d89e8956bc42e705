"""`master`: the strong player of every game that can be searched."""

from __future__ import annotations

from functools import cache
from math import exp
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from tavola.bots.search.budget import LEVELS, read_budget
from tavola.core.contract import CHANCE, Rules, View
from tavola.core.extras import FAST
from tavola.core.words import Phrase

if TYPE_CHECKING:
    from tavola.analysis import Progress
    from tavola.bots.search.guide import Guide, Memory
    from tavola.bots.search.thinking import Weighed

A_POINT_AT_LEAST = 0.01
LEVEL = Phrase("level {level}", "niveau {level}", "livello {level}")


class Master:
    """Counts the cards, searches while some are hidden, and solves the end of a hand when none are.

    It remembers what the others have played, but can do without: a new one continues where another left.
    """

    needs = FAST
    choices: ClassVar = {str(level): LEVEL.fill(level=level) for level in LEVELS}
    game: ClassVar[str]

    def __init__(self, rng: Random, argument: str = "") -> None:
        self._rng = rng
        self.budget = read_budget(argument)
        self.cost, self.threads = self.budget.cost, self.budget.threads
        self._memory: Memory | None = None

    def _guide(self) -> Guide:
        from tavola.bots.search.guide import guide_of  # late: it loads NumPy and Numba

        return guide_of(self.game)

    def prepare(self, rules: Rules[Any, Any], seats: int, progress: Progress | None = None) -> None:
        """Have the search compiled, and show progress."""
        from tavola.analysis import silent
        from tavola.bots.search.thinking import warm

        guide, luck = self._guide(), Random(0)
        state = rules.start(seats)
        while (actor := rules.actor(state)) == CHANCE:
            state = rules.play(state, rules.chance(state).sample(luck)).state
        warm(guide, guide.look(rules.view(state, actor), ()), progress or silent)

    def choose(self, view: View[Any, Any]) -> Any:
        if self._memory is None:
            self._memory = self._guide().memory()
        heard = self._memory.hear(view)
        move = view.moves[0] if len(view.moves) == 1 else self._considered(view, heard)
        self._memory.play(view, move)
        return move

    def _considered(self, view: View[Any, Any], heard: Any) -> Any:
        from tavola.bots.search.thinking import weigh

        mistakes = self.budget.mistakes
        weighed = weigh(self._guide(), view, self.budget, self._rng, every=mistakes > 0, heard=heard)
        return self._erring(weighed, mistakes) if mistakes else weighed.best

    def _erring(self, weighed: Weighed, mistakes: float) -> Any:
        """Any move, with exponentially falling odds: a loss of `mistakes` points more is e times as rare."""
        most, scale = max(weighed.values), mistakes * max(weighed.point, A_POINT_AT_LEAST)
        odds = [exp((value - most) / scale) for value in weighed.values]
        return self._rng.choices(weighed.plays, odds)[0]


@cache
def master_of(game: str) -> type[Master]:
    """The class of `master` for a game."""
    return type("Master", (Master,), {"game": game, "__doc__": Master.__doc__, "__module__": __name__})
