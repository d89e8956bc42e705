"""A table that is here, and who is at it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from msgspec import structs

from tavola.core.contract import Seat
from tavola.server.connections.guest import Guest
from tavola.server.limits.fair_queue import Payer
from tavola.table import entries as en
from tavola.table import facts as f
from tavola.table import messages as m
from tavola.table.redaction import Telling
from tavola.table.table import Table


@dataclass(slots=True, eq=False)
class LiveTable:
    """A table with its guests: each on a seat, or looking on."""

    table: Table
    fence: int = 0
    guests: dict[Guest, Seat | None] = field(default_factory=dict)
    expected: set[Guest] = field(default_factory=set)  # to look on, once what they will see is written
    alarm: asyncio.TimerHandle | None = None
    count: asyncio.TimerHandle | None = None  # soon everyone is told how many look on
    relist: asyncio.TimerHandle | None = None  # soon other nodes can read who is here
    thinking: bool = False  # a bot is
    held: bool = False  # the clock waits for somebody to come back
    thought: float = 0.0  # what he had thought by then, in seconds
    grace: asyncio.TimerHandle | None = None  # until when it waits
    quiet_since: float = field(default_factory=time.monotonic)  # since when nobody is here
    deserted_since: float | None = field(default_factory=time.monotonic)  # None: somebody it is for is here
    listed: bool = True  # as offered to those who look for a table
    places: dict[Seat, set[str]] = field(default_factory=dict)  # fingerprints of addresses (changes.py)
    stopped: bool = False  # its bots play on when somebody looks
    payer: Payer = field(init=False)  # whose share its bots think on: who opened it

    def __post_init__(self) -> None:
        by = self.table.opened.by
        self.payer = Payer(f"holder {by}", by)  # until he is seen, for the log knows no address

    @property
    def watchers(self) -> int:
        return sum(seat is None for seat in self.guests.values())

    def look(self, now: float) -> None:
        """Note since when nobody is here whom the table needs: a player, or before the game who opened it. A
        game among bots needs nobody."""
        if not self._attended():
            self.deserted_since = now if self.deserted_since is None else self.deserted_since
        else:
            self.deserted_since = None

    def _attended(self) -> bool:
        table = self.table
        if table.presence.here or table.status == "over":
            return True
        if table.status == "playing":
            return not table.presence.away()
        return any(guest.person and guest.person.holder == table.opened.by for guest in self.guests)

    def unattended(self) -> bool:
        """Is nobody here, at a seat or looking on?"""
        return not self.guests

    def unwatched(self, now: float, seconds: float) -> bool:
        """Do bots play among themselves, and has nobody been here for so long?"""
        sitters = self.table.sitters
        alone = all(sitter is not None and sitter.bot for sitter in sitters)
        return alone and not self.guests and now - self.quiet_since >= seconds

    def deserted(self, now: float, grace: float) -> bool:
        """Has everybody gone, and not just for a moment?"""
        return self.deserted_since is not None and now - self.deserted_since >= grace

    def expects(self, guest: Guest, most: int) -> bool:
        """May he look on, where at most so many do? Then he is expected."""
        if guest in self.guests:
            return True
        if self.watchers + len(self.expected - {guest}) >= most:
            return False
        self.expected.add(guest)
        return True

    def connected(self, guest: Guest, seat: Seat | None, state: m.State) -> f.Fact | None:
        """He sees how the table stood when he asked; from now on he hears what happens.

        The fact that a player is there, if that is new: others hear of it once all it shows is written.
        """
        self.expected.discard(guest)
        if not guest.connected:
            return None
        if seat is not None and (guest.person is None or self.table.seat_of(guest.person.holder) != seat):
            seat = None  # the seat is not his any more
        self.guests[guest] = seat
        guest.tables.add(self.table.id)
        guest.tell(state)
        now = time.monotonic()
        fact = None if seat is None else self.table.connected(seat, now)
        self.look(now)
        return fact

    def disconnected(self, guest: Guest) -> f.Fact | None:
        """He is gone. The fact that a player is, if it was his last connection."""
        guest.tables.discard(self.table.id)
        seat, now = self.guests.pop(guest, None), time.monotonic()
        if not self.guests:
            self.quiet_since = now
        fact = None
        if seat is not None and seat not in self.guests.values():
            fact = self.table.disconnected(seat, now)
        self.look(now)
        return fact

    def follow(self, entry: en.AnyEntry) -> None:
        """A seat belongs to a person: all his connections hear as that seat, and none once he stood up."""
        match entry:
            case en.Moved():
                return
            case en.SatDown(seat=seat, holder=holder, bot=""):
                for guest in self.guests:
                    if guest.person is not None and guest.person.holder == holder:
                        self.guests[guest] = seat
            case en.StoodUp(seat=seat) | en.SatDown(seat=seat):  # which is a bot's now
                for guest, sits in self.guests.items():
                    if sits == seat:
                        self.guests[guest] = None
        self.look(time.monotonic())

    def broadcast(self, fact: f.Fact) -> None:
        """Tell everyone, each what he may know."""
        if type(fact) is f.Sat:
            fact = structs.replace(fact, watchers=self.watchers)
        telling = Telling(self.table.id, fact)
        for guest, seat in tuple(self.guests.items()):
            guest.send(telling.to(seat, guest.lang))

    def cancel_timers(self) -> None:
        for handle in (self.alarm, self.grace, self.count, self.relist):
            if handle is not None:
                handle.cancel()
        self.alarm = self.grace = self.count = self.relist = None
