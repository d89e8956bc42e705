"""Matchmaking of one environment: players that wait, and their tables."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from tavola.core.record import Record
from tavola.core.words import Phrase
from tavola.games.five_thousand.tcp.connection import PlayerConnection
from tavola.games.five_thousand.tcp.dice import TableDice
from tavola.games.five_thousand.tcp.gallery import Gallery, over_game
from tavola.games.five_thousand.tcp.protocol import NOT_OPEN_YET
from tavola.games.five_thousand.tcp.running_game import RunningGame
from tavola.games.five_thousand.tcp.settings import (
    ConnectionGate,
    NameStore,
    ScoreStore,
    TcpCounters,
    TcpEnvironment,
    TcpLimits,
)
from tavola.server.admin.moderation import Moderation, why
from tavola.server.limits.addresses import address_key
from tavola.server.limits.connections import SAID_EVERY, TooManyConnections
from tavola.server.limits.rates import TokenBuckets
from tavola.server.store.names import fold
from tavola.server.telemetry.logs import RateLimitedLog

log = logging.getLogger("tavola.five_thousand.tcp")

LOOKED_ON_EVERY = 1.0  # seconds for which all spectators of a table are shown the same
MOST_LOOKED_ON = 64  # tables for which that is cached


@dataclass(frozen=True, slots=True)
class Shared:
    """What all environments share."""

    settings: TcpLimits
    scores: ScoreStore
    names: NameStore
    gate: ConnectionGate
    claims: TokenBuckets
    written: TokenBuckets  # bytes of records of games that players have left, by address
    counters: TcpCounters
    dice: Callable[[int], TableDice]
    moderation: Moderation
    shuffle: Callable[[list[PlayerConnection]], None] = secrets.SystemRandom().shuffle


class Matchmaking:
    """The players of one environment, waiting in order of arrival, and its tables."""

    def __init__(self, environment: TcpEnvironment, shared: Shared) -> None:
        self.environment = environment
        self.shared = shared
        self.settings = shared.settings
        self.counters = shared.counters
        self.scores = shared.scores
        self.names = shared.names
        self.claims = shared.claims
        self.loop = asyncio.get_running_loop()
        self.waiting: dict[PlayerConnection, None] = {}
        self.games: dict[RunningGame, None] = {}
        self.connections: set[PlayerConnection] = set()
        self.closing = False
        self.gallery = Gallery()
        self.next_dice = shared.dice(environment.seats)
        self.notes = RateLimitedLog(
            200, 10.0
        )  # of games: players that connect and leave again and again begin many
        self._so_far: dict[str, tuple[float, Record]] = {}  # what spectators were shown last, and when
        self._refusals = RateLimitedLog(1, SAID_EVERY)
        self._tasks: set[asyncio.Task[None]] = set()

    def keep(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run a task; it is kept until it is done."""
        task = self.loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def contest(self) -> bool:
        """Do only teams play here? Training is open to everybody."""
        return bool(self.settings.teams) and self.environment.seats > 1

    def teams_changed(self) -> None:
        """A team entered the contest, or left it. Nothing to do: the settings are read each time."""

    # ---- connections ----

    def arrived(self, connection: PlayerConnection) -> None:
        if self._let_in(connection):
            self.fill()

    def _let_in(self, connection: PlayerConnection, closed: str = "") -> bool:
        """Let a new connection wait; or refuse it, and say why. `closed`: nothing is played any more."""
        if why := closed or self._why_not(connection):
            self.counters.refused += 1
            connection.turn_away(f"ERROR: {why}\nKICK\n")
            return False
        self.counters.connections += 1
        self.connections.add(connection)
        self.waiting[connection] = None
        return True

    def _why_not(self, connection: PlayerConnection) -> str | None:
        if self.closing:
            return "the server is closing; come back in a minute"
        if (banned := self.shared.moderation.find("ban", address=connection.address)) is not None:
            return why(banned).en
        if self.environment.single and not self.settings.tournament:
            return NOT_OPEN_YET
        if len(self.waiting) >= self.settings.waiting and not self.made_room():
            limit, where = "--arena-waiting", self.environment.name
            self._refusals.happened(log, "connections are refused", limit=limit, environment=where)
            return f"{len(self.waiting)} players are waiting already; come back in a minute"
        wait = self.shared.written.wait(address_key(connection.address), time.monotonic())
        if wait and not self.contest:
            where = self.environment.name
            self._refusals.happened(
                log, "connections are refused", limit="--address-log-rate", environment=where
            )
            return f"too many games were left from your address; come back in {wait:.0f} seconds"
        try:
            connection.place = self.shared.gate.enter(
                connection.address, connection.give_way, connection.stake
            )
        except TooManyConnections as no:
            return str(no)
        return None

    def thinking(self, name: str) -> float:  # noqa: ARG002 - a subclass uses it
        """How many seconds a player may think in a whole game; 0: any number."""
        return 0.0

    def charged(self, connection: PlayerConnection, name: str) -> str | None:
        """On whose account the record of a game is that a player has left: the address's; in a contest the
        team's, because a class shares an address. None: a connection without a team plays nothing there."""
        if not self.contest:
            return address_key(connection.address)
        return f"team {fold(name)}" if connection.proven else None

    def why_too_often(self, name: str) -> str | None:
        """Why a team may not play just now."""
        wait = self.shared.written.wait(f"team {fold(name)}", time.monotonic())
        return f"your team has left too many games; again in {wait:.0f} seconds" if wait else None

    def made_room(self) -> bool:
        """When the waiting room is full: was a waiting connection closed for the new one?"""
        return False

    def expel_banned(self) -> None:
        """Disconnect banned players; they lose the games they play."""
        for connection in tuple(self.connections):
            if (text := self.why_banned(connection)) and not connection.leaving:
                if connection.game is not None:
                    connection.game.expel(connection, text)
                else:
                    self.left(connection)
                    connection.dismiss(f"ERROR: {text}\nKICK\n")

    def why_banned(self, connection: PlayerConnection, name: str = "", holder: str = "") -> str | None:
        """Why a connection is banned, under its own name or a wanted one; None: it is not."""
        named = name or connection.playing_as
        one = self.shared.moderation.find("ban", holder or connection.holder, [named], connection.address)
        return None if one is None else why(one).en

    def left(self, connection: PlayerConnection) -> None:
        """The connection no longer waits. A player that was not playing yet loses nothing."""
        self.waiting.pop(connection, None)

    def closed(self, connection: PlayerConnection) -> None:
        if connection in self.connections:
            self.connections.discard(connection)
            if connection.place is not None:
                connection.place.leave()

    # ---- tables ----

    def fill(self) -> None:
        """Seat the players that came first, while they fill a table and one more is allowed."""
        most = 1 if self.environment.single else self.settings.tables
        seats = self.environment.seats
        for connection in [connection for connection in self.waiting if connection.transport.is_closing()]:
            self.left(connection)
        while len(self.waiting) >= seats and len(self.games) < most and not self.closing:
            connections = [connection for connection, _ in zip(self.waiting, range(seats), strict=False)]
            for connection in connections:
                del self.waiting[connection]
            self.shared.shuffle(connections)
            game = RunningGame(self, connections, self.next_dice)
            self.next_dice = self.shared.dice(seats)
            self.games[game] = None
            self.counters.tables += 1
            game.begin()

    def ended(self, game: RunningGame) -> None:
        del self.games[game]
        self.fill()

    async def count(self, game: RunningGame) -> None:
        """Write the result of a game. The players are told it afterwards."""
        if gains := game.gains():
            record = game.record()
            await self.scores.count(self.environment.name, gains, record, time.time())
            self.gallery.add(over_game(record))

    def in_play(self, table: str) -> Record | Phrase | None:
        """A game as far as it is played, for spectators; or why they have to wait for it."""
        found = next((game for game in self.games if game.dice.table == table), None)
        if found is None:
            return None
        now, kept = self.loop.time(), self._so_far.get(table)
        if kept is None or now - kept[0] >= LOOKED_ON_EVERY:
            if len(self._so_far) >= MOST_LOOKED_ON:
                self._so_far.clear()
            kept = self._so_far[table] = now, found.record_so_far()
        return kept[1]

    # ---- closing ----

    def close(self) -> None:
        """Begin no new tables, and disconnect waiting players."""
        self.closing = True
        for connection in list(self.waiting):
            self.left(connection)
            connection.dismiss("KICK\n")

    def stop(self) -> None:
        for game in list(self.games):
            game.stop()

    async def settle(self) -> None:
        """Wait until all tasks are done."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def status(self) -> dict[str, Any]:
        return {
            "seats": self.environment.seats,
            "seconds": self.environment.seconds,
            "waiting": [connection.name for connection in self.waiting],
            "tables": [
                {
                    "table": p.dice.table,
                    "commitment": p.dice.commitment,
                    "names": list(p.table.names),
                    "began": p.began,
                }
                for p in self.games
            ],
            "next": {"table": self.next_dice.table, "commitment": self.next_dice.commitment},
            "gallery": self.gallery,
        }
