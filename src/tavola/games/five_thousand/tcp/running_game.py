"""A table in play: the input of its players, the clock, and a result that is written before it is told."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Literal

from tavola.games.five_thousand.tcp.commands import Bad, Command, Decision, Logged, Named, TimeWanted
from tavola.games.five_thousand.tcp.connection import PlayerConnection, holder_given
from tavola.games.five_thousand.tcp.contest import FIRST, why_no_team
from tavola.games.five_thousand.tcp.gallery import BEGAN, SECONDS
from tavola.games.five_thousand.tcp.names import why_not
from tavola.games.five_thousand.tcp.protocol import PROMPT
from tavola.games.five_thousand.tcp.seat_log import AGAIN, NO_TOKEN, SeatLog
from tavola.games.five_thousand.tcp.table import BAD_IN_A_ROW, TableEnding, TcpTable, Told
from tavola.server.store.names import fold
from tavola.server.telemetry.logs import Fact

if TYPE_CHECKING:
    from tavola.core.record import Record
    from tavola.games.five_thousand.tcp.dice import TableDice
    from tavola.games.five_thousand.tcp.matchmaking import Matchmaking

log = logging.getLogger("tavola.five_thousand.tcp")

AT_ONCE = 32  # commands of one table handled before the other tables get their turn
SECOND_LOOK = 0.02  # seconds in which a command still counts that arrived in time but was not read yet


class RunningGame:
    """One table and its connections, in seat order."""

    seated = True
    __slots__ = (
        "_asked",
        "_busy",
        "_deadline",
        "_done",
        "_logs",
        "_strikes",
        "_thought",
        "_timer",
        "began",
        "connections",
        "dice",
        "matchmaking",
        "seconds",
        "table",
    )

    def __init__(
        self, matchmaking: Matchmaking, connections: list[PlayerConnection], dice: TableDice
    ) -> None:
        self.matchmaking = matchmaking
        self.connections = connections
        self.dice = dice
        self.began = time.time()
        self.seconds = 0.0  # how long it took
        self.table = TcpTable(
            [connection.name for connection in connections],
            dice.source,
            tally=matchmaking.counters,
            most_decisions=matchmaking.settings.decisions,
        )
        self._busy = False  # we wait for the store, or the other tables come first
        self._done = False
        self._strikes = [0] * len(connections)  # commands before the team was proved
        self._logs: dict[int, SeatLog] = {}  # of seats that have sent TIME or LOG
        self._deadline = 0.0
        self._asked = -1, 0.0  # the seat asked last, and when
        self._thought = [0.0] * len(connections)  # seconds
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        self._note("a game of 5000 begins", names=tuple(self.table.names))
        self._tell(self.table.begin({seat for seat, each in enumerate(self.connections) if each.told}))
        for connection in self.connections:
            connection.game = self
            connection.flush()
        self._timer = self.matchmaking.loop.call_at(self._deadline, self._tick)
        self._go_on()

    def _note(self, says: str, **facts: Fact) -> None:
        matchmaking, table = self.matchmaking, self.dice.table
        matchmaking.notes.happened(log, says, environment=matchmaking.environment.name, table=table, **facts)

    def _note_end(self, ending: TableEnding) -> None:
        """Log the end, with the winner, or the player that was too slow or left."""
        who: dict[str, Fact] = {}
        if ending.seat is not None:
            who["winner" if ending.how == "played" else "loser"] = self.table.names[ending.seat]
        self._note("a game of 5000 is over", how=ending.how, **who)

    @property
    def over(self) -> bool:
        return self.table.ending is not None

    # ---- listening ----

    def heard(self, connection: PlayerConnection, quiet: bool = False) -> None:
        """A connection has input, or was quiet for a moment, or has ended."""
        if self.over:
            return
        if connection is self.connections[self.table.asked]:
            if not self._busy:
                self._go_on(quiet)
        elif connection.ended and not connection.lines.unfinished:
            self._lose(self.connections.index(connection), "left")

    def disconnected(self, connection: PlayerConnection) -> None:
        """The connection is lost: unlike at an end of input, nothing can be sent any more."""
        if not self.over:
            self._lose(self.connections.index(connection), "left")

    def _go_on(self, quiet: bool = False) -> None:
        """Handle the input of the asked player, then that of the next, as far as there is any."""
        try:
            self._handle(quiet)
        except Exception:
            # Our own fault and not the players': the game ends without blame.
            self.matchmaking.counters.faults += 1
            log.exception("a game of 5000 could not go on")
            self.table.stop()
            self._end()

    def _handle(self, quiet: bool) -> None:
        self._busy = False
        for _ in range(AT_ONCE):
            connection = self.connections[self.table.asked]
            command = connection.lines.next(quiet or connection.ended)
            if command is None:
                self._wait_for(connection, quiet)
                return
            quiet = False
            self._do(connection, command)
            if self._busy or self.over:
                return
        self._busy = True
        self.matchmaking.loop.call_soon(self._go_on_later)

    def _go_on_later(self) -> None:
        if not self.over:
            self._go_on()

    def _wait_for(self, connection: PlayerConnection, quiet: bool) -> None:
        if connection.ended:
            self._lose(self.table.asked, "left")
            return
        connection.listen_on()
        if connection.lines.unfinished and not quiet:
            connection.await_quiet()

    def _do(self, connection: PlayerConnection, command: Command) -> None:
        match command:
            case Named():
                pass
            case _ if self.matchmaking.contest and not connection.proven:
                return self._no_team()
        match command:
            case Decision(action):
                if (log_ := self._logs.get(self.table.asked)) is not None:
                    log_.answered(self.matchmaking.loop.time())
                self._tell(self.table.decide(action))
            case Bad(why):
                self._tell(self.table.refuse(why))
            case TimeWanted():
                self._tell(self._tell_time())
            case Logged(text):
                if connection.holder:
                    self._log_of(self.table.asked).said(text)
                else:
                    self._tell(self.table.refuse(NO_TOKEN))
            case Named() if refusal := self.table.why_no_name():
                self._tell(self.table.refuse(refusal))
            case Named():
                if banned := self.matchmaking.why_banned(connection, command.name, holder_given(command)):
                    return self.expel(connection, banned)
                self._busy = True
                self.matchmaking.keep(self._register(connection, command))
        return None

    def _log_of(self, seat: int) -> SeatLog:
        """The log of a seat, made if need be."""
        if seat not in self._logs:
            self._logs[seat] = log_ = SeatLog()
            log_.asked(len(self.table.match.moves), self.matchmaking.loop.time())
        return self._logs[seat]

    def _tell_time(self) -> Told:
        log_ = self._log_of(self.table.asked)
        if log_.tells_time:
            return self.table.refuse(AGAIN)
        log_.tells_time = True
        return self.table.ask_again()

    def _with_time(self, seat: int, text: str) -> str:
        """A question, with the time if the seat has asked for it."""
        if (log_ := self._logs.get(seat)) is None or not text.endswith(PROMPT):
            return text
        log_.asked(len(self.table.match.moves), self.matchmaking.loop.time())
        return log_.time_line(self.dice.table, round(self._left(seat), 3)) + text if log_.tells_time else text

    def _left(self, seat: int) -> float:
        """Seconds that a seat has left for its decision."""
        seconds, thinking = (
            self.matchmaking.environment.seconds,
            self.matchmaking.thinking(self.table.names[seat]),
        )
        return min(seconds, max(0.0, thinking - self._thought[seat])) if thinking else seconds

    def _ask_anew(self) -> None:
        """Stop the clock of the seat asked before, and start that of the seat asked now."""
        (before, since), now = self._asked, self.matchmaking.loop.time()
        if before >= 0:  # at most the time of a decision: this process may have been suspended
            self._thought[before] += min(now - since, self.matchmaking.environment.seconds)
        self._asked = self.table.asked, now
        self._deadline = now + self._left(self.table.asked)

    def _tell(self, told: Told) -> None:
        self._ask_anew()
        for seat, text in told:
            self.connections[seat].say(self._with_time(seat, text) if self._logs else text)
        for seat, _ in told:
            self.connections[seat].flush()
        if self.over:
            self._end()

    def _no_team(self) -> None:
        """In a contest nothing is played before the team is proved; after some refusals the seat loses."""
        seat = self.table.asked
        self._strikes[seat] += 1
        if self._strikes[seat] < BAD_IN_A_ROW:
            self._tell(self.table.refuse(FIRST))
        else:
            self._lose(seat, "left")

    # ---- names ----

    async def _register(self, connection: PlayerConnection, said: Named) -> None:
        try:
            async with asyncio.timeout(self.matchmaking.settings.patience):
                refusal = await self._why_not(connection, said)
        except Exception as error:
            self.matchmaking.counters.store_failures += 1
            log.warning("a name could not be looked up: %s", type(error).__name__)
            refusal = "names can't be looked up just now"
        if self.over:
            return
        connection.proven = connection.proven or not refusal
        connection.holder = connection.holder if refusal else holder_given(said)
        self._tell(self.table.refuse(refusal) if refusal else self.table.rename(said.name))
        if not self.over:
            self._go_on()

    async def _why_not(self, connection: PlayerConnection, said: Named) -> str | None:
        matchmaking = self.matchmaking
        if not matchmaking.contest:
            return await why_not(
                matchmaking.names,
                matchmaking.claims,
                connection.address,
                said,
                (*matchmaking.settings.reserved_names, *matchmaking.shared.moderation.reserved),
            )
        if connection.team and fold(said.name) == connection.team:
            return None  # already proved
        here = [fold(self.table.names[seat]) for seat, other in enumerate(self.connections) if other.proven]
        why = await why_no_team(
            matchmaking.names, matchmaking.claims, connection.address, said, matchmaking.settings.teams, here
        )
        return why or matchmaking.why_too_often(said.name)

    def name_of(self, connection: PlayerConnection) -> str:
        return self.table.names[self.connections.index(connection)]

    def expel(self, connection: PlayerConnection, why: str) -> None:
        """The player was banned: tell them why; they have left the game."""
        if not self.over:
            connection.say(f"ERROR: {why}\n")
            self._lose(self.connections.index(connection), "left")

    # ---- the clock ----

    def _tick(self) -> None:
        """One timer for the whole game: when it fires, the deadline may have moved, and it is set again."""
        if self.over:
            return
        now = self.matchmaking.loop.time()
        if self._busy:
            self._deadline = now + self.matchmaking.environment.seconds
        if now < self._deadline:
            self._timer = self.matchmaking.loop.call_at(self._deadline, self._tick)
        else:
            self._timer = self.matchmaking.loop.call_later(SECOND_LOOK, self._second_look, self._deadline)

    def _second_look(self, deadline: float) -> None:
        """Too late, unless input came in time: unfinished input counts as finished now."""
        if self.over:
            return
        if self._deadline == deadline and not self._busy:
            self._go_on(quiet=True)
        if self._deadline == deadline and not self._busy and not self.over:
            self._lose(self.table.asked, "time")
        elif not self.over:
            self._tick()

    # ---- the end ----

    def _lose(self, seat: int, how: Literal["time", "left"]) -> None:
        self.table.lose(seat, how)
        self._end()

    def stop(self) -> None:
        """End without a winner and without blame."""
        if not self.over:
            self.table.stop()
            self._end()

    def _end(self) -> None:
        if self._done:
            return
        self._done = True
        self.seconds = max(0.0, time.time() - self.began)
        if self._timer is not None:
            self._timer.cancel()
        self.matchmaking.keep(self._finish())

    def gains(self) -> dict[str, tuple[int, int]]:
        """The gains of each name; in a contest of teams only."""
        gains = self.table.counts()
        if not self.matchmaking.contest:
            return gains
        proven = {
            self.table.names[seat] for seat, connection in enumerate(self.connections) if connection.proven
        }
        return {name: gained for name, gained in gains.items() if name in proven}

    def record(self) -> Record:
        when = {BEGAN: f"{self.began:.3f}", SECONDS: f"{self.seconds:.3f}"}
        return self.table.record({"Arena": self.matchmaking.environment.name, **self.dice.tags(), **when})

    def record_so_far(self) -> Record:
        """The record for spectators during the game, without the seed of its dice."""
        tags = {"Arena": self.matchmaking.environment.name, "Table": self.dice.table}
        when = {"Commitment": self.dice.commitment, BEGAN: f"{self.began:.3f}"}
        self.table.match.names = tuple(self.table.names)
        return self.table.match.record({**tags, **when})

    def _charge(self, ending: TableEnding) -> None:
        """Rate limit for leaving games: that is cheap for a player, but each game leaves a record."""
        if ending.how in ("left", "time") and ending.seat is not None:
            who = self.matchmaking.charged(self.connections[ending.seat], self.table.names[ending.seat])
            if who is not None:
                self.matchmaking.shared.written.spend(who, time.monotonic(), len(str(self.record())))

    async def _finish(self) -> None:
        """Write the result, then tell it. If it can't be written, the players are still told."""
        ending = self.table.ending
        assert ending is not None
        self.matchmaking.counters.ended(ending.how)
        try:
            self._charge(ending)
            async with asyncio.timeout(self.matchmaking.settings.patience):
                await self.matchmaking.count(self)
        except Exception as error:
            self.matchmaking.counters.store_failures += 1
            log.error(
                "a result of %s could not be kept: %s",
                self.matchmaking.environment.name,
                type(error).__name__,
            )
        finally:
            self._note_end(ending)
            for connection in self.connections:
                connection.dismiss(self.table.farewell())
            self.matchmaking.keep(self._keep_logs())
            self.matchmaking.ended(self)

    async def _keep_logs(self) -> None:
        """Keep the players' logs of their own decisions, each for its token alone."""
        for seat, log_ in self._logs.items():
            log_.close()
            if not (holder := self.connections[seat].holder) or not log_.lines:
                continue
            try:
                await self.matchmaking.scores.add_bot_log(self.dice.table, holder, log_.lines)
            except Exception as error:
                self.matchmaking.counters.store_failures += 1
                log.warning("the log of a player could not be kept: %s", type(error).__name__)
