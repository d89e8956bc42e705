"""Who is connected to a table, and since when the others are not. Time comes in as a number.

None of it is in the log: after a restart everybody is away, from that moment on.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.core.contract import Seat


class Patience(NamedTuple):
    """Seconds a player may be away before the others may do something about it."""

    abort: float = 20.0  # of a game that has not really begun
    claim: float = 60.0  # of one that has; then a bot may take the seat, too


class Presence:
    """Which people of a table are connected, and since when the others are not."""

    __slots__ = ("_since", "here")

    def __init__(self) -> None:
        self.here: set[Seat] = set()
        self._since: dict[Seat, float] = {}

    def sits(self, seat: Seat, now: float) -> None:
        """A person took the seat, and counts as away until one of their connections is at the table."""
        self.here.discard(seat)
        self._since[seat] = now

    def stands_up(self, seat: Seat) -> None:
        """The seat is nobody's, or a bot's."""
        self.here.discard(seat)
        self._since.pop(seat, None)

    def connected(self, seat: Seat) -> bool:
        if seat in self.here:
            return False
        self.here.add(seat)
        self._since.pop(seat, None)
        return True

    def disconnected(self, seat: Seat, now: float) -> bool:
        if seat not in self.here:
            return False
        self.sits(seat, now)
        return True

    def stirs(self, seat: Seat, now: float) -> None:
        """A player who counts as away made a move, over a connection that is not at the table."""
        if seat in self._since:
            self._since[seat] = now

    def count_from(self, now: float) -> None:
        """Count every absence from now on: a game begins, or the server has restarted."""
        self._since = dict.fromkeys(self._since, now)

    def away(self) -> list[Seat]:
        """The seats whose players are away, the longest away first."""
        return sorted(self._since, key=lambda seat: (self._since[seat], seat))

    def since(self, seat: Seat) -> float | None:
        """Since when the seat's player is away; None if connected, or if no person sits there."""
        return self._since.get(seat)
