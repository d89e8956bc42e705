"""Where a match whose worth is estimated starts and ends, in chances to win."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from tavola.coach.judging import Values
from tavola.core.contract import Seat
from tavola.core.match import Match

Sides = Sequence[Collection[Seat]]


def even(sides: Sides) -> float:
    """What a match is worth when it begins."""
    return 1 / len(sides)


def ending(match: Match[Any, Any], seat: Seat, last: Values | None, sides: Sides) -> float:
    """Won or not, and while it goes on what it was worth when last looked at."""
    end = match.outcome
    if end is not None:
        return float(seat in end.winners)  # a side wins as one
    return last[seat] if last is not None else even(sides)


def by_side(mine: float, seat: Seat, sides: Sides) -> Values:
    """A seat's chance as everybody's: partners have the same, the other sides share the rest."""
    rest = (1 - mine) / max(1, len(sides) - 1)
    found = {other: mine if seat in side else rest for side in sides for other in side}
    return tuple(found[other] for other in sorted(found))
