"""A table that is here, and who is at it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from msgspec import structs

from tavola.core.contract import Seat
from tavola.server.guests import Guest
from tavola.table import entries as en
from tavola.table import facts as f
from tavola.table import messages as m
from tavola.table.redaction import Telling
from tavola.table.table import Table


@dataclass(slots=True, eq=False)
class Live:
    """A table with its guests: each on a seat, or looking on."""

    table: Table
    fence: int = 0
    guests: dict[Guest, Seat | None] = field(default_factory=dict)
    expected: set[Guest] = field(default_factory=set)  # to look on, once what they will see is written
    alarm: asyncio.TimerHandle | None = None
    count: asyncio.TimerHandle | None = None  # soon everyone is told how many look on
    thinking: bool = False  # a bot is
    held: bool = False  # the clock waits for somebody to come back
    quiet_since: float = field(default_factory=time.monotonic)  # since when nobody is here

    @property
    def watchers(self) -> int:
        return sum(seat is None for seat in self.guests.values())

    def expects(self, guest: Guest, most: int) -> bool:
        """May he look on, where at most so many do? Then he is expected."""
        if guest in self.guests:
            return True
        if self.watchers + len(self.expected - {guest}) >= most:
            return False
        self.expected.add(guest)
        return True

    def comes(self, guest: Guest, seat: Seat | None, state: m.State) -> f.Fact | None:
        """He sees how the table stood when he asked; from now on he hears what happens.

        The fact that a player is there, if that is new: others hear of it once all it shows is written.
        """
        self.expected.discard(guest)
        if not guest.here:
            return None
        self.guests[guest] = seat
        guest.tables.add(self.table.id)
        guest.tell(state)
        return None if seat is None else self.table.arrives(seat)

    def goes(self, guest: Guest) -> f.Fact | None:
        """He is gone. The fact that a player is, if it was his last connection."""
        guest.tables.discard(self.table.id)
        seat = self.guests.pop(guest, None)
        if not self.guests:
            self.quiet_since = time.monotonic()
        if seat is None or seat in self.guests.values():
            return None
        return self.table.departs(seat)

    def follow(self, entry: en.AnyEntry) -> None:
        """A seat belongs to a person: all his connections hear as that seat, and none once he stood up."""
        match entry:
            case en.Moved():
                pass
            case en.SatDown(seat=seat, holder=holder, bot=""):
                for guest in self.guests:
                    if guest.person is not None and guest.person.holder == holder:
                        self.guests[guest] = seat
            case en.StoodUp(seat=seat):
                for guest, sits in self.guests.items():
                    if sits == seat:
                        self.guests[guest] = None

    def spread(self, fact: f.Fact) -> None:
        """Tell everyone, each what he may know."""
        if type(fact) is f.Sat:
            fact = structs.replace(fact, watchers=self.watchers)
        telling = Telling(self.table.id, fact)
        for guest, seat in tuple(self.guests.items()):
            guest.send(telling.to(seat, guest.lang))

    def silence(self) -> None:
        for handle in (self.alarm, self.count):
            if handle is not None:
                handle.cancel()
        self.alarm = self.count = None
