"""The TCP server of 5000: its environments, each at its own port."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tavola.core.errors import Trouble
from tavola.core.record import Record
from tavola.core.words import Phrase
from tavola.games.five_thousand.tcp.connection import PlayerConnection
from tavola.games.five_thousand.tcp.contest import Roster
from tavola.games.five_thousand.tcp.dice import TableDice, fair_dice
from tavola.games.five_thousand.tcp.matchmaking import Matchmaking, Shared
from tavola.games.five_thousand.tcp.schedule import SEATS
from tavola.games.five_thousand.tcp.scheduled import ScheduledMatchmaking
from tavola.games.five_thousand.tcp.settings import (
    ENVIRONMENTS,
    ConnectionGate,
    NameStore,
    ScoreStore,
    TcpCounters,
    TcpEnvironment,
    TcpLimits,
)
from tavola.server.admin.moderation import Moderation
from tavola.server.connections.sockets import reason
from tavola.server.limits.connections import ConnectionLimit
from tavola.server.limits.rates import TokenBuckets
from tavola.server.settings import Settings

BACKLOG = 1024
LOOK_AT_TEAMS = 2.0  # seconds between looks at the file of the teams
Make = Callable[[], asyncio.Protocol]


class TcpServer:
    """All environments of 5000 over TCP.

    `scores` and `names` may be one store. `gate`, `claims` and `written` are given by a server with other
    ports, whose limits for connections, attempts and bytes hold for all of them together; `behind` wraps the
    protocol factory, to read the PROXY headers of a balancer.
    """

    def __init__(
        self,
        environments: Sequence[TcpEnvironment] = ENVIRONMENTS,
        *,
        scores: ScoreStore,
        names: NameStore,
        settings: TcpLimits | None = None,
        gate: ConnectionGate | None = None,
        claims: TokenBuckets | None = None,
        written: TokenBuckets | None = None,
        moderation: Moderation | None = None,
        dice: Callable[[int], TableDice] = fair_dice,
        shuffle: Callable[[list[PlayerConnection]], None] | None = None,
        behind: Callable[[Make], Make] = lambda make: make,
    ) -> None:
        self.environments = tuple(environments)
        self.settings = settings or TcpLimits()
        self.counters = TcpCounters()
        gate = gate or ConnectionLimit(self.settings.connections, self.settings.per_address)
        claims = TokenBuckets(Settings().claim_rate) if claims is None else claims
        written = TokenBuckets(Settings().address_log_rate) if written is None else written
        shared = Shared(
            self.settings,
            scores,
            names,
            gate,
            claims,
            written,
            self.counters,
            dice,
            moderation or Moderation(),
        )
        self._shared = replace(shared, shuffle=shuffle) if shuffle else shared
        self._behind = behind
        self._matchmakings: dict[str, Matchmaking] = {}
        self._servers: list[asyncio.Server] = []
        self._following: asyncio.Task[None] | None = None
        self._shared.moderation.listeners.append(self._expel_banned)

    def _expel_banned(self) -> None:
        for matchmaking in self._matchmakings.values():
            matchmaking.expel_banned()

    async def start(self, host: str, ports: Mapping[str, int] | None = None) -> dict[str, int]:
        """Listen; returns the port of each environment. Port 0 is any free one."""
        ports = ports or {}
        found: dict[str, int] = {}
        for each in self.environments:
            scheduled = each.single and len(self.settings.teams) >= SEATS and self.settings.tournament
            kind = ScheduledMatchmaking if scheduled else Matchmaking
            matchmaking = self._matchmakings[each.name] = kind(each, self._shared)
            port = ports.get(each.name, each.port)
            found[each.name] = await self._open(matchmaking, host, port)
        if isinstance(roster := self.settings.teams, Roster):
            self._following = asyncio.create_task(self._follow_teams(roster))
        return found

    async def _open(self, matchmaking: Matchmaking, host: str, port: int) -> int:
        loop = asyncio.get_running_loop()
        try:
            server = await loop.create_server(
                self._behind(lambda: PlayerConnection(matchmaking)), host, port, backlog=BACKLOG
            )
        except OSError as error:
            self._close_servers()
            raise Trouble(reason(error, host, port, f"--{matchmaking.environment.name}-port")) from None
        self._servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    async def _follow_teams(self, roster: Roster) -> None:
        while True:
            await asyncio.sleep(LOOK_AT_TEAMS)
            if await asyncio.to_thread(roster.look):
                for matchmaking in self._matchmakings.values():
                    matchmaking.teams_changed()

    def _close_servers(self) -> None:
        if self._following is not None:
            self._following.cancel()
        for server in self._servers:
            server.close()
        self._servers.clear()

    async def stop(self, grace: float = 0.0) -> None:
        """Begin no tables; those in play may finish within `grace` seconds, then they end without blame."""
        self._close_servers()
        if self._expel_banned in self._shared.moderation.listeners:
            self._shared.moderation.listeners.remove(self._expel_banned)
        matchmakings = list(self._matchmakings.values())
        for matchmaking in matchmakings:
            matchmaking.close()
        deadline = asyncio.get_running_loop().time() + grace
        while (
            any(matchmaking.games for matchmaking in matchmakings)
            and asyncio.get_running_loop().time() < deadline
        ):
            await asyncio.sleep(min(0.02, max(0.0, grace)))
        for matchmaking in matchmakings:
            matchmaking.stop()
        for matchmaking in matchmakings:
            await matchmaking.settle()
        await self._see_off(
            [connection for matchmaking in matchmakings for connection in matchmaking.connections]
        )

    async def _see_off(self, connections: list[PlayerConnection]) -> None:
        """Give clients a moment to read the last lines, then close all connections."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.settings.linger
        while loop.time() < deadline and not all(
            connection.transport.is_closing() for connection in connections
        ):
            await asyncio.sleep(0.01)
        for connection in connections:
            connection.transport.abort()
        await asyncio.sleep(0)

    def in_play(self, table: str) -> Record | Phrase | None:
        """See `LookedOn` in server/service.py."""
        for matchmaking in self._matchmakings.values():
            if (found := matchmaking.in_play(table)) is not None:
                return found
        return None

    def status(self) -> dict[str, dict[str, Any]]:
        """For each environment: the players that wait and that play, and the commitments of the dice."""
        return {name: matchmaking.status() for name, matchmaking in self._matchmakings.items()}
