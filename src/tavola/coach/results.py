"""Where a match of cards starts and ends, in chances to win. What lies between is estimated."""

from __future__ import annotations

from typing import Any

from tavola.coach.judging import Values
from tavola.core.contract import Seat
from tavola.core.match import Match

EVEN = 0.5  # a match begins so


def ending(match: Match[Any, Any], seat: Seat, last: Values | None) -> float:
    """Won or not, and while it goes on what it was worth when last looked at."""
    end = match.outcome
    if end is not None:
        return float(seat in end.winners)  # a pair wins as one
    return last[seat] if last is not None else EVEN


def by_side(mine: float, seat: Seat, seats: int) -> Values:
    """A seat's chance as everybody's: partners sit two seats apart, the others have the rest."""
    return tuple(mine if (other - seat) % 2 == 0 else 1 - mine for other in range(seats))
