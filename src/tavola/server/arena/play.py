"""A table in play: who is listened to, the clock, and an end that is written down before it is told."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Literal

from tavola.server.arena.contest import FIRST, why_no_team
from tavola.server.arena.door import Door
from tavola.server.arena.names import why_not
from tavola.server.logs import Fact
from tavola.server.store.names import fold
from tavola.table.arena import BAD_IN_A_ROW, ArenaTable, Ending, Told
from tavola.table.arena_lines import Bad, Command, Decision, Named

if TYPE_CHECKING:
    from tavola.server.arena.dice import TableDice
    from tavola.server.arena.room import Room

log = logging.getLogger("tavola.arena")

AT_ONCE = 32  # commands of one table handled before the other tables get their turn
SECOND_LOOK = 0.02  # seconds: what has arrived in time but was not read yet, because we were busy, counts


class Play:
    """One table and the doors around it, in seat order."""

    __slots__ = ("_busy", "_deadline", "_done", "_strikes", "_timer", "dice", "doors", "room", "table")

    def __init__(self, room: Room, doors: list[Door], dice: TableDice) -> None:
        self.room = room
        self.doors = doors
        self.dice = dice
        self.table = ArenaTable(
            [door.name for door in doors],
            dice.source,
            tally=room.counters,
            most_decisions=room.settings.decisions,
        )
        self._busy = False  # somebody else is thinking: the store, or the other tables come first
        self._done = False
        self._strikes = [0] * len(doors)  # decisions of one who has not proved his team
        self._deadline = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        self._note("a game of 5000 begins", names=tuple(self.table.names))
        self._tell(self.table.begin())
        for door in self.doors:
            door.play = self
            door.flush()
        self._timer = self.room.loop.call_at(self._deadline, self._tick)
        self._go_on()

    def _note(self, says: str, **facts: Fact) -> None:
        room, table = self.room, self.dice.table
        room.notes.happened(log, says, environment=room.environment.name, table=table, **facts)

    def _note_end(self, ending: Ending) -> None:
        """Whoever is named has won if the game was won, and else was too slow or left."""
        who: dict[str, Fact] = {}
        if ending.seat is not None:
            who["winner" if ending.how == "played" else "loser"] = self.table.names[ending.seat]
        self._note("a game of 5000 is over", how=ending.how, **who)

    @property
    def over(self) -> bool:
        return self.table.ending is not None

    # ---- listening ----

    def heard(self, door: Door, quiet: bool = False) -> None:
        """Somebody said something, or said nothing for a moment, or will say nothing any more."""
        if self.over:
            return
        if door is self.doors[self.table.asked]:
            if not self._busy:
                self._go_on(quiet)
        elif door.ended and not door.lines.unfinished:
            self._lose(self.doors.index(door), "left")

    def lost(self, door: Door) -> None:
        """The connection is broken: unlike one who only stopped talking, he hears nothing any more."""
        if not self.over:
            self._lose(self.doors.index(door), "left")

    def _go_on(self, quiet: bool = False) -> None:
        """Handle what the asked player has said, and then the next one, as far as there is something."""
        try:
            self._handle(quiet)
        except Exception:
            # Whatever it is, it is ours and not the players': the game ends without blame.
            self.room.counters.faults += 1
            log.exception("a game of 5000 could not go on")
            self.table.stop()
            self._end()

    def _handle(self, quiet: bool) -> None:
        self._busy = False
        for _ in range(AT_ONCE):
            door = self.doors[self.table.asked]
            command = door.lines.next(quiet or door.ended)
            if command is None:
                self._wait_for(door, quiet)
                return
            quiet = False
            self._do(door, command)
            if self._busy or self.over:
                return
        self._busy = True
        self.room.loop.call_soon(self._go_on_later)

    def _go_on_later(self) -> None:
        if not self.over:
            self._go_on()

    def _wait_for(self, door: Door, quiet: bool) -> None:
        if door.ended:
            self._lose(self.table.asked, "left")
            return
        door.listen_on()
        if door.lines.unfinished and not quiet:
            door.await_quiet()

    def _do(self, door: Door, command: Command) -> None:
        match command:
            case Decision() | Bad() if self.room.contest and not door.proven:
                self._no_team()
            case Decision(action):
                self._tell(self.table.decide(action))
            case Bad(why):
                self._tell(self.table.refuse(why))
            case Named() if refusal := self.table.why_no_name():
                self._tell(self.table.refuse(refusal))
            case Named():
                self._busy = True
                self.room.keep(self._register(door, command))

    def _tell(self, told: Told) -> None:
        for seat, text in told:
            self.doors[seat].say(text)
        for seat, _ in told:
            self.doors[seat].flush()
        self._deadline = self.room.loop.time() + self.room.environment.seconds
        if self.over:
            self._end()

    def _no_team(self) -> None:
        """In a contest nothing is played before the token is shown; who won't is sent away."""
        seat = self.table.asked
        self._strikes[seat] += 1
        if self._strikes[seat] < BAD_IN_A_ROW:
            self._tell(self.table.refuse(FIRST))
        else:
            self._lose(seat, "left")

    # ---- names ----

    async def _register(self, door: Door, said: Named) -> None:
        try:
            async with asyncio.timeout(self.room.settings.patience):
                refusal = await self._why_not(door, said)
        except Exception as error:
            self.room.counters.store_failures += 1
            log.warning("a name could not be looked up: %s", type(error).__name__)
            refusal = "names can't be looked up just now"
        if self.over:
            return
        door.proven = door.proven or not refusal
        self._tell(self.table.refuse(refusal) if refusal else self.table.rename(said.name))
        if not self.over:
            self._go_on()

    async def _why_not(self, door: Door, said: Named) -> str | None:
        room = self.room
        if not room.contest:
            return await why_not(room.names, room.claims, door.address, said)
        here = [fold(self.table.names[seat]) for seat, other in enumerate(self.doors) if other.proven]
        return await why_no_team(room.names, room.claims, door.address, said, room.settings.teams, here)

    # ---- the clock ----

    def _tick(self) -> None:
        """One timer for the whole game: it fires when the first decision would be late and looks again."""
        if self.over:
            return
        now = self.room.loop.time()
        if self._busy:
            self._deadline = now + self.room.environment.seconds
        if now < self._deadline:
            self._timer = self.room.loop.call_at(self._deadline, self._tick)
        else:
            self._timer = self.room.loop.call_later(SECOND_LOOK, self._second_look, self._deadline)

    def _second_look(self, deadline: float) -> None:
        """Too late, unless something came: what lies there unfinished counts as finished now."""
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
        if self._timer is not None:
            self._timer.cancel()
        self.room.keep(self._finish())

    def _gains(self) -> dict[str, tuple[int, int]]:
        """What counts; in a contest, for teams only."""
        gains = self.table.counts()
        if not self.room.contest:
            return gains
        proven = {self.table.names[seat] for seat, door in enumerate(self.doors) if door.proven}
        return {name: gained for name, gained in gains.items() if name in proven}

    async def _finish(self) -> None:
        """Write the result down, then tell it. If it can't be written the players still get their end."""
        ending = self.table.ending
        assert ending is not None
        self.room.counters.ended(ending.how)
        try:
            if gains := self._gains():
                tags = {"Arena": self.room.environment.name, **self.dice.tags()}
                record = self.table.record(tags)
                async with asyncio.timeout(self.room.settings.patience):
                    await self.room.scores.count(self.room.environment.name, gains, record, time.time())
        except Exception as error:
            self.room.counters.store_failures += 1
            log.error(
                "a result of %s could not be kept: %s", self.room.environment.name, type(error).__name__
            )
        finally:
            self._note_end(ending)
            for door in self.doors:
                door.dismiss(self.table.farewell())
            self.room.ended(self)
