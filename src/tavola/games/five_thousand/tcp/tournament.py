"""The tournament of 5000: one table at a time, over all nodes.

One node has the tournament and opens its port; at the others that port is closed, so that a balancer finds
the open one by itself. Which node has it is kept like the ownership of a table, in a row that no guest can
name: when that node dies another one takes it, and a node that has lost its lease closes the port.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from tavola.core.errors import TavolaError
from tavola.games.five_thousand.tcp.server import TcpServer
from tavola.server.store import Change, Clash, Listing, Store

log = logging.getLogger(__name__)

# Longer than the id of any table.
ROW = "the one table of the tournament of 5000 that may be in play at any one time"


class SharedTournament:
    """`make` makes its server. `server` is not None while the port is open."""

    def __init__(self, store: Store, me: str, make: Callable[[], TcpServer], host: str, port: int) -> None:
        self._store = store
        self._me = me
        self._make = make
        self._host = host
        self._port = port
        self.server: TcpServer | None = None
        self.ports: dict[str, int] = {}
        self._failed = False
        self._ended = False

    async def look(self, held: bool) -> None:
        """Regularly: open the port if the tournament is ours, close it if our lease has run out."""
        if not held:
            await self.close()
        elif self.server is None and not self._ended and await self._take():
            await self._open()

    async def check(self) -> None:
        """Our lease had run out: is the tournament still ours?"""
        owner = await self._store.owner(ROW)
        if owner is None or owner[0] != self._me:
            await self.close()

    async def _take(self) -> bool:
        if await self._store.owner(ROW) is None:
            try:
                await self._store.commit([Change(ROW, 1, (), listing=_LISTING)])
            except Clash:
                return False  # another node makes the row just now
        return await self._store.take(ROW, self._me) is not None

    async def _open(self) -> None:
        server = self._make()
        try:
            self.ports = await server.start(self._host, {"tournament": self._port})
        except TavolaError as error:
            if not self._failed:
                log.error("the tournament is this node's, but: %s", error)
            self._failed = True
            return
        self.server = server
        log.info("the tournament of 5000 is at this node, port %d", self.ports["tournament"])

    async def end(self, grace: float = 0.0) -> None:
        """This node stops."""
        self._ended = True
        await self.close(grace)

    async def close(self, grace: float = 0.0) -> None:
        if (server := self.server) is not None:
            self.server, self.ports = None, {}
            await server.stop(grace)


_LISTING = Listing(
    table=ROW,
    game="5000",
    options={},
    status="closed",
    public=False,
    rated=False,
    seats=[],
    created=0.0,
    changed=0.0,
)
