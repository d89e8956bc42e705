"""The formats: each is a generator that yields games, is sent their records, and returns the standing.

A format depends only on the plan and on the records it is sent. So a tournament that was killed goes on by
sending it the records that are there.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tavola.core.record import Record
from tavola.tournaments.intervals import SURE
from tavola.tournaments.pairings import Pair, first_round, next_round, points_of, sides_of, swiss
from tavola.tournaments.plan import KNOCK_OUT, ROUND_ROBIN, SWISS, Plan
from tavola.tournaments.score import TournamentScore
from tavola.tournaments.sitting import Task

AT_ONCE = 512  # games of one batch, more or less
MOST_EXTRA = 10  # rounds of extra sets, to break a tie
BY_ENTRY = "level, entered first"

Batch = list[Task]
Playing = Generator[Batch, list[Record], "Standing"]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of two: points in all its games. `winner` None: level. `b` None: a bye.

    `why` says what decided it if not the points.
    """

    round: int
    a: str
    b: str | None
    points: tuple[float, float] = (0.0, 0.0)
    winner: str | None = None
    why: str = ""


@dataclass(slots=True)
class Standing:
    """The entrants best first, and the matches. `note` explains the order to readers."""

    order: list[str]
    matches: list[Meeting] = field(default_factory=list)
    note: str = ""


def told_winner(match: Mapping[str, Any]) -> str:
    """The winner of a match in a report, and the reason if not by points."""
    who = match["winner"] or "level"
    return f"{who} ({match['why']})" if match["why"] else str(who)


def playing(plan: Plan, score: TournamentScore) -> Playing:
    """The format of a plan. The score is the tournament's, and up to date when a batch is done."""
    return {ROUND_ROBIN: _round_robin, SWISS: _swiss, KNOCK_OUT: _knock_out}[plan.format](plan, score)


# ---- everybody ----


def _round_robin(plan: Plan, score: TournamentScore) -> Playing:
    if not plan.until_separated:
        yield from _sets(plan, 0, plan.sets)
        return Standing(score.order())
    done, looks = 0, looks_of(plan)
    for until in looks:
        yield from _sets(plan, done, until)
        done = until
        if score.separated(spent(len(looks))):
            return Standing(score.order(), note=f"all were separated after {so_many_sets(done)}")
    note = f"not all could be separated in {so_many_sets(done)}, the most allowed"
    return Standing(score.order(), note=note)


def so_many_sets(number: int) -> str:
    return "1 set" if number == 1 else f"{number:,} sets"


def looks_of(plan: Plan) -> list[int]:
    """The numbers of sets after which to test whether all are separated: each twice the one before."""
    looks = [plan.sets]
    while looks[-1] < plan.most_sets:
        looks.append(min(2 * looks[-1], plan.most_sets))
    return looks


def spent(looks: int) -> float:
    """The confidence of each of several tests (Bonferroni), so that all together have that of one."""
    return 1 - (1 - SURE) / looks


def _sets(plan: Plan, first: int, until: int) -> Generator[Batch, list[Record], None]:
    a_set = sum(1 for _ in plan.tasks(1, 1, range(1)))
    many = max(1, AT_ONCE // a_set)
    for begin in range(first, until, many):
        yield list(plan.tasks(1 + begin * a_set, 1, range(begin + 1, min(begin + many, until) + 1)))


# ---- matches of two ----


class _Matches:
    """Numbers games and sets of one match after the other."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.number = 1
        self.set = 1

    def play(self, round_: int, pairs: list[Pair]) -> Generator[Batch, list[Record], list[list[float]]]:
        """Play the sets of each pair, all pairs with the same luck; returns the points of each pair."""
        sets = range(self.set, self.set + self.plan.sets)
        batch = list(self.plan.tasks(self.number, round_, sets, pairs))
        self.number += len(batch)
        self.set = sets.stop
        records = yield batch
        made = [[0.0, 0.0] for _ in pairs]
        for task, record in zip(batch, records, strict=True):
            names = tuple(entrant.name for entrant in task.lineup)
            found = made[pairs.index((names[0], names[1]))]
            for name, points in _points(record).items():
                found[names.index(name)] += points
        return made


def _points(record: Record) -> dict[str, float]:
    sides = sides_of(record.game, len(record.seats))
    winners = record.result["winners"] if record.result is not None else ()
    names = [record.seats[side[0]] for side in sides]
    return dict(zip(names, points_of(sides, winners), strict=True))


def _meeting(round_: int, pair: Pair, made: list[float]) -> Meeting:
    level = math.isclose(made[0], made[1], abs_tol=1e-9)
    winner = None if level else pair[made[1] > made[0]]
    return Meeting(round_, *pair, (made[0], made[1]), winner)


def _swiss(plan: Plan, score: TournamentScore) -> Playing:
    del score
    matches, scores = _Matches(plan), dict.fromkeys(plan.names, 0.0)
    told: list[Meeting] = []
    byes: list[str] = []
    met: set[frozenset[str]] = set()
    for number in range(1, plan.swiss_rounds + 1):
        pairs, bye = swiss(plan.names, scores, met, byes)
        if bye is not None:
            byes.append(bye)
            scores[bye] += 1
            told.append(Meeting(number, bye, None, winner=bye))
        made = yield from matches.play(number, pairs)
        for pair, points in zip(pairs, made, strict=True):
            met.add(frozenset(pair))
            told.append(_meeting(number, pair, points))
            for name in pair:
                scores[name] += 0.5 if told[-1].winner is None else float(told[-1].winner == name)
    order = sorted(plan.names, key=lambda name: (-scores[name], -_buchholz(name, told, scores)))
    note = "matches won, " + ", ".join(f"{name} {scores[name]:g}" for name in order)
    return Standing(order, told, note + "; of equals, whose opponents did better")


def _buchholz(name: str, told: list[Meeting], scores: dict[str, float]) -> float:
    """The Buchholz score: the sum of the opponents' scores, which breaks ties."""
    return sum(
        scores[other]
        for meeting in told
        if meeting.b is not None
        for one, other in ((meeting.a, meeting.b), (meeting.b, meeting.a))
        if one == name
    )


def _knock_out(plan: Plan, score: TournamentScore) -> Playing:
    del score
    matches, bracket, number = _Matches(plan), first_round(plan.names), 0
    told: list[Meeting] = []
    out: list[str] = []
    while True:
        number += 1
        pairs = [(a, b) for a, b in bracket if b is not None]
        told += [Meeting(number, a, None, winner=a) for a, b in bracket if b is None]
        met = yield from _decided(plan, matches, number, pairs)
        told += met
        through = {meeting.a: str(meeting.winner) for meeting in met}
        winners = [a if b is None else through[a] for a, b in bracket]
        losers = [name for pair in pairs for name in pair if name not in winners]
        out = [*sorted(losers, key=plan.names.index), *out]
        if len(winners) == 1:
            return Standing([*winners, *out], told, "who was beaten in the same round is in order of entry")
        bracket = next_round(winners)


def _decided(
    plan: Plan, matches: _Matches, number: int, pairs: list[Pair]
) -> Generator[Batch, list[Record], list[Meeting]]:
    """A round with a winner in every match: pairs that are level play extra sets, and if they stay level, the
    one that entered first goes through."""
    total = {pair: [0.0, 0.0] for pair in pairs}
    level = pairs
    for _ in range(1 + MOST_EXTRA):
        made = yield from matches.play(number, level)
        for pair, points in zip(level, made, strict=True):
            total[pair] = [before + now for before, now in zip(total[pair], points, strict=True)]
        level = [pair for pair in level if _meeting(number, pair, total[pair]).winner is None]
        if not level:
            break
    found = []
    for pair in pairs:
        meeting = _meeting(number, pair, total[pair])
        if meeting.winner is None:
            first = min(pair, key=plan.names.index)
            meeting = replace(meeting, winner=first, why=BY_ENTRY)
        found.append(meeting)
    return found
