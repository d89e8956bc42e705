"""Where a game without exact values starts and ends, as its unit counts it. More is better."""

from __future__ import annotations

from typing import Any

from tavola.coach.judging import Unit, Values
from tavola.core.contract import Seat
from tavola.core.match import Match


def beginning(unit: Unit, match: Match[Any, Any], seat: Seat) -> float:  # noqa: ARG001 - all start alike
    """Sets: each was lost by one of the seats, at its start by all as likely. A match begins even."""
    if unit == Unit.SETS:
        return -float(sum(match.state.tokens.sets_lost)) / len(match.names)
    return 0.5


def ending(unit: Unit, match: Match[Any, Any], seat: Seat, last: Values | None) -> float:
    """Sets: those lost. A match: won or not, and while it goes on what it was worth when last looked at."""
    if unit == Unit.SETS:
        return -float(match.state.tokens.sets_lost[seat])
    end = match.outcome
    if end is not None:
        return float(seat in end.winners)  # a pair wins as one
    return last[seat] if last is not None else 0.5


def by_side(mine: float, seat: Seat, seats: int) -> Values:
    """A seat's chance as everybody's: partners sit two seats apart, the others have the rest."""
    return tuple(mine if (other - seat) % 2 == 0 else 1 - mine for other in range(seats))
