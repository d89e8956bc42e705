"""A table in this node's memory, and its guests."""

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
    """A table with its guests: each on a seat, or a spectator."""

    table: Table
    fence: int = 0
    guests: dict[Guest, Seat | None] = field(default_factory=dict)
    expected: set[Guest] = field(default_factory=set)  # spectators, once what they will see is written
    alarm: asyncio.TimerHandle | None = None
    count: asyncio.TimerHandle | None = None  # to broadcast the number of spectators
    relist: asyncio.TimerHandle | None = None  # to write the listing, for other nodes
    thinking: bool = False  # is a bot thinking?
    held: bool = False  # the clock is held until the seat to move is back
    thought: float = 0.0  # seconds that seat had thought by then
    grace: asyncio.TimerHandle | None = None  # ends the hold
    quiet_since: float = field(default_factory=time.monotonic)  # since when no guest is here
    deserted_since: float | None = field(default_factory=time.monotonic)  # None: a person it needs is here
    listed: bool = True  # is it offered in the lobby?
    places: dict[Seat, set[str]] = field(default_factory=dict)  # fingerprints of addresses (changes.py)
    stopped: bool = False  # its bots have stopped, until somebody watches
    payer: Payer = field(init=False)  # on whose account its bots think: who opened it

    def __post_init__(self) -> None:
        by = self.table.opened.by
        self.payer = Payer(f"holder {by}", by)  # until the holder comes: the log has no address

    @property
    def watchers(self) -> int:
        return sum(seat is None for seat in self.guests.values())

    def look(self, now: float) -> None:
        """Note since when no person is here whom the table needs: a player, or before the game the person who
        opened it. A game among bots needs nobody."""
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
        """Is no guest here, neither a player nor a spectator?"""
        return not self.guests

    def unwatched(self, now: float, seconds: float) -> bool:
        """Do only bots play, and has no guest been here for so long?"""
        sitters = self.table.sitters
        alone = all(sitter is not None and sitter.bot for sitter in sitters)
        return alone and not self.guests and now - self.quiet_since >= seconds

    def deserted(self, now: float, grace: float) -> bool:
        """Have all persons it needs been gone for so long?"""
        return self.deserted_since is not None and now - self.deserted_since >= grace

    def expects(self, guest: Guest, most: int) -> bool:
        """May the guest watch, if at most so many may? Then it counts as expected."""
        if guest in self.guests:
            return True
        if self.watchers + len(self.expected - {guest}) >= most:
            return False
        self.expected.add(guest)
        return True

    def connected(self, guest: Guest, seat: Seat | None, state: m.State) -> f.Fact | None:
        """Send the guest the table as it stood when it asked; from now on it is told what happens.

        Returns the fact that a player is connected, if that is new. The caller tells it once everything in it
        is written.
        """
        self.expected.discard(guest)
        if not guest.connected:
            return None
        if seat is not None and (guest.person is None or self.table.seat_of(guest.person.holder) != seat):
            seat = None  # the seat is another's by now
        self.guests[guest] = seat
        guest.tables.add(self.table.id)
        guest.tell(state)
        now = time.monotonic()
        fact = None if seat is None else self.table.connected(seat, now)
        self.look(now)
        return fact

    def disconnected(self, guest: Guest) -> f.Fact | None:
        """Remove the guest. Returns the fact that a player is away, if this was their last connection."""
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
        """A seat belongs to a person: all their connections are told as that seat, until they stand up."""
        match entry:
            case en.Moved():
                return
            case en.SatDown(seat=seat, holder=holder, bot=""):
                for guest in self.guests:
                    if guest.person is not None and guest.person.holder == holder:
                        self.guests[guest] = seat
            case en.StoodUp(seat=seat) | en.SatDown(seat=seat):  # the latter by a bot
                for guest, sits in self.guests.items():
                    if sits == seat:
                        self.guests[guest] = None
        self.look(time.monotonic())

    def broadcast(self, fact: f.Fact) -> None:
        """Tell every guest what it may know."""
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
