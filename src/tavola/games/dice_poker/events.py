"""What happens in a game of Dice Poker, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tavola.core.contract import Event, Seat


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """Dice fell; `dice` are all five on the table now."""

    seat: Seat
    rolled: int
    dice: int
    pattern: str


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """The turn is over."""

    seat: Seat
    pattern: str
    points: int
    total: int

    def change(self) -> Mapping[Seat, int]:
        return {self.seat: self.points}


@dataclass(frozen=True, slots=True)
class Won(Event):
    """The round in which someone reached the goal is over; equal highest totals share the win."""

    seats: tuple[Seat, ...]
    total: int
