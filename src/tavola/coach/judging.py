"""What a judge says about the moves of a decision, and the unit of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from tavola.core.contract import Outcome, Seat, View

Values = tuple[float, ...]  # by seat; more is better, whatever it counts


class Unit(StrEnum):
    """The unit in which moves are valued."""

    WIN = "win"  # the chance to win, a shared win counting its share
    TURNS = "turns"  # turns to the goal, those taken and those to come

    @property
    def more_is_better(self) -> bool:
        """Whether a better move has the higher number."""
        return self == Unit.WIN


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A legal move: what it is worth to the player who decides (more is better) and what it gives away.

    The cost is between `low` and `high` with 95 % certainty; where it is exact they are equal.
    """

    move: Any
    worth: float
    cost: float
    low: float
    high: float


class Judge(Protocol):
    """Weighs the moves of a decision by what the deciding seat sees."""

    unit: Unit
    exact: bool
    by_the_book: bool  # worths assume that all then play by a fixed book, not their best

    def weigh(self, view: View[Any, Any], /) -> tuple[JudgedMove, ...]:
        """Every legal move, the best first."""


def exactly(worths: dict[Any, float]) -> tuple[JudgedMove, ...]:
    """Judged moves from known worths, the best first. Of equals the first stays first."""
    best = max(worths.values())
    found = [
        JudgedMove(move, worth, best - worth, best - worth, best - worth) for move, worth in worths.items()
    ]
    return tuple(sorted(found, key=lambda choice: choice.cost))


def share(end: Outcome, seat: Seat) -> float:
    """A seat's share of a win."""
    return 1 / len(end.winners) if seat in end.winners else 0.0
