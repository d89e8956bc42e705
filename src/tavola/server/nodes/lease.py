"""The lease of this node, renewed by a heartbeat; and the takeover of nodes whose lease has run out.

A node whose lease has run out is dead to the others, even if it only slept: one of them takes its tables.
When it wakes up, its next write is refused by the fencing token, or its next heartbeat tells it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from tavola.core.errors import TavolaError
from tavola.server.store import Store
from tavola.server.telemetry.logs import happened

log = logging.getLogger(__name__)

LEASE = 3.0  # seconds a lease lasts after a heartbeat
BEAT = 0.75  # seconds between heartbeats

Tables = list[tuple[str, int]]  # with their fencing tokens


class Lease:
    """This node's lease. `on_lost` when it had run out; `on_dead` for each node whose lease had, with its
    tables that are ours now ("" if the node is not known); `on_beat` after each attempt."""

    def __init__(
        self,
        store: Store,
        me: str,
        *,
        on_lost: Callable[[], Awaitable[None]],
        on_dead: Callable[[str, Tables], None],
        on_beat: Callable[[], None],
    ) -> None:
        self._store = store
        self.me = me
        self._on_lost = on_lost
        self._on_dead = on_dead
        self._on_beat = on_beat
        self._since = float("-inf")
        self._joined = False
        self._late = False  # the lease had run out, and `on_lost` is still to succeed
        self._bell = asyncio.Event()
        self._well = True
        self._unsure = False  # an attempt failed: tables that came to us may not be loaded here

    @property
    def held(self) -> bool:
        """As far as this node can know by its own clock."""
        return time.monotonic() - self._since < LEASE

    async def join(self) -> None:
        """The first heartbeat. Takes the tables of a server that ran without nodes."""
        await self._beat()
        self._on_dead("", await self._store.take_over("", self.me))

    async def run(self) -> None:
        """For as long as the node lives."""
        while True:
            try:
                async with asyncio.timeout(BEAT):
                    await self._bell.wait()
            except TimeoutError:
                pass
            self._bell.clear()
            await self._once()

    def nudge(self) -> None:
        """Beat now, without waiting for the interval."""
        self._bell.set()

    async def _once(self) -> None:
        try:
            await self._beat()
            async with asyncio.timeout(LEASE / 2):  # or our own lease might run out meanwhile
                await self._take_over_dead()
            if self._unsure:
                self._on_dead("", [(table, 0) for table in await self._store.running(node=self.me)])
            self._well, self._unsure = True, False
        except (TavolaError, TimeoutError) as error:
            if self._well:
                log.warning("the lease can't be renewed: %s", error or "the database is too slow")
            self._well, self._unsure = False, True
        self._on_beat()

    async def _beat(self) -> None:
        began = time.monotonic()
        async with asyncio.timeout(LEASE / 2):
            lived = await self._store.beat(self.me, LEASE)
        if self._joined and not lived:
            log.warning("this node's lease had run out; its tables may be elsewhere by now")
            self._late = True
        self._joined = True
        if self._late:
            async with asyncio.timeout(LEASE / 2):
                await self._on_lost()
            self._late = False
        self._since = began

    async def _take_over_dead(self) -> None:
        for node in await self._store.dead():
            if node != self.me:
                tables = await self._store.take_over(node, self.me)
                happened(log, "a node is gone, its tables come here", node=node, tables=len(tables))
                self._on_dead(node, tables)

    async def release(self) -> None:
        """Give the lease up, so that other nodes can take our tables at once."""
        try:
            async with asyncio.timeout(LEASE):
                await self._store.release(self.me)
        except (TavolaError, TimeoutError) as error:
            log.warning("the lease could not be given up: %s", error)
