"""Connection limits: how many connections there may be at once, and which one is closed to make room.

Connections are shared out by address, and by network above it (addresses.py). An address may have no more of
them than are still free, a network no more than twice that: so an address that takes many leaves as many to
others, and another greedy address takes from the greedy ones. An operator may also set a fixed number for
each address.

A connection over that share, or one that comes when nothing is free, still gets in if a connection with less
at stake can be closed for it. That is looked for in its own network and, when nothing is free, in the network
that has most: first connections at no table, then those that watch, and of these the person's with most.
Players keep their seats, unless one person has several connections there, or an address has more seats than
it is sure of.
"""

from __future__ import annotations

import itertools
import logging
import random
from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple

from tavola.core.errors import TavolaError
from tavola.server.limits.addresses import address_key, network_key
from tavola.server.settings import Settings
from tavola.server.telemetry.logs import RateLimitedLog

log = logging.getLogger(__name__)
SAID_EVERY = 10.0  # seconds between two lines of the log about connections that are refused
RETRY = 10.0  # seconds after which a refused client may try again
SAMPLE = 64  # connections looked at to find the one that gives way, however many there are
OFTEN = 3  # connections of one person beyond which neither table nor seat keeps one open
SURE = 20  # an address keeps the seats of one connection in so many, whatever others need
FEW = 8  # connections before hello count as one person each, as long as they are at most one in so many
SPARE = 32  # connections beyond the limit, for health checks

IDLE: Final = 0  # at no table
PRESENT: Final = 1  # watches, waits to play, or is being answered
SEATED: Final = 2

_numbers = itertools.count()


class Stake(NamedTuple):
    """What would be lost with a connection, and to whom; the holder is "" before hello."""

    standing: int = IDLE
    holder: str = ""


class TooManyConnections(TavolaError):
    """The connection is refused."""


class Place:
    """One connection that was accepted, until it leaves."""

    __slots__ = ("_at", "_limit", "address", "give_way", "network", "number", "stake")

    def __init__(self, limit: ConnectionLimit, address: str) -> None:
        self._limit = limit
        self.number = next(_numbers)
        self._at = -1  # where in its network's list; -1: it has left
        self.address, self.network = address_key(address), network_key(address)
        self.stake: Callable[[], Stake] = Stake
        self.give_way: Callable[[], None] = lambda: None  # say why, and hang up

    def leave(self) -> None:
        """The connection is closed. May be called twice."""
        self._limit._left(self)


class ConnectionLimit:
    """Counts connections. `most` in all; `per_address` is a fixed number for each address, 0: by shares."""

    def __init__(self, most: int, per_address: int = 0) -> None:
        self.most = most
        self._per_address = per_address
        self._addresses: Counter[str] = Counter()
        self._networks: dict[str, list[Place]] = {}
        self.elsewhere: Callable[[str], int] = lambda _: 0  # connections of an owner at other nodes
        self.count = 0
        self.closed = 0  # connections ever closed for others
        self._refusals = RateLimitedLog(1, SAID_EVERY)
        self._closings = RateLimitedLog(1, SAID_EVERY)

    @classmethod
    def of(cls, settings: Settings) -> ConnectionLimit:
        return cls(settings.max_connections, settings.connections_per_address)

    def enter(
        self, address: str, give_way: Callable[[], None] = lambda: None, stake: Callable[[], Stake] = Stake
    ) -> Place:
        """A place for one more connection from there; TooManyConnections says why there is none."""
        place = Place(self, address)
        place.give_way, place.stake = give_way, stake
        limit = self._exceeded(place)
        if limit and not self._make_room(place):
            self._refusals.happened(log, "connections are refused", limit=limit, address=place.address)
            raise TooManyConnections(self._why(limit, place))
        neighbours = self._networks.setdefault(place.network, [])
        place._at = len(neighbours)
        neighbours.append(place)
        self._addresses[place.address] += 1
        self.count += 1
        return place

    def counts(self) -> dict[str, int]:
        """How many each address and each network has here."""
        return {**self._addresses, **{network: len(places) for network, places in self._networks.items()}}

    def _exceeded(self, place: Place) -> str:
        """The limit that keeps a newcomer out, by its option; "" if there is room."""
        free = self.most - self.count
        if free <= 0:
            return "--max-connections"
        mine = self._addresses[place.address] + self.elsewhere(place.address)
        if mine >= (self._per_address or free):
            return "--connections-per-address"
        theirs = len(self._networks.get(place.network, ())) + self.elsewhere(place.network)
        return "--max-connections" if theirs >= 2 * free and not self._per_address else ""

    def _why(self, limit: str, place: Place) -> str:
        if limit == "--max-connections":
            return "the house is full; try again later"
        mine = self._addresses[place.address]
        return f"there are already {mine} connections from your address; close some first"

    # ---- making room ----

    def _make_room(self, place: Place) -> bool:
        """Close a connection with less at stake than the newcomer's, if there is one."""
        own = self._networks.get(place.network, [])
        groups = [own]
        if self.count >= self.most:
            largest = max(self._networks.values(), key=len, default=own)
            groups = [largest, own] if len(largest) > len(own) + 1 else [own]
        for group in groups:
            if (victim := self._victim(group, place)) is not None:
                self._left(victim)
                self.closed += 1
                self._closings.happened(
                    log, "a connection is closed to make room for another", address=victim.address
                )
                victim.give_way()
                return True
        return False

    def _victim(self, group: list[Place], newcomer: Place) -> Place | None:
        """The connection to close; of equals the oldest, for a new one needs a moment to sit down."""
        some = random.sample(group, min(len(group), SAMPLE))
        stakes = {place: place.stake() for place in some}
        persons = Counter((place.address, stake.holder) for place, stake in stakes.items())
        best: tuple[tuple[int, int, int, int], Place] | None = None
        for place, stake in stakes.items():
            times, whole = persons[place.address, stake.holder], self._addresses[place.address]
            if not stake.holder and times <= len(some) // FEW:
                times = 1
            key = (stake.standing, -whole, -times, place.number)
            if self._may_close(place, newcomer, stake.standing, times) and (best is None or key < best[0]):
                best = key, place
        return None if best is None else best[1]

    def _may_close(self, place: Place, newcomer: Place, standing: int, times: int) -> bool:
        """May this connection be closed for the newcomer? `times` is how many its person has."""
        whole = self._addresses[place.address]
        same = place.address == newcomer.address
        if not same and whole <= self._addresses[newcomer.address] + 1:
            return False  # it has no more than the newcomer's would have
        if standing == SEATED:
            return times > OFTEN or (not same and whole > self._sure())
        return not same or standing == IDLE or times > OFTEN

    def _sure(self) -> int:
        """How many seated connections are never taken from an address."""
        return self._per_address or max(8, self.most // SURE)

    def _left(self, place: Place) -> None:
        if place._at < 0:
            return
        neighbours = self._networks[place.network]
        last = neighbours.pop()
        if last is not place:
            neighbours[place._at] = last
            last._at = place._at
        if not neighbours:
            del self._networks[place.network]
        place._at = -1
        self._addresses[place.address] -= 1
        if not self._addresses[place.address]:
            del self._addresses[place.address]
        self.count -= 1
