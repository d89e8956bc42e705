"""Limits over several nodes: what an owner has or spends at one is counted at all."""

from __future__ import annotations

import time

import msgspec
import pytest

from tavola.server.limits.connections import SEATED, ConnectionLimit, Stake, TooManyConnections
from tavola.server.limits.rates import RateLimits
from tavola.server.limits.table_shares import Owner, TableShares
from tavola.server.nodes.lease import LEASE
from tavola.server.nodes.shared_limits import MOST_OWNERS, SharedLimits, Told, decode
from tavola.server.settings import Settings

ADDRESS = "192.0.2.1"


class Node:
    def __init__(self, name: str, bus: list[Node], lost: list[bytes]) -> None:
        self.connections, self.tables = ConnectionLimit(100), TableShares(100)
        self.rates = RateLimits.of(Settings())
        self.shared = SharedLimits(name, self.connections, self.tables, self.rates, self.send)
        self._bus, self._lost = bus, lost
        bus.append(self)

    def send(self, data: bytes) -> None:
        self._lost.append(data)
        for node in self._bus:
            node.shared.hear(data)

    def fill(self) -> int:
        for many in range(1000):
            try:
                self.connections.enter(ADDRESS, stake=lambda: Stake(SEATED, str(time.perf_counter_ns())))
            except TooManyConnections:
                return many
        raise AssertionError


@pytest.fixture
def nodes() -> list[Node]:
    bus: list[Node] = []
    sent: list[bytes] = []
    for name in ("one", "two", "three"):
        Node(name, bus, sent)
    return bus


def test_connections_and_tables_at_all_nodes_are_one_share(nodes: list[Node]) -> None:
    one, two, three = nodes
    assert one.fill() == 50
    one.shared.beat()
    assert two.fill() == 25
    two.shared.beat()
    assert three.fill() == 13
    owner = Owner.at("ada", ADDRESS)
    for n in range(40):
        one.tables.count(str(n), owner)
    assert two.tables.of("ada") == 0, "not yet"
    one.shared.beat()
    assert (two.tables.of("ada"), two.tables.of(ADDRESS), one.tables.of("ada")) == (40, 40, 40)
    for n in range(40):
        one.tables.discount(str(n))
    one.shared.beat()
    assert two.tables.of("ada") == 0


def test_what_is_spent_at_one_is_spent_at_all(nodes: list[Node]) -> None:
    one, two, three = nodes
    now = time.monotonic()
    for _ in range(5):
        assert not one.rates.take("chat", "ada", now)
    assert not two.rates.take("chat", "ada", now), "within a heartbeat"
    for node in nodes:
        node.shared.beat()
    for node in nodes:
        assert node.rates.take("chat", "ada", now) > 0
        assert not node.rates.take("chat", "bo", now)
    three.rates.of_kind("log").spend("ada", now, 10**9)
    three.shared.beat()
    assert 0 < one.rates.of_kind("log").wait("ada", now) <= 61, "a period at most"


def test_what_was_told_is_told_once(nodes: list[Node]) -> None:
    one = nodes[0]
    one.rates.take("create", ADDRESS, 0.0)
    one.shared.beat()
    one.shared.beat()
    first, second = map(decode, one._lost)
    assert (first.spent, second.spent) == ({"create": {ADDRESS: 1}}, {})


def test_who_is_silent_is_forgotten(nodes: list[Node], monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, _ = nodes
    one.fill()
    one.shared.beat()
    assert two.connections.elsewhere(ADDRESS) == 50
    later = time.monotonic() + LEASE + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert two.connections.elsewhere(ADDRESS) == 0
    assert not two.shared._peers


def test_only_so_many_are_told_of_and_rubbish_changes_nothing(nodes: list[Node]) -> None:
    one, two, _ = nodes
    one.tables.counts.update({f"holder {n}": n for n in range(3 * MOST_OWNERS)})
    one.shared.beat()
    told = decode(one._lost[-1])
    assert len(told.tables) == MOST_OWNERS
    assert min(told.tables.values()) == 2 * MOST_OWNERS
    for data in (b"", b"rubbish", msgspec.msgpack.encode(["shares", "x", {"a": -1}, {}, {}])):
        two.shared.hear(data)
    two.shared.hear(msgspec.msgpack.encode(Told("four", {}, {}, {"nothing": {"x": 1}})))
    assert two.tables.of("holder 2999") == 2999
