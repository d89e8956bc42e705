"""One environment: who waits, who plays."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from tavola.server.arena.dice import TableDice
from tavola.server.arena.door import Door
from tavola.server.arena.play import Play
from tavola.server.arena.settings import (
    ArenaSettings,
    Counters,
    Environment,
    Gate,
    Names,
    Scores,
)
from tavola.server.limits import SAID_EVERY, Bucket
from tavola.server.logs import Seldom

log = logging.getLogger("tavola.arena")


@dataclass(frozen=True, slots=True)
class House:
    """What all rooms share."""

    settings: ArenaSettings
    scores: Scores
    names: Names
    gate: Gate
    claims: Bucket
    counters: Counters
    dice: Callable[[int], TableDice]
    shuffle: Callable[[list[Door]], None] = secrets.SystemRandom().shuffle


class Room:
    """The players of one environment, waiting in order of arrival, and its tables."""

    def __init__(self, environment: Environment, house: House) -> None:
        self.environment = environment
        self.house = house
        self.settings = house.settings
        self.counters = house.counters
        self.scores = house.scores
        self.names = house.names
        self.claims = house.claims
        self.loop = asyncio.get_running_loop()
        self.waiting: dict[Door, None] = {}
        self.plays: dict[Play, None] = {}
        self.doors: set[Door] = set()
        self.closing = False
        self.next_dice = house.dice(environment.seats)
        self.notes = Seldom(200, 10.0)  # of games in the log: whoever comes and goes all the time begins many
        self._refusals = Seldom(1, SAID_EVERY)
        self._tasks: set[asyncio.Task[None]] = set()

    def keep(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Let something go on by itself, remembered until it is done."""
        task = self.loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def contest(self) -> bool:
        """Do only teams play here? Training is anybody's."""
        return bool(self.settings.teams) and self.environment.seats > 1

    # ---- coming and going ----

    def arrived(self, door: Door) -> None:
        if why := self._why_not(door):
            self.counters.refused += 1
            door.turn_away(f"ERROR: {why}\nKICK\n")
            return
        self.counters.connections += 1
        self.doors.add(door)
        self.waiting[door] = None
        self.fill()

    def _why_not(self, door: Door) -> str | None:
        if self.closing:
            return "the server is closing; come back in a minute"
        if self.environment.single and not self.settings.tournament:
            return "the tournament is not open yet"
        if len(self.waiting) >= self.settings.waiting:
            limit, where = "--arena-waiting", self.environment.name
            self._refusals.happened(log, "connections are refused", limit=limit, environment=where)
            return f"{len(self.waiting)} players are waiting already; come back in a minute"
        return self.house.gate.enter(door.address)

    def left(self, door: Door) -> None:
        """No longer waiting. Whoever was not playing yet loses nothing."""
        self.waiting.pop(door, None)

    def closed(self, door: Door) -> None:
        if door in self.doors:
            self.doors.discard(door)
            self.house.gate.leave(door.address)

    # ---- tables ----

    def fill(self) -> None:
        """Seat those who came first, as long as they fill a table and there may be one."""
        most = 1 if self.environment.single else self.settings.tables
        seats = self.environment.seats
        for door in [door for door in self.waiting if door.transport.is_closing()]:
            self.left(door)
        while len(self.waiting) >= seats and len(self.plays) < most and not self.closing:
            doors = [door for door, _ in zip(self.waiting, range(seats), strict=False)]
            for door in doors:
                del self.waiting[door]
            self.house.shuffle(doors)
            play = Play(self, doors, self.next_dice)
            self.next_dice = self.house.dice(seats)
            self.plays[play] = None
            self.counters.tables += 1
            play.begin()

    def ended(self, play: Play) -> None:
        del self.plays[play]
        self.fill()

    # ---- closing ----

    def close(self) -> None:
        """No new tables. Who waits goes home."""
        self.closing = True
        for door in list(self.waiting):
            self.left(door)
            door.dismiss("KICK\n")

    def stop(self) -> None:
        for play in list(self.plays):
            play.stop()

    async def settle(self) -> None:
        """Until everything under way is done."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def status(self) -> dict[str, Any]:
        return {
            "seats": self.environment.seats,
            "seconds": self.environment.seconds,
            "waiting": [door.name for door in self.waiting],
            "tables": [
                {"table": p.dice.table, "commitment": p.dice.commitment, "names": list(p.table.names)}
                for p in self.plays
            ],
            "next": {"table": self.next_dice.table, "commitment": self.next_dice.commitment},
        }
