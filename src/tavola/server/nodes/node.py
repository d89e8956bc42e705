"""This node among others: the lease, the letters, the guests at tables of other nodes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Protocol

import msgspec

from tavola.core.errors import TavolaError
from tavola.server.connections.guest import Guest
from tavola.server.limits.connections import ConnectionLimit
from tavola.server.nodes import wire
from tavola.server.nodes.bus import Bus
from tavola.server.nodes.forwarding import Forwarding
from tavola.server.nodes.lease import BEAT, LEASE, Lease, Tables
from tavola.server.nodes.mailbox import Mailbox
from tavola.server.nodes.remote_guests import RemoteGuests
from tavola.server.nodes.shared_limits import SharedLimits
from tavola.server.tables.manager import OnAnotherNode, TableManager, no_such_table
from tavola.server.telemetry.logs import happened, short
from tavola.server.telemetry.prometheus import Counter, Gauge
from tavola.table import messages as m
from tavola.table import words
from tavola.table.identity import Person

log = logging.getLogger(__name__)

SILENT = 3 * LEASE  # seconds without a letter after which a peer counts as gone
AT_ONCE = 8  # tables brought back at the same time


class Singleton(Protocol):
    """A service that may be open at one node only; the database says at which, by a lease."""

    async def look(self, held: bool, /) -> None:
        """Regularly: open it if no node has it, close it if this node's lease has run out."""

    async def check(self) -> None:
        """This node's lease had run out: is the service still this node's?"""

    async def end(self, grace: float = 0.0, /) -> None:
        """The node stops."""


class Node:
    """One node of several. Made by `serve`; for the table manager the directory: which node has a table."""

    def __init__(self, manager: TableManager, url: str, connection_limit: ConnectionLimit) -> None:
        self._manager = manager
        self._store = manager.store
        self.me = manager.store.node
        self._singletons: list[Singleton] = []
        self._counters()
        self.bus = Bus(url, self.me, self._back)
        self.mailbox = Mailbox(self.me, self.bus, self._item, self._gap)
        self.forwarding = Forwarding(manager, self.mailbox, self.forwarded)
        self.remote_guests = RemoteGuests(manager, self.mailbox)
        self.lease = Lease(
            self._store, self.me, on_lost=self._fenced, on_dead=self._buried, on_beat=self._beaten
        )
        self.shared_limits = SharedLimits(
            self.me,
            connection_limit,
            manager.limits.shares,
            manager.rates,
            lambda data: self.bus.send(wire.SHARES, data),
        )
        self.on_order: Callable[[str, str, str], None] = lambda *_: None  # of an administrator
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._connected_since = 0.0
        self._leaving = False
        self._running: list[asyncio.Task[None]] = []

    def _counters(self) -> None:
        self.forwarded = Counter("tavola_forwarded_total", "Commands sent to or from other nodes.", ["way"])
        self.takeovers = Counter("tavola_takeovers_total", "Nodes whose tables came here.")
        self.taken = Counter("tavola_tables_taken_total", "Tables that came here from other nodes.")
        self.fenced = Counter("tavola_leases_lost_total", "How often this node was late.")
        self.held = Gauge("tavola_lease_held", "1 while this node's lease runs.")
        self.held.follow(lambda: float(self.lease.held))
        self.nats = Gauge("tavola_nats_connected", "1 while NATS answers.")
        self.nats.follow(lambda: float(self.bus.connected))
        self.guests = Gauge("tavola_node_guests", "Guests at tables of other nodes.", ["way"])
        self.guests.follow(lambda: {"out": float(len(self.forwarding)), "in": float(len(self.remote_guests))})
        for metric in (
            self.forwarded,
            self.takeovers,
            self.taken,
            self.fenced,
            self.held,
            self.nats,
            self.guests,
        ):
            self._manager.metrics.add(metric)

    async def watch_over(self, singleton: Singleton) -> None:
        """From now on `look` is called regularly with whether this node's lease runs."""
        await singleton.look(self.lease.held)
        self._singletons.append(singleton)

    def health(self) -> dict[str, str | bool]:
        """For /healthz."""
        return {"node": self.me, "lease": self.lease.held, "nats": self.bus.connected}

    async def start(self) -> None:
        await self.bus.open(
            {
                wire.subject(self.me): self.mailbox.hear,
                wire.ALL: self._announced,
                wire.SHARES: self.shared_limits.hear,
            }
        )
        self._connected_since = time.monotonic()
        await self.lease.join()
        self._running = [
            asyncio.create_task(self.lease.run(), name="lease"),
            asyncio.create_task(self._look_after_singletons(), name="singletons"),
        ]

    async def stop(self) -> None:
        """Leave in good order: everything is written, then other nodes can take the tables at once."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        for singleton in self._singletons:
            await singleton.end()
        await self._manager.journal.flush()
        self._leaving = True
        for live in tuple(self._manager.live.values()):
            self._manager.drop(live)
        if self._running:
            await self.lease.release()
            self.bus.send(wire.ALL, wire.encode(wire.NodeGone(self.me)))
        await self.bus.close()

    # ---- what the table manager asks ----

    async def take(self, table: str) -> int:
        """The fencing token under which the table is this node's from now on. OnAnotherNode: it is another's.
        Refusal: there is no such table."""
        found = await self._store.owner(table)
        if found is None or len(table) > 64:
            raise await no_such_table(self._store, table)
        if found[0] != self.me and self.mailbox.silent(found[0]) < LEASE / 2:
            raise OnAnotherNode(found[0])
        fence = await self._store.take(table, self.me)
        if fence is None:
            found = await self._store.owner(table) or found
            raise OnAnotherNode(found[0])
        if found[0] != self.me:
            self.taken.add()
            happened(log, "a table comes here", table=short(table), node=found[0] or "none")
        return fence

    async def carry(self, guest: Guest, person: Person, command: m.TableCommand) -> None:
        """Have a command carried out wherever its table is."""
        await self.forwarding.carry(guest, person, command)

    def disconnected(self, guest: Guest) -> None:
        """A connection to this node is closed."""
        self.forwarding.disconnected(guest)

    # ---- what others say ----

    def _item(self, peer: str, item: wire.AnyItem) -> None:
        match item:
            case wire.ForwardedCommand() if self._leaving:
                pass  # our tables are given up: the peer retries when it hears that we are gone
            case wire.ForwardedCommand():
                self.forwarded.add("in")
                self.remote_guests.forwarded(peer, item)
            case wire.ForwardedMessage():
                self.forwarding.told(peer, item)
            case wire.CommandFinished():
                self.forwarding.finished(peer, item)
            case wire.GuestLeft(guest=number):
                self.remote_guests.disconnected(peer, number)
            case wire.Resync():
                self.forwarding.moved(peer)

    def _gap(self, peer: str) -> None:
        """A letter is lost: forget the peer's guests, have the peer resume them, and resume ours there."""
        log.info("something the node %s sent was lost; beginning anew with it", peer)
        self.remote_guests.forget(peer)
        self.mailbox.send(peer, wire.Resync())
        self.forwarding.moved(peer)

    def _announced(self, data: bytes) -> None:
        try:
            said = wire.decode_announced(data)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            log.error("what a node told all the others can't be read: %s", error)
            return
        if isinstance(said, wire.AdminOrder):
            if said.node != self.me:
                self.on_order(said.what, said.subject, said.why)
            return
        self.lease.nudge()
        if said.node != self.me:
            self._is_gone(said.node)

    def order(self, what: str, subject: str, why: str) -> None:
        """Tell all other nodes what an administrator wants."""
        self.bus.send(wire.ALL, wire.encode(wire.AdminOrder(self.me, what, subject, why)))  # type: ignore[arg-type]

    def _is_gone(self, peer: str) -> None:
        self.mailbox.forget(peer)
        self.remote_guests.forget(peer)
        self.forwarding.moved(peer)

    def _back(self) -> None:
        self._connected_since = time.monotonic()
        self.mailbox.beat()

    # ---- the lease ----

    def _beaten(self) -> None:
        if self.bus.connected:
            self.mailbox.beat()
            self.shared_limits.beat()
            if time.monotonic() - self._connected_since > SILENT:
                for peer in self.mailbox.peers:
                    if self.mailbox.unanswered(peer) > SILENT:
                        log.warning("nothing was heard of the node %s for %g seconds", peer, SILENT)
                        self._is_gone(peer)

    async def _look_after_singletons(self) -> None:
        """A task of its own: heartbeats must not wait for a port to open or to close."""
        while True:
            await asyncio.sleep(BEAT)
            for singleton in self._singletons:
                try:
                    await singleton.look(self.lease.held)
                except TavolaError as error:
                    log.debug("a singleton: %s", error)

    def _buried(self, node: str, tables: Tables) -> None:
        """A node is dead, and its tables are ours now."""
        if node:
            self.takeovers.add()
            self.taken.add(by=len(tables))
            self.bus.send(wire.ALL, wire.encode(wire.NodeGone(node)))
        for table, fence in tables:
            self._manager.in_background(self._adopt(table, fence))
        if node:
            self._is_gone(node)

    async def _adopt(self, table: str, fence: int) -> None:
        """Bring a table back here: its clocks and bots go on, even if nobody asks for it."""
        if (live := self._manager.live.get(table)) is not None and live.fence < fence:
            self._manager.lost(frozenset({table}), words.ELSEWHERE_NOW)
        async with self._gate:
            try:
                await self._manager.find(table)
            except TavolaError as error:
                log.warning("a table could not be brought back: %s", error)

    async def _fenced(self) -> None:
        """Our lease had run out. Tables that are still ours stay: no other node wrote to them."""
        self.fenced.add()
        here = frozenset(self._manager.live)
        await self._manager.journal.flush()
        ours = await self._store.running(node=self.me)
        self._manager.lost(here.difference(ours), words.ELSEWHERE_NOW)
        for singleton in self._singletons:
            self._manager.in_background(singleton.check())
