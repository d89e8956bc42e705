"""Limits that hold for all nodes together: each node tells the others what owners have and spend there.

With every heartbeat a node tells how many connections and tables each owner has who has several, and what was
taken from the rate limits since the last one. The others count that as their own. So a limit may be exceeded
by what other nodes let through within one heartbeat, and no more: docs/nodes.md has the bounds. A node that
is silent for as long as a lease is forgotten; without NATS each node counts alone.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from heapq import nlargest
from typing import Annotated

import msgspec
from msgspec import Meta

from tavola.server.limits.connections import ConnectionLimit
from tavola.server.limits.rates import RateLimits
from tavola.server.limits.table_shares import TableShares
from tavola.server.nodes import wire
from tavola.server.nodes.lease import LEASE

log = logging.getLogger(__name__)
SEVERAL = 2  # what an owner has to have to be in the message
MOST_OWNERS = 1000  # in one message: those with most
# Without the rate limits of commands: their period is a second, and a heartbeat is not much less.
KINDS = ("create", "chat", "claim", "request", "odds", "log", "address_log")

Counts = Annotated[
    dict[Annotated[str, Meta(max_length=128)], Annotated[int, Meta(ge=0, lt=1 << 40)]],
    Meta(max_length=2 * MOST_OWNERS),
]


class Told(msgspec.Struct, frozen=True, array_like=True, tag="shares"):
    """What owners have at a node, and have spent there since its last message."""

    node: wire.NodeId
    connections: Counts
    tables: Counts
    spent: Annotated[dict[Annotated[str, Meta(max_length=32)], Counts], Meta(max_length=32)]


decode = msgspec.msgpack.Decoder(Told).decode


class SharedLimits:
    """This node's limits and those of its peers. `send` reaches all of them."""

    def __init__(
        self,
        me: str,
        connections: ConnectionLimit,
        tables: TableShares,
        rates: RateLimits,
        send: Callable[[bytes], None],
    ) -> None:
        self._me, self._connections, self._tables, self._rates, self._send = (
            me,
            connections,
            tables,
            rates,
            send,
        )
        self._peers: dict[str, tuple[float, Told]] = {}  # until when it counts
        for kind in KINDS:
            rates.of_kind(kind).spent = {}
        connections.elsewhere = lambda owner: self._elsewhere(owner, "connections")
        tables.elsewhere = lambda owner: self._elsewhere(owner, "tables")

    def beat(self) -> None:
        """Tell the other nodes. Also when there is nothing: it replaces the last message."""
        spent = {}
        for kind in KINDS:
            bucket = self._rates.of_kind(kind)
            if bucket.spent:
                spent[kind], bucket.spent = _largest(bucket.spent, 1), {}
        told = Told(
            self._me,
            _largest(self._connections.counts(), SEVERAL),
            _largest(self._tables.counts, SEVERAL),
            spent,
        )
        self._send(wire.encode(told))

    def hear(self, data: bytes) -> None:
        try:
            told = decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            log.error("what a node told of its shares can't be read: %s", error)
            return
        if told.node == self._me:
            return
        now = time.monotonic()
        self._peers[told.node] = now + LEASE, told
        for kind in KINDS:
            bucket = self._rates.of_kind(kind)
            for key, many in told.spent.get(kind, {}).items():
                bucket.charge(key, now, many)

    def _elsewhere(self, owner: str, what: str) -> int:
        now, found = time.monotonic(), 0
        for peer, (until, told) in tuple(self._peers.items()):
            if now > until:
                del self._peers[peer]
            else:
                found += getattr(told, what).get(owner, 0)
        return found


def _largest(counts: Mapping[str, int], least: int) -> dict[str, int]:
    several = [item for item in counts.items() if item[1] >= least]
    if len(several) > MOST_OWNERS:
        several = nlargest(MOST_OWNERS, several, key=lambda item: item[1])
    return {owner[:128]: count for owner, count in several}
