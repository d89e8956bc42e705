"""A dice game as a race of each player alone: turns taken and turns to come, for any number of seats.

This is the unit for 5000 and Dice Poker where the game against the others is not solved.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from tavola.coach.judging import Unit, Values
from tavola.coach.worth import Worth
from tavola.core.contract import Outcome


class RaceJudge(Worth):
    """The worth of a state to a seat is negative: minus the turns it has taken and still needs."""

    unit = Unit.TURNS

    def __init__(self, rules: Any, turns: Any, unit: int) -> None:
        """`turns`: the expected number, by points in such units, below the goal."""
        super().__init__(rules)
        self._turns, self._unit = turns, unit

    def to_go(self, points: int) -> float:
        """The expected turns from so many points, 0 from the goal on."""
        place = points // self._unit
        return float(self._turns[place]) if place < len(self._turns) else 0.0

    @abstractmethod
    def this_turn(self, s: Any, points: int) -> float:
        """Minus the expected turns after this one, for the seat on turn before its dice fall."""

    def before_dice(self, s: Any) -> Values:
        seat = s.turn % s.seats
        found = self._between_turns(s, s.turn)
        found[seat] = self.this_turn(s, s.scores[seat]) - 1 - _taken(s.turn, seat, s.seats)
        return tuple(found)

    def ended(self, s: Any) -> Values:
        return tuple(self._between_turns(s, s.turn + 1))

    def conceded(self, s: Any, end: Outcome) -> Values:  # noqa: ARG002 - giving up changes no turns
        return self.value(s)

    def _between_turns(self, s: Any, turns: int) -> list[float]:
        return [-self.to_go(s.scores[i]) - _taken(turns, i, s.seats) for i in range(s.seats)]


def _taken(turns: int, seat: int, seats: int) -> int:
    """How many of so many turns belong to one seat."""
    return turns // seats + (seat < turns % seats)
