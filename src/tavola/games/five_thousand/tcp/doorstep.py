"""Before a scheduled game: a connection proves its team.

The schedule seats teams, so a connection first proves its team, apart from all tables and without blocking
any. A client that knows of this sends `NAME TEAM TOKEN` as soon as it is connected. A client of the original
protocol waits to be asked: after a moment it is told STARTING and a state, sends its name, and keeps that
state, because its game will begin with the same throw (dice.OPENING).
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from tavola.games.five_thousand.rules import DICE, start
from tavola.games.five_thousand.tcp.commands import Named
from tavola.games.five_thousand.tcp.connection import PlayerConnection, holder_given
from tavola.games.five_thousand.tcp.contest import FIRST, why_no_team
from tavola.games.five_thousand.tcp.dice import OPENING
from tavola.games.five_thousand.tcp.protocol import PROMPT, starting_line, state_line
from tavola.games.five_thousand.tcp.schedule import SEATS
from tavola.games.five_thousand.tcp.table import BAD_IN_A_ROW
from tavola.server.store.names import fold

if TYPE_CHECKING:
    from tavola.games.five_thousand.tcp.scheduled import ScheduledMatchmaking

log = logging.getLogger("tavola.five_thousand.tcp")

ASK_AFTER = 0.1  # seconds in which a client that knows of contests sends its name
NOT_KNOWN_YET = "?"  # the names of the opponents

_SHOWN = start(SEATS)._replace(dice=int(OPENING), in_hand=0)
assert len(OPENING) == DICE


class Doorstep:
    """A connection that has not proved its team. To the connection it has the interface of a game."""

    seated = False
    __slots__ = ("_connection", "_matchmaking", "_open", "_strikes", "_timer", "proving")

    def __init__(self, matchmaking: ScheduledMatchmaking, connection: PlayerConnection) -> None:
        self._matchmaking = matchmaking
        self._connection = connection
        self._strikes = 0
        self._open = True
        self.proving = False  # a name was sent, and is being looked up
        connection.game = self
        self._timer = matchmaking.loop.call_later(ASK_AFTER, self._ask)

    # ---- what the connection calls ----

    def heard(self, connection: PlayerConnection, quiet: bool = False) -> None:
        if not self._open or self.proving:
            return None
        command = connection.lines.next(quiet or connection.ended)
        if command is None:
            if connection.ended:
                self._send_away()
            elif connection.lines.unfinished and not quiet:
                connection.await_quiet()
        elif isinstance(command, Named):
            if banned := self._matchmaking.why_banned(connection, command.name, holder_given(command)):
                return self.expel(connection, banned)
            self.proving = True
            self._timer.cancel()
            self._matchmaking.keep(self._prove(command))
        else:
            self._refuse(FIRST)
        return None

    def name_of(self, connection: PlayerConnection) -> str:
        return connection.team or connection.name

    def expel(self, connection: PlayerConnection, why: str) -> None:
        """The guest was banned."""
        connection.say(f"ERROR: {why}\n")
        self._send_away()

    def disconnected(self, connection: PlayerConnection) -> None:  # noqa: ARG002 - there is only one
        self.close()

    def give_way(self) -> None:
        """Too many connections have not proved their team."""
        self._connection.say("ERROR: too many wait who have shown no token; come back in a moment\n")
        self._send_away()

    # ---- asking ----

    def _ask(self) -> None:
        """Ask for the first decision, as the original server does."""
        connection, settings = self._connection, self._matchmaking.environment
        if not self._open:
            return
        if not connection.told:
            others = [NOT_KNOWN_YET] * (SEATS - 1)
            connection.say(starting_line([connection.name, *others]) + "\n")
            connection.told = True
        connection.say(f"{state_line(_SHOWN)}\n{PROMPT}")
        connection.flush()
        self._timer.cancel()
        self._timer = self._matchmaking.loop.call_later(settings.seconds, self._send_away)
        self.heard(connection)  # input that came meanwhile

    def _refuse(self, why: str) -> None:
        self._strikes += 1
        self._connection.say(f"ERROR: {why}\n")
        if self._strikes < BAD_IN_A_ROW:
            self._ask()
        else:
            self._send_away()

    def _send_away(self) -> None:
        """Close the connection. No game ends here, so nothing is counted."""
        if self._open:
            self._connection.dismiss("KICK\n")
            self.close()

    def close(self) -> None:
        self._open = False
        self._timer.cancel()
        self._matchmaking.left(self._connection)

    # ---- proving ----

    async def _prove(self, said: Named) -> None:
        matchmaking = self._matchmaking
        try:
            async with asyncio.timeout(matchmaking.settings.patience):
                refusal = await why_no_team(
                    matchmaking.names,
                    matchmaking.claims,
                    self._connection.address,
                    said,
                    matchmaking.settings.teams,
                    (),
                )
        except Exception as error:
            matchmaking.counters.store_failures += 1
            log.warning("a name could not be looked up: %s", type(error).__name__)
            refusal = "names can't be looked up just now"
        self.proving = False
        if not self._open:
            return
        team = fold(said.name)
        if refusal is None and (refusal := matchmaking.why_not_ready(team)) is None:
            self._open = False
            self._connection.game = None
            self._connection.holder = holder_given(said)
            matchmaking.is_ready(self._connection, team)
        else:
            self._refuse(refusal)
