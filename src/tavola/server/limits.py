"""How much anybody may do: rates by token buckets, and who gets through the door at all.

Everything here is counted in memory, in one node, and bounded: what nobody asked about for a while is
forgotten, and forgetting a full bucket changes nothing.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache

from tavola.server.logs import Seldom
from tavola.server.setting_kinds import Rate
from tavola.server.settings import Settings

log = logging.getLogger(__name__)
SAID_EVERY = 10.0  # seconds between two lines of the log about connections that are refused
MOST_KEYS = 100_000  # of one kind; beyond it the oldest are forgiven


class Bucket:
    """All the buckets of one kind. A bucket is one number: when it will be full again."""

    __slots__ = ("_interval", "_most", "_old", "_period", "_until", "_young")

    def __init__(self, rate: Rate, most: int = MOST_KEYS) -> None:
        self._period = float(rate.seconds)
        self._interval = rate.seconds / rate.times
        self._most = most
        # Two generations: what was not touched for a whole period is full and goes with its generation.
        self._young: dict[str, float] = {}
        self._old: dict[str, float] = {}
        self._until = float("-inf")  # when the young are old

    def take(self, key: str, now: float, many: int = 1) -> float:
        if now >= self._until:
            self._next_generation(now)
        full = self._young.get(key)
        if full is None:
            if len(self._young) >= self._most:
                self._next_generation(now)
            full = self._old.get(key, now)
        after = (full if full > now else now) + many * self._interval
        wait = after - self._period - now
        if wait > 1e-9:
            return wait
        self._young[key] = after
        return 0.0

    def wait(self, key: str, now: float) -> float:
        """How long until one may be taken; nothing is."""
        full = self._young.get(key) or self._old.get(key, now)
        wait = full + self._interval - self._period - now
        return wait if wait > 1e-9 else 0.0

    def _next_generation(self, now: float) -> None:
        self._old, self._young, self._until = self._young, {}, now + self._period

    def __len__(self) -> int:
        return len(self._young) + len(self._old)


class Rates:
    """The buckets of every kind; `take` says how many seconds to wait, 0.0 if it may be done now."""

    def __init__(self, rates: Mapping[str, Rate]) -> None:
        self._buckets = {kind: Bucket(rate) for kind, rate in rates.items()}

    @classmethod
    def of(cls, settings: Settings) -> Rates:
        """The kinds: create, chat, claim, connection, address, name, request, odds."""
        kinds = "create chat claim connection address name request odds".split()
        return cls({kind: getattr(settings, f"{kind}_rate") for kind in kinds})

    def take(self, kind: str, key: str, now: float) -> float:
        return self._buckets[kind].take(key, now)

    def of_kind(self, kind: str) -> Bucket:
        """For whoever asks with every command."""
        return self._buckets[kind]

    def __len__(self) -> int:
        return sum(map(len, self._buckets.values()))


class Doorkeeper:
    """Counts who is in, by address and in all."""

    def __init__(self, most: int, per_address: int) -> None:
        self._most = most
        self._per_address = per_address
        self._inside: dict[str, int] = {}
        self.count = 0
        self._notes = Seldom(1, SAID_EVERY)

    @classmethod
    def of(cls, settings: Settings) -> Doorkeeper:
        return cls(settings.max_connections, settings.connections_per_address)

    def enter(self, address: str) -> str | None:
        """None: come in, and `leave` when you go. A text: why not."""
        key = address_key(address)
        mine = self._inside.get(key, 0)
        if mine >= self._per_address:
            self._refused("--connections-per-address", key)
            return f"there are already {mine} connections from your address; close some first"
        if self.count >= self._most:
            self._refused("--max-connections", key)
            return "the house is full; try again later"
        self._inside[key] = mine + 1
        self.count += 1
        return None

    def _refused(self, limit: str, address: str) -> None:
        self._notes.happened(log, "connections are refused", limit=limit, address=address)

    def leave(self, address: str) -> None:
        key = address_key(address)
        mine = self._inside.get(key, 0)
        if not mine:
            return
        self.count -= 1
        if mine == 1:
            del self._inside[key]
        else:
            self._inside[key] = mine - 1


@lru_cache(maxsize=4096)
def address_key(address: str) -> str:
    """Whom an address stands for: IPv4 itself, IPv6 its /64, for that is what one household has."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(found) >> 64 << 64)) + "/64"


def client_address(peer: str, forwarded: str, trusted: Sequence[str]) -> str:
    """Who asks: the peer, or what trusted proxies say about who asked them.

    X-Forwarded-For grows to the right, and anybody may send one: only what a trusted proxy wrote counts.
    """
    if not trusted:
        return peer
    hops = [hop.strip() for hop in forwarded[-1000:].split(",") if hop.strip()]
    while hops and is_trusted(peer, tuple(trusted)):
        peer = hops.pop()
        try:
            ipaddress.ip_address(peer)
        except ValueError:
            return "unknown"
    return peer


@lru_cache(maxsize=1024)
def is_trusted(address: str, trusted: tuple[str, ...]) -> bool:
    """Is it one of these proxies?"""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return any(found in ipaddress.ip_network(network) for network in trusted)
