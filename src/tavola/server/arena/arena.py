"""The 5000 arena: its environments, each behind its own port."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tavola.core.errors import Trouble
from tavola.server.arena.dice import TableDice, fair_dice
from tavola.server.arena.door import Door
from tavola.server.arena.room import House, Room
from tavola.server.arena.settings import (
    ENVIRONMENTS,
    ArenaSettings,
    Counters,
    Environment,
    Gate,
    Names,
    Scores,
)
from tavola.server.limits import Bucket, Doorkeeper
from tavola.server.settings import Settings
from tavola.server.sockets import reason

BACKLOG = 1024


class Arena:
    """All environments of 5000 over TCP.

    `scores` and `names` may be one store. `gate` and `claims` are for a server with more doors than these,
    which counts connections and attempts over all of them.
    """

    def __init__(
        self,
        environments: Sequence[Environment] = ENVIRONMENTS,
        *,
        scores: Scores,
        names: Names,
        settings: ArenaSettings | None = None,
        gate: Gate | None = None,
        claims: Bucket | None = None,
        dice: Callable[[int], TableDice] = fair_dice,
        shuffle: Callable[[list[Door]], None] | None = None,
    ) -> None:
        self.environments = tuple(environments)
        self.settings = settings or ArenaSettings()
        self.counters = Counters()
        gate = gate or Doorkeeper(self.settings.connections, self.settings.per_address)
        claims = Bucket(Settings().claim_rate) if claims is None else claims
        house = House(self.settings, scores, names, gate, claims, self.counters, dice)
        self._house = replace(house, shuffle=shuffle) if shuffle else house
        self._rooms: dict[str, Room] = {}
        self._servers: list[asyncio.Server] = []

    async def start(self, host: str, ports: Mapping[str, int] | None = None) -> dict[str, int]:
        """Open the doors; which port each environment got. Port 0 is any free one."""
        ports = ports or {}
        found: dict[str, int] = {}
        for each in self.environments:
            room = self._rooms[each.name] = Room(each, self._house)
            port = ports.get(each.name, each.port)
            found[each.name] = await self._open(room, host, port)
        return found

    async def _open(self, room: Room, host: str, port: int) -> int:
        loop = asyncio.get_running_loop()
        try:
            server = await loop.create_server(lambda: Door(room), host, port, backlog=BACKLOG)
        except OSError as error:
            self._close_servers()
            raise Trouble(reason(error, host, port, f"--{room.environment.name}-port")) from None
        self._servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    def _close_servers(self) -> None:
        for server in self._servers:
            server.close()
        self._servers.clear()

    async def stop(self, grace: float = 0.0) -> None:
        """No new tables; those in play may finish within `grace` seconds, then they end without blame."""
        self._close_servers()
        rooms = list(self._rooms.values())
        for room in rooms:
            room.close()
        deadline = asyncio.get_running_loop().time() + grace
        while any(room.plays for room in rooms) and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(min(0.02, max(0.0, grace)))
        for room in rooms:
            room.stop()
        for room in rooms:
            await room.settle()
        await self._see_off([door for room in rooms for door in room.doors])

    async def _see_off(self, doors: list[Door]) -> None:
        """A moment to read the last words, then the connections are closed whoever is still there."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.settings.linger
        while loop.time() < deadline and not all(door.transport.is_closing() for door in doors):
            await asyncio.sleep(0.01)
        for door in doors:
            door.transport.abort()
        await asyncio.sleep(0)

    def status(self) -> dict[str, dict[str, Any]]:
        """For each environment: who waits and who plays, by name; the commitments of the dice."""
        return {name: room.status() for name, room in self._rooms.items()}
