"""The day of a tournament: which game is due, which teams are missing, the standings. No clock, no I/O.

The rules of a day (docs/contest.md):

- A team is one entrant, however many connections it has. It is present while one of them waits.
- A set (three games with one luck) is finished before the next one begins: no team plays again with dice that
  it may have seen. Of the sets of a round, the first one whose teams are all present comes next.
- If each set left lacks a team, the next one waits for `patience` seconds. Then the absent teams have missed
  the game: those present beat them, and are level among themselves. A team that missed its last game is not
  waited for again until it is back. A team that was waited for often, a second and more each time, is waited
  for only a second: a team that comes and goes can't hold up the day.
- A team is too slow, or leaves in the middle of a game: the others beat it, and are level among themselves.
- After 8, 16, 32 ... rounds the standings are tested: can each team be told from the next?
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from tavola.core.record import Record
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.tcp.schedule import SEATS, Fixture, Triple, fixtures, rounds
from tavola.tournaments.entrants import Entrant
from tavola.tournaments.formats import looks_of, spent
from tavola.tournaments.intervals import Interval, tiers
from tavola.tournaments.plan import Plan, PlannedGame
from tavola.tournaments.score import TournamentScore

FIRST_LOOK, MOST_ROUNDS = 8, 8192
SHORT = 1.0  # seconds that any team may take between two games
OFTEN = 6  # times `patience`: the waiting for one team, in all, after which only SHORT is waited
GAME = FiveThousand.info.name


class Missed(NamedTuple):
    """A game that is not played, because these teams are absent."""

    fixture: Fixture
    absent: frozenset[str]


class Wait(NamedTuple):
    """Nothing can be played now; look again at that time, or when a team comes."""

    until: float


@dataclass(frozen=True, slots=True)
class Line:
    """One team of the standings."""

    name: str
    tier: int  # from 1; of the same tier: can't be told from the one that is surely its best
    games: int
    won: int
    missed: int
    rate: Interval  # of points, 1/2 being the mean of all


def counted(fixture: Fixture, winners: Iterable[str], absent: Collection[str] = ()) -> Record:
    """A record with all that the standings need of a game."""
    ahead = frozenset(winners)
    won = [seat for seat, name in enumerate(fixture.seating) if name in ahead]
    missing = " ".join(str(seat) for seat, name in enumerate(fixture.seating) if name in absent)
    result = {"reason": "", "scores": [0] * SEATS, "winners": won}
    tags = {"Set": str(fixture.round), "Missing": missing}
    return Record(GAME, {}, 1, fixture.seating, (), result, tags)


class TournamentDay:
    """The day of a field of teams. A team that enters later makes a new field; `earlier` games count."""

    def __init__(
        self, teams: Sequence[str], seed: str, patience: float = 10.0, earlier: Iterable[Record] = ()
    ) -> None:
        self.teams = tuple(teams)
        self.counted = list(earlier)
        self.first = 1 + max((int(record.tags["Set"]) for record in self.counted), default=0)
        self.round = self.first - 1
        self.left: list[Fixture] = []
        self.separated = False  # each team from the next, at the last test
        self._patience = patience
        self._rounds: Iterator[list[Triple]] = rounds(self.teams, seed)
        self._set: list[Record] = []  # of the unfinished set
        self._idle_since: float | None = None
        self.gone: set[str] = set()  # teams that missed their last game
        self._missing: frozenset[str] = frozenset()  # teams that are waited for
        self._waited = dict.fromkeys(self.teams, 0.0)  # seconds in all, beyond SHORT each time
        self._lines: tuple[int, list[Line]] | None = None
        names = dict.fromkeys([*self.teams, *(name for record in self.counted for name in record.seats)])
        self._missed = dict.fromkeys(names, 0)
        event = PlannedGame(GAME, SEATS)
        self._looks = looks_of(Plan((event,), (), sets=FIRST_LOOK, most_sets=MOST_ROUNDS))
        self._score = TournamentScore(Plan((event,), tuple(Entrant(name, name) for name in names)))
        for record in self.counted:
            self._count(record)
        self._next_round()

    def _next_round(self) -> None:
        self.round += 1
        sets = next(self._rounds)
        self.left = fixtures(self.round, sets)
        self.sets = len(sets)  # of this round
        self.between_rounds = True  # nothing of this one is played yet

    def _count(self, record: Record) -> None:
        self._score.add(record)
        for seat in record.tags.get("Missing", "").split():
            self._missed[record.seats[int(seat)]] += 1

    # ---- the next game ----

    def due(self, present: Collection[str], now: float) -> Fixture | Missed | Wait:
        """What comes next. `present` are the teams with a waiting connection."""
        self.gone.difference_update(present)
        fixture = self._playable(present)
        if fixture is not None:
            self._no_longer_idle(now)
            return fixture
        if self._idle_since is None:
            self._idle_since = now
        fixture = self.left[0] if self._set else self._soonest_given_up(present)
        absent = frozenset(fixture.seating).difference(present)
        self._missing = absent - self.gone
        until = self._idle_since + max(map(self._patience_with, self._missing), default=0.0)
        if self._missing and now < until:
            return Wait(until)
        self._no_longer_idle(now)
        return Missed(fixture, absent)

    def _patience_with(self, team: str) -> float:
        often = self._waited[team] >= OFTEN * self._patience
        return min(SHORT, self._patience) if often else self._patience

    def _no_longer_idle(self, now: float) -> None:
        if self._idle_since is not None:
            for team in self._missing:
                self._waited[team] += max(0.0, now - self._idle_since - SHORT)
        self._idle_since = None

    def _playable(self, present: Collection[str]) -> Fixture | None:
        if self._set:  # a set that was begun is finished first
            return self.left[0] if set(self.left[0].seating).issubset(present) else None
        return next(
            (each for each in self.left if each.rotation == 0 and set(each.seating).issubset(present)), None
        )

    def _soonest_given_up(self, present: Collection[str]) -> Fixture:
        """Of the sets left, one whose absent teams are not waited for, if there is one."""
        return next(
            (each for each in self.left if set(each.seating) - set(present) <= self.gone), self.left[0]
        )

    # ---- results ----

    def add(self, fixture: Fixture, winners: Iterable[str], absent: Collection[str] = ()) -> None:
        """A game is over, with its winners. It counts when its set is finished."""
        self._bring_forward(fixture)
        self.gone.update(absent)
        self.between_rounds = False
        self._set.append(counted(fixture, winners, absent))
        if len(self._set) == SEATS:
            for record in self._set:
                self._count(record)
            self.counted += self._set
            self._set.clear()
            if not self.left:
                self._look()
                self._next_round()

    def repeat(self, fixture: Fixture, winners: Iterable[str], absent: Collection[str] = ()) -> None:
        """Add a game played before a restart; ignored if it is not in this schedule."""
        if fixture in self.left:
            self.add(fixture, winners, absent)

    def _bring_forward(self, fixture: Fixture) -> None:
        """Put the game's set first, and remove the game."""
        of_set = [each for each in self.left if each.set == fixture.set and each != fixture]
        self.left = of_set + [each for each in self.left if each.set != fixture.set]

    def _look(self) -> None:
        if self.round in self._looks:
            playing = [name for name in self._score.order() if name in self._waited]  # not who was struck off
            self.separated = all(
                self._score.difference(better, other, self._sure).separates
                for better, other in pairwise(playing)
            )

    @property
    def _sure(self) -> float:
        """The confidence of each test. Testing often and stopping at the first success would err more often,
        so each test is stricter."""
        return spent(len(self._looks))

    # ---- standings ----

    @property
    def games(self) -> int:
        return self._score.games

    @property
    def next_look(self) -> int | None:
        """The round after which the next test is."""
        return next((look for look in self._looks if look >= self.round), None)

    def standings(self) -> list[Line]:
        """The standings, best first; cached until another set is counted."""
        if self._lines is None or self._lines[0] != self.games:
            self._lines = self.games, self._stand()
        return self._lines[1]

    def _stand(self) -> list[Line]:
        score, order = self._score, self._score.order()
        points = {name: score.points(name) for name in order}
        found = tiers(
            order,
            lambda best, other: score.difference(best, other, self._sure).separates,
            lambda name: points[name].low,
        )
        tier_of = {name: number for number, tier in enumerate(found, 1) for name in tier}
        return [
            Line(name, tier_of[name], score.played[name], score.won[name], self._missed[name], points[name])
            for name in order
        ]

    def told_apart(self) -> list[tuple[str, str]]:
        """Neighbours in the standings, the better one first, that can be told apart."""
        order = self._score.order()
        return [
            (better, other)
            for better, other in pairwise(order)
            if self._score.difference(better, other, self._sure).separates
        ]
