"""How a player answers a combination: as the solved second player of an even set, given as a distribution.

Players who decide before others have thrown expect such answers from them.
"""

from __future__ import annotations

from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats, Places
from tavola.games.fourtwentyone.analysis.two.flow import last_throws, second_goes
from tavola.games.fourtwentyone.analysis.two.turn import TurnPlan
from tavola.games.fourtwentyone.chances import EVEN, PAYABLE


def even_plan(plan: TurnPlan, totals: int) -> TurnPlan:
    """The plan of the two players of an even set, at so many totals; the axis of tokens has length 1."""
    counts = np.minimum(np.arange(totals), PAYABLE)

    def taken(parts: dict[int, Places]) -> dict[int, Places]:
        return {n: part[..., counts, EVEN - 1 : EVEN] for n, part in parts.items()}

    return TurnPlan(taken(plan.first), taken(plan.opens), taken(plan.second))


class AnswerChances:
    """answers[throws allowed][dice, target, total after, total before]: the chance of each answer."""

    def __init__(self, w: Dicework, plan: TurnPlan) -> None:
        self._w, self._plan = w, even_plan(plan, w.totals)
        self._known: dict[int, Floats] = {}

    def __getitem__(self, limit: int) -> Floats:
        if limit not in self._known:
            self._known[limit] = second_goes(self._w, self._plan, limit, self._start())
        return self._known[limit]

    def by_throws(self, limit: int) -> dict[int, Floats]:
        """The same, split by the number of throws that the answer took."""
        last = last_throws(self._w, self._plan, limit, self._start())
        return {throws: self._w.spread(kept, self._w.at_last) for throws, kept in last.items()}

    def _start(self) -> Floats:
        # The axis of tokens holds the total before the go instead, so one pass does for all of them.
        return np.broadcast_to(np.eye(self._w.totals), (self._w.n, self._w.totals, self._w.totals))
