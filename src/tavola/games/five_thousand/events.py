"""What happens in a game of 5000, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tavola.core.contract import Event, Seat


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    seat: Seat
    dice: int


@dataclass(frozen=True, slots=True)
class Played(Event):
    """Dice set aside. `points` are already doubled or tripled; `turn_score` is what is at risk now."""

    seat: Seat
    dice: int
    points: int
    turn_score: int


@dataclass(frozen=True, slots=True)
class HandDone(Event):
    """All five dice of a hand are played."""

    seat: Seat
    hand: int  # 1, 2 or 3


@dataclass(frozen=True, slots=True)
class Banked(Event):
    seat: Seat
    points: int
    total: int

    def change(self) -> Mapping[Seat, int]:
        return {self.seat: self.points}


@dataclass(frozen=True, slots=True)
class Trashed(Event):
    seat: Seat
    points: int  # given up


@dataclass(frozen=True, slots=True)
class Won(Event):
    seat: Seat
    total: int
