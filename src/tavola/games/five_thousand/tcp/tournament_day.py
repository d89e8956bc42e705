"""The day of a tournament: which game is due, who is missing, who is ahead. It has no clock and no I/O.

The rules of a day (docs/contest.md):

- A team is one entrant, however many connections it has. It is present while one of them waits.
- A set (three games with one luck) is played through before the next one begins: nobody meets dice again that
  he may have seen. Of the sets of a round, the first one whose teams are all present comes next.
- If only sets are left that somebody is missing from, they wait for `patience` seconds. Then whoever is away
  has missed the game: it is lost to those who are present, and they are level among themselves. For a team
  that missed its last game nobody waits again until it is back. A team that was waited for often enough, a
  second and more each time, is waited for a second only: who comes and goes can't hold up the day.
- Too slow, or gone in the middle of a game: the others beat that team, and are level among themselves.
- After 8, 16, 32 ... rounds it is looked whether each team can be told from the next.
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
SHORT = 1.0  # seconds that everybody may take between two games
OFTEN = 6  # times the patience with a team, in all
GAME = FiveThousand.info.name


class Missed(NamedTuple):
    """A game that is not played: these teams are not there."""

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
    """All that the standings need of a game."""
    ahead = frozenset(winners)
    won = [seat for seat, name in enumerate(fixture.seating) if name in ahead]
    missing = " ".join(str(seat) for seat, name in enumerate(fixture.seating) if name in absent)
    result = {"reason": "", "scores": [0] * SEATS, "winners": won}
    tags = {"Set": str(fixture.round), "Missing": missing}
    return Record(GAME, {}, 1, fixture.seating, (), result, tags)


class TournamentDay:
    """The day of a field of teams. Who enters later makes a new field; what was played `earlier` counts."""

    def __init__(
        self, teams: Sequence[str], seed: str, patience: float = 10.0, earlier: Iterable[Record] = ()
    ) -> None:
        self.teams = tuple(teams)
        self.counted = list(earlier)
        self.first = 1 + max((int(record.tags["Set"]) for record in self.counted), default=0)
        self.round = self.first - 1
        self.left: list[Fixture] = []
        self.separated = False  # each from the next, when it was last looked
        self._patience = patience
        self._rounds: Iterator[list[Triple]] = rounds(self.teams, seed)
        self._set: list[Record] = []  # of a set that is not through
        self._idle_since: float | None = None
        self.gone: set[str] = set()  # missed their last game
        self._missing: frozenset[str] = frozenset()  # who is waited for
        self._waited = dict.fromkeys(self.teams, 0.0)  # seconds, those apart that everybody may take
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

    # ---- what is due ----

    def due(self, present: Collection[str], now: float) -> Fixture | Missed | Wait:
        """What comes next. `present` are the teams of which a connection waits."""
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
        if self._set:  # what is begun is played through
            return self.left[0] if set(self.left[0].seating).issubset(present) else None
        return next(
            (each for each in self.left if each.rotation == 0 and set(each.seating).issubset(present)), None
        )

    def _soonest_given_up(self, present: Collection[str]) -> Fixture:
        """Of the sets left, one that nobody need wait for, if there is one."""
        return next(
            (each for each in self.left if set(each.seating) - set(present) <= self.gone), self.left[0]
        )

    # ---- what happened ----

    def add(self, fixture: Fixture, winners: Iterable[str], absent: Collection[str] = ()) -> None:
        """A game is over: who beat the others. It counts when its set is through."""
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
        """A game that was played before a restart; nothing if this schedule does not know it."""
        if fixture in self.left:
            self.add(fixture, winners, absent)

    def _bring_forward(self, fixture: Fixture) -> None:
        """Its set comes first from now on, and this game of it is done."""
        of_set = [each for each in self.left if each.set == fixture.set and each != fixture]
        self.left = of_set + [each for each in self.left if each.set != fixture.set]

    def _look(self) -> None:
        if self.round in self._looks:
            self.separated = self._score.separated(self._sure)

    @property
    def _sure(self) -> float:
        """Looking often and stopping at the first lucky look would err more often: each look is stricter."""
        return spent(len(self._looks))

    # ---- who is ahead ----

    @property
    def games(self) -> int:
        return self._score.games

    @property
    def next_look(self) -> int | None:
        """After which round it is looked next whether all are told apart."""
        return next((look for look in self._looks if look >= self.round), None)

    def standings(self) -> list[Line]:
        """Best first. Many may look at them; they are worked out when a set has been counted."""
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
        """Neighbours of the standings, the better one first, that are told apart."""
        order = self._score.order()
        return [
            (better, other)
            for better, other in pairwise(order)
            if self._score.difference(better, other, self._sure).separates
        ]
