"""Connection limits: how many connections there may be at once, from one address and in all."""

from __future__ import annotations

import logging

from tavola.server.limits.addresses import address_key
from tavola.server.settings import Settings
from tavola.server.telemetry.logs import RateLimitedLog

log = logging.getLogger(__name__)
SAID_EVERY = 10.0  # seconds between two lines of the log about connections that are refused


class ConnectionLimit:
    """Counts who is in, by address and in all."""

    def __init__(self, most: int, per_address: int) -> None:
        self._most = most
        self._per_address = per_address
        self._inside: dict[str, int] = {}
        self.count = 0
        self._notes = RateLimitedLog(1, SAID_EVERY)

    @classmethod
    def of(cls, settings: Settings) -> ConnectionLimit:
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
