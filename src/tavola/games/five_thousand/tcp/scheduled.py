"""Matchmaking by a schedule: the tournament of a contest. tournament_day.py says which game is due.

Results are in the database before anybody is told them. The records of a set are written together when its
three games are over: they reveal its dice, which its players could use before that. A set that was under way
when the server was killed is played anew; what it had counted on the scoreboard stays.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from tavola.core.record import Record
from tavola.core.words import Phrase
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.tcp.connection import PlayerConnection
from tavola.games.five_thousand.tcp.contest import NO_TEAM
from tavola.games.five_thousand.tcp.dice import SetDice
from tavola.games.five_thousand.tcp.doorstep import Doorstep
from tavola.games.five_thousand.tcp.gallery import BEGAN, MISSING, over_game
from tavola.games.five_thousand.tcp.matchmaking import Matchmaking, Shared
from tavola.games.five_thousand.tcp.protocol import DAY_IS_OVER
from tavola.games.five_thousand.tcp.running_game import RunningGame
from tavola.games.five_thousand.tcp.schedule import SEATS, Fixture
from tavola.games.five_thousand.tcp.settings import TcpEnvironment
from tavola.games.five_thousand.tcp.table import TableEnding
from tavola.games.five_thousand.tcp.tournament_day import Line, Missed, TournamentDay, Wait, counted
from tavola.server.store.names import fold
from tavola.server.telemetry.logs import happened
from tavola.table.endings import DROPPED, HOW

log = logging.getLogger("tavola.five_thousand.tcp")

LEAST_THINKING = 1.0  # seconds in a game, for a team that is always too slow
MOST_READY = 3  # connections of one team that may wait; one is enough
TRY_AGAIN = 2.0  # seconds after records could not be written
ABSENT = "absent"  # the ending of a game that was not played
ROUND = "Round"  # a tag of a record
STAND_EVERY = 2.0  # seconds between two computations of the standings, at least
STAND_SHARE = 20  # times as long as one takes, at least: after a long day that is half a second
AFTER_THE_SET = Phrase(
    "the three games of a set have the same dice: they are shown when the last of them is over",
    "les trois parties d’une série ont les mêmes dés : on les montre quand la dernière est finie",
    "le tre partite di una serie hanno gli stessi dadi: si mostrano quando l’ultima è finita",
)
CONTEST = "contest-"  # how the ids of scheduled tables begin


class ScheduledMatchmaking(Matchmaking):
    """The tournament of a contest."""

    def __init__(self, environment: TcpEnvironment, shared: Shared) -> None:
        super().__init__(environment, shared)
        self._thinking: dict[str, float] = {}  # seconds in a game, for teams that were too slow lately
        self._entered = True  # are there teams that the schedule does not know yet?
        self._enter(())
        self.over = ""  # why, once it is
        self._ready: dict[str, list[PlayerConnection]] = {}
        self._begins: float | None = None  # when the day begins even if teams are missing
        self._begun = False
        self._loaded = False
        self._ends: float | None = None  # when the day's time is up; known when it has begun
        self._playing: tuple[RunningGame, Fixture] | None = None
        self._dice = SetDice()
        self._records: list[Record] = []  # of the set in play
        self._unwritten: list[Record] = []  # of finished sets
        self._timer: asyncio.TimerHandle | None = None
        self._lines: list[Line] = []  # the standings as they are shown
        self._stand_again = 0.0  # when they are computed anew
        self.keep(self._load())

    # ---- the field of teams ----

    def teams_changed(self) -> None:
        self._entered = True
        for team in [team for team in self._ready if team not in self.settings.teams]:
            for connection in self._ready.pop(team):
                self.left(connection)
                connection.dismiss(f"ERROR: {NO_TEAM}\nKICK\n")
        self.fill()

    def _enter(self, earlier: Iterable[Record]) -> None:
        """Make a schedule for all teams entered by now; games counted before still count."""
        self._entered = False
        names = list(self.settings.teams.values())
        self.field = field_of(names)
        self.day = TournamentDay(names, self.field, self.settings.absence, earlier)
        self._stand_again = 0.0

    # ---- after a restart ----

    async def _load(self) -> None:
        """Load the games played before, and go on with the day."""
        while True:
            try:
                records = await self.scores.kept(CONTEST)
                break
            except Exception as error:
                log.warning("the games of the tournament can't be read: %s", type(error).__name__)
                await asyncio.sleep(TRY_AGAIN)
        self.day = day_of(list(self.settings.teams.values()), records, self.settings.absence)
        if records:  # the day was begun before: no assembly again, and its time has run on
            self._has_begun(min(float(record.tags[BEGAN]) for record in records) - time.time())
        self._stand_anew()
        self.gallery.recall(records)
        self._loaded = True
        self.fill()

    # ---- coming and going ----

    def arrived(self, connection: PlayerConnection) -> None:
        if self._let_in(connection, self.over):
            Doorstep(self, connection)

    def made_room(self) -> bool:
        """Connections that have not proved a team must not block one that will: the oldest is closed."""
        doorsteps = (each.game for each in self.waiting if isinstance(each.game, Doorstep))
        stranger = next((each for each in doorsteps if not each.proving), None)
        if stranger is not None:
            stranger.give_way()
        return stranger is not None

    def charged(self, connection: PlayerConnection, name: str) -> str | None:  # noqa: ARG002 - see there
        """Nobody: the schedule fixes the number of games, and every record is kept anyway."""
        return None

    def thinking(self, name: str) -> float:
        return self._thinking.get(name, self.settings.thinking)

    def note_pace(self, names: Sequence[str], ending: TableEnding) -> None:
        """A team that was too slow has half the thinking time in its next game; each game it plays doubles
        that again. So a team that is always too slow soon costs the others only a second a game."""
        whole = self.settings.thinking
        for seat, name in enumerate(names):
            if ending.how == "time" and seat == ending.seat:
                self._thinking[name] = max(min(LEAST_THINKING, whole), self.thinking(name) / 2)
            elif ending.how == "played" and name in self._thinking:
                self._thinking[name] *= 2
                if self._thinking[name] >= whole:
                    del self._thinking[name]

    def why_not_ready(self, team: str) -> str | None:
        """Why a connection that has proved its team may not wait for a game."""
        if self.over:
            return self.over
        if team not in self.settings.teams:  # struck from the file while its token was looked up
            return NO_TEAM
        there = self._ready.get(team, [])
        there[:] = [each for each in there if not each.transport.is_closing()]
        return f"{len(there)} connections of your team wait already" if len(there) >= MOST_READY else None

    def is_ready(self, connection: PlayerConnection, team: str) -> None:
        connection.team, connection.proven = team, True
        connection.name = self.settings.teams[team]
        self._ready.setdefault(team, []).append(connection)
        self.fill()

    def left(self, connection: PlayerConnection) -> None:
        super().left(connection)
        waiting = self._ready.get(connection.team, [])
        if connection in waiting:
            waiting.remove(connection)

    def present(self) -> set[str]:
        """The teams with a waiting connection, by the name they entered with."""
        names = self.settings.teams
        return {
            names[team]
            for team, there in self._ready.items()
            if any(not each.transport.is_closing() for each in there)
        }

    # ---- the next game ----

    def fill(self) -> None:
        """Begin the game that is due, if one can begin."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while not (self.games or self.closing or self.over or not self._loaded or self._unwritten):
            now = self.loop.time()
            if self._day_is_over(now):
                return
            if self._entered and self.day.between_rounds and len(self.settings.teams) >= SEATS:
                gone = self.day.gone
                self._enter(self.day.counted)
                self.day.gone |= gone  # nobody waits for them again
            present = self.present()
            if not self._may_begin(present, now):
                return
            due = self.day.due(present, now)
            if isinstance(due, Wait):
                self._look_again(due.until)
                return
            if isinstance(due, Fixture):
                self._begin(due)
                return
            self._miss(due)

    def _may_begin(self, present: set[str], now: float) -> bool:
        """With fewer than three teams present the day pauses. At first it waits for all teams."""
        if len(present) < SEATS:
            self._look_again(self._ends)
            return False
        if not self._begun:
            self._begins = now + self.settings.assembly if self._begins is None else self._begins
            if len(present) < len(self.day.teams) and now < self._begins:
                self._look_again(self._begins)
            else:
                self._has_begun()
        return self._begun

    def _has_begun(self, ago: float = 0.0) -> None:
        """The day's time runs from now on; `ago`, 0 or less: from so many seconds earlier."""
        self._begun = True
        if self.settings.day_seconds:
            self._ends = self.loop.time() + ago + self.settings.day_seconds

    def _look_again(self, at: float | None) -> None:
        times = [each for each in (at, self._ends) if each is not None]
        if times:
            self._timer = self.loop.call_at(min(times), self.fill)

    def _begin(self, fixture: Fixture) -> None:
        folded = {name: team for team, name in self.settings.teams.items()}
        connections = []
        for name in fixture.seating:
            there = self._ready[folded[name]]
            connection = next(each for each in there if not each.transport.is_closing())
            there.remove(connection)
            self.waiting.pop(connection, None)
            connections.append(connection)
        game = RunningGame(self, connections, self._dice.for_table(self._table(fixture)))
        self._playing = game, fixture
        self.games[game] = None
        self.counters.tables += 1
        game.begin()

    def _table(self, fixture: Fixture) -> str:
        return f"{CONTEST}{self.field}-{self.day.first}.{fixture.round}.{fixture.set}.{fixture.rotation}"

    # ---- results ----

    async def count(self, game: RunningGame) -> None:
        """Write the scoreboard at once; the record is written with those of its set."""
        if gains := game.gains():
            await self.scores.count(self.environment.name, gains, None, time.time())

    def ended(self, game: RunningGame) -> None:
        assert self._playing is not None
        _, fixture = self._playing
        self._playing = None
        del self.games[game]
        ending = game.table.ending
        if ending is not None and ending.how == "stopped" and self.closing:
            return  # the server goes down; the set is played anew
        if ending is not None:
            self.note_pace(game.table.names, ending)
        record = game.record()
        record = replace(record, tags={**record.tags, ROUND: str(fixture.round)})
        self._is_over(fixture, record)
        self.fill()

    def _miss(self, missed: Missed) -> None:
        fixture, absent = missed
        for name in sorted(absent - self.day.gone):  # logged once, until the team has been back
            happened(log, "a team missed its game", team=name, round=fixture.round)
        dice = self._dice.for_table(self._table(fixture))
        why = f"{', '.join(sorted(absent))} did not come"
        result = {"reason": why, "scores": [0] * SEATS, "winners": []}
        seats = " ".join(str(seat) for seat, name in enumerate(fixture.seating) if name in absent)
        tags = {"Arena": self.environment.name, HOW: ABSENT, MISSING: seats, ROUND: str(fixture.round)}
        game = FiveThousand.info
        tags.update(dice.tags(), **{BEGAN: f"{time.time():.3f}"})
        record = Record(game.name, {}, game.rules_version, fixture.seating, (), result, tags)
        self._is_over(fixture, record)

    def _is_over(self, fixture: Fixture, record: Record) -> None:
        self._records.append(record)
        self.day.add(fixture, winners_of(record), _absent(record))
        if len(self._records) == SEATS:
            self._unwritten, self._records = self._records, []
            self._dice = SetDice()
            self.keep(self._write())

    async def _write(self) -> None:
        """Write the records of a set; until that is done nothing more is played."""
        while self._unwritten:
            try:
                async with asyncio.timeout(self.settings.patience):
                    await self.scores.keep(self._unwritten, time.time())
                for record in self._unwritten:
                    self.gallery.add(over_game(record))
                self._unwritten = []
                self.standings()
            except Exception as error:
                self.counters.store_failures += 1
                log.error("the records of a set could not be kept: %s", type(error).__name__)
                if self.closing:
                    return
                await asyncio.sleep(TRY_AGAIN)
        self.fill()

    # ---- for spectators ----

    def in_play(self, table: str) -> Record | Phrase | None:
        """Games of an unfinished set are not shown: they would reveal the dice of its next game."""
        playing = [game.dice.table for game in self.games]
        over = [record.tags["Table"] for record in (*self._records, *self._unwritten)]
        return AFTER_THE_SET if table in playing or table in over else None

    def _stand_anew(self) -> list[Line]:
        self._stand_again = 0.0
        return self.standings()

    def standings(self) -> list[Line]:
        """The standings, computed every so often, however many ask: it takes longer than a game."""
        if (now := self.loop.time()) >= self._stand_again:
            self._lines = self.day.standings()
            self.gallery.stand(self._lines, now)
            took = self.loop.time() - now
            self._stand_again = now + max(STAND_EVERY, STAND_SHARE * took)
        return self._lines

    # ---- the end ----

    def _day_is_over(self, now: float) -> bool:
        if self.day.separated:
            self.over = f"{DAY_IS_OVER}: every team is told from the next"
        elif self._ends is not None and now >= self._ends:
            self.over = f"{DAY_IS_OVER}: its time is up"
        if self.over:
            happened(log, "the tournament of 5000 is over", why=self.over, games=self.day.games)
            self._stand_anew()
            self._send_home()
        return bool(self.over)

    def _send_home(self) -> None:
        for connection in list(self.waiting):
            self.left(connection)
            connection.dismiss(f"ERROR: {self.over}\nKICK\n" if self.over else "KICK\n")

    def close(self) -> None:
        self.closing = True
        if self._timer is not None:
            self._timer.cancel()
        self._send_home()

    def status(self) -> dict[str, Any]:
        found = super().status()
        found["next"] = {"table": self._dice.name, "commitment": self._dice.commitment}
        found["day"] = self.day_status()
        return found

    def day_status(self) -> dict[str, Any]:
        """The state of the day, for pages and programs."""
        ends = self._ends
        if not self._begun and self.settings.day_seconds:
            ends = self.loop.time() + self.settings.day_seconds
        present = self.present() | {name for game in self.games for name in game.table.names}
        return {
            "round": self.day.round,
            "games": self.day.games,
            "over": self.over,
            "present": sorted(present),
            "standings": self.standings(),
            "next": [each.seating for each in self.day.left if each.rotation == 0][:6],
            "sets": self.day.sets,
            "sets_left": len({each.set for each in self.day.left}),
            "look": self.day.next_look,
            "begins": None if self._begun else self._wall(self._begins),
            "ends": self._wall(ends),
            "game": None if self._playing is None else self._playing[1].rotation + 1,
        }

    def _wall(self, at: float | None) -> float | None:
        """A time of the event loop as wall time."""
        return None if at is None else round(time.time() + at - self.loop.time(), 1)


def field_of(teams: Iterable[str]) -> str:
    """A hash of these teams."""
    folded = "\n".join(sorted(map(fold, teams)))
    return hashlib.sha256(folded.encode()).hexdigest()[:12]


def day_of(teams: Sequence[str], records: Iterable[Record], patience: float = 0.0) -> TournamentDay:
    """The day by its records: games of earlier fields count, and the last field goes on."""
    fields: dict[tuple[int, str], list[Record]] = {}
    for record in records:
        field, first = record.tags["Table"].split(".")[0].removeprefix(CONTEST).split("-")
        fields.setdefault((int(first), field), []).append(record)
    order, now, earlier = sorted(fields), field_of(teams), list[Record]()
    last = fields[order.pop()] if order and order[-1][1] == now else []
    for key in order:
        earlier += [
            counted(_fixture(each), winners_of(each), _absent(each)) for each in _in_order(fields[key])
        ]
    day = TournamentDay(teams, now, patience, earlier)
    for each in _in_order(last):
        day.repeat(_fixture(each), winners_of(each), _absent(each))
    return day


def _in_order(records: Iterable[Record]) -> list[Record]:
    return sorted(records, key=lambda each: _place(each.tags["Table"]))


def winners_of(record: Record) -> list[str]:
    """The winners of a scheduled game, by the rules of a day: without one, all that were not at fault."""
    result = record.result or {"winners": []}
    if result["winners"]:
        return [record.seats[seat] for seat in result["winners"]]
    out = {int(seat) for seat in record.tags.get(DROPPED, record.tags.get(MISSING, "")).split()}
    return [name for seat, name in enumerate(record.seats) if seat not in out] if out else []


def _absent(record: Record) -> list[str]:
    return [record.seats[int(seat)] for seat in record.tags.get(MISSING, "").split()]


def _place(table: str) -> list[int]:
    return [int(part) for part in table.split(".")[1:4]]


def _fixture(record: Record) -> Fixture:
    round_, set_, rotation = _place(record.tags["Table"])
    a, b, c = record.seats
    return Fixture(round_, set_, rotation, (a, b, c))
