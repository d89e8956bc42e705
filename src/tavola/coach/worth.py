"""What a state of a dice game is worth to each seat when everybody plays as well as can be, exactly.

A game gives the worth of a state before dice fall, and at the end. A state in which a player decides is worth
what its best move leads to. So luck is how dice change the worth, play is how a move changes it, and both
together lead from the first value to the last.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from tavola.coach.judging import JudgedMove, Unit, Values, exactly, share
from tavola.core.contract import CHANCE, OVER, Outcome, Rules, View


class Worth(ABC):
    """A judge of dice games that knows the worth of every state."""

    unit: Unit = Unit.WIN
    exact = True
    by_the_book = False

    def __init__(self, rules: Rules[Any, Any]) -> None:
        self.rules = rules

    @abstractmethod
    def before_dice(self, s: Any) -> Values:
        """The worth when dice are about to fall."""

    def ended(self, s: Any) -> Values:
        """The worth when the game is over."""
        end = self.rules.outcome(s)
        assert end is not None
        return self.conceded(s, end)

    def conceded(self, s: Any, end: Outcome) -> Values:  # noqa: ARG002 - some look at the state instead
        """The worth when a seat has given up and the game ended so."""
        return tuple(share(end, seat) for seat in range(len(end.scores)))

    def value(self, s: Any) -> Values:
        actor = self.rules.actor(s)
        if actor == OVER:
            return self.ended(s)
        if actor == CHANCE:
            return self.before_dice(s)
        return max(self.after_each(s).values(), key=lambda worth: worth[actor])

    def after_each(self, s: Any) -> dict[Any, Values]:
        """The worth of the state after each legal move."""
        return {move: self.value(self.rules.play(s, move).state) for move in self.rules.moves(s)}

    def expected(self, s: Any) -> Values:
        """The mean over all outcomes of the dice."""
        total = [0.0] * s.seats
        for move, chance in self.rules.chance(s).outcomes():
            for seat, worth in enumerate(self.value(self.rules.play(s, move).state)):
                total[seat] += float(chance) * worth
        return tuple(total)

    def weigh(self, view: View[Any, Any]) -> tuple[JudgedMove, ...]:
        """A dice game hides nothing: its view shows the state."""
        return exactly({move: worth[view.actor] for move, worth in self.after_each(view.table).items()})
