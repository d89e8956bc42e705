"""A record gone through move by move: what each decision cost, and where the result came from.

For every seat: what it had at the start, plus its luck, plus its own play, plus the play of the others, is
the result. With exact values every single die and move has its part; with estimated ones only decisions have,
and luck is the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt
from typing import Any

from tavola.analysis import Progress, silent
from tavola.coach.finding import judge_of, reason
from tavola.coach.judging import Judge, JudgedMove, Unit, Values
from tavola.coach.worth import Worth
from tavola.core.contract import CHANCE, Rules, Seat
from tavola.core.errors import BrokenRecord
from tavola.core.match import Match, replay
from tavola.core.record import RESIGNS, Record
from tavola.core.words import Phrase

MOST_DECISIONS = 20_000
AnyMatch = Match[Any, Any]
Sides = Sequence[Collection[Seat]]


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision that was made. `choices` holds every legal move, the best first."""

    number: int  # of the move in the record, from 1
    seat: Seat
    move: str
    choices: tuple[JudgedMove, ...]
    why: Phrase | None = None  # why the best move is best

    @property
    def best(self) -> JudgedMove:
        return self.choices[0]

    @property
    def made(self) -> JudgedMove:
        return next(choice for choice in self.choices if str(choice.move) == self.move)


@dataclass(frozen=True, slots=True)
class WorthChange:
    """How a move changed everybody's worth: dice (seat CHANCE) by luck, a player by play."""

    number: int
    seat: Seat
    change: Values


@dataclass(frozen=True, slots=True)
class Balance:
    """Where a seat's result came from: start + luck + play + others = result.

    `margin` is the half width of the 95 % interval of all play together, and so of luck; 0 where it is exact.
    """

    seat: Seat
    start: float
    luck: float
    play: float
    others: float
    result: float
    margin: float = 0.0


@dataclass(frozen=True, slots=True)
class Concession:
    """The seat that gave up, and what that cost; None in units that know no winner."""

    seat: Seat
    cost: float | None


@dataclass
class Review:
    """The review of a game. Of any worth, more is better, whatever its unit."""

    record: Record
    unit: Unit
    exact: bool
    by_the_book: bool = False  # worths are those of a fixed way to play
    rules_version: int = 0  # of the rules used for the review
    decisions: list[ReviewedDecision] = field(default_factory=list)
    changes: list[WorthChange] = field(default_factory=list)  # with exact values only
    course: list[tuple[int, Values]] = field(default_factory=list)  # the worth after so many moves
    balances: list[Balance] = field(default_factory=list)
    gave_up: Concession | None = None
    finished: bool = False


def review(
    rules: Rules[Any, Any], record: Record, progress: Progress = silent, judge: Judge | None = None
) -> Review:
    """The review of a record; BrokenRecord says where a damaged one stops making sense."""
    decisions = sum(1 for who, move in record.moves if who != CHANCE and move != RESIGNS)
    if decisions > MOST_DECISIONS:
        raise BrokenRecord(0, f"the coach goes through at most {MOST_DECISIONS} decisions, not {decisions}")
    for _ in replay(rules, record):
        pass  # a damaged record is refused before the judge is loaded, which may take long
    judge = judge or judge_of(rules, len(record.seats), progress)
    found = Review(record, judge.unit, judge.exact, judge.by_the_book, rules.info.rules_version)
    if isinstance(judge, Worth):
        _go_through_exactly(rules, record, judge, found, progress)
        found.balances = list(_added_up(found, len(record.seats)))
    else:
        _go_through(rules, record, judge, found, progress)
    return found


# ---- with the worth of every state ----


def _go_through_exactly(
    rules: Rules[Any, Any], record: Record, worth: Worth, found: Review, progress: Progress
) -> None:
    before, state = None, None
    for number, (match, step) in enumerate(replay(rules, record)):
        progress("going through the game", number / max(1, len(record.moves)))
        if step is None or before is None:
            before, state = worth.value(match.state), match.state
        else:
            seat, text = record.moves[number - 1]
            after = _after(match, worth)
            if seat != CHANCE and text != RESIGNS:
                found.decisions.append(_decided(rules, worth, state, number, seat, match))
            change = tuple(b - a for a, b in zip(before, after, strict=True))
            found.changes.append(WorthChange(number, seat, change))
            if text == RESIGNS:
                found.gave_up = Concession(seat, -change[seat] if worth.unit == Unit.WIN else None)
            before, state = after, match.state
        found.course.append((number, before))
        found.finished = match.outcome is not None


def _after(match: AnyMatch, worth: Worth) -> Values:
    end = match.outcome
    if match.resigned is not None and end is not None:
        return worth.conceded(match.state, end)
    return worth.value(match.state)


def _decided(
    rules: Rules[Any, Any], judge: Judge, state: Any, number: int, seat: Seat, match: AnyMatch
) -> ReviewedDecision:
    view = rules.view(state, seat)
    choices = judge.weigh(view)
    return ReviewedDecision(
        number, seat, str(match.moves[-1][1]), choices, reason(rules, view, choices[0].move)
    )


def _added_up(found: Review, seats: int) -> Iterator[Balance]:
    for seat in range(seats):
        luck = fsum(c.change[seat] for c in found.changes if c.seat == CHANCE)
        play = fsum(c.change[seat] for c in found.changes if c.seat == seat)
        others = fsum(c.change[seat] for c in found.changes if c.seat not in (CHANCE, seat))
        start, result = found.course[0][1][seat], found.course[-1][1][seat]
        yield Balance(seat, start, luck, play, others, result)


# ---- with the cost of decisions alone ----


def _go_through(
    rules: Rules[Any, Any], record: Record, judge: Judge, found: Review, progress: Progress
) -> None:
    state, match, sides = None, None, rules.info.sides_of(len(record.seats))
    for number, (match, step) in enumerate(replay(rules, record)):
        progress("going through the game", number / max(1, len(record.moves)))
        if step is not None:
            seat, text = record.moves[number - 1]
            if seat != CHANCE and text != RESIGNS:
                decision = _decided(rules, judge, state, number, seat, match)
                found.decisions.append(decision)
                found.course.append((number - 1, by_side(decision.best.worth, seat, sides)))
        state = match.state
    assert match is not None  # the replay of any record begins with its start
    found.finished = match.outcome is not None
    if match.resigned is not None:
        found.gave_up = Concession(match.resigned, _given_away(found, match.resigned, sides))
    found.balances = list(_explained(found, match, sides))


def _given_away(found: Review, seat: Seat, sides: Sides) -> float:
    """What giving up cost: the seat's worth after the last decision, as far as that is known."""
    if not found.decisions:
        return even(sides)
    last = found.decisions[-1]
    return min(1.0, max(0.0, by_side(last.made.worth, last.seat, sides)[seat]))


def _explained(found: Review, match: AnyMatch, sides: Sides) -> Iterator[Balance]:
    """Luck is what start and play leave unexplained."""
    margin = _margin([d.made for d in found.decisions])
    last = found.course[-1][1] if found.course else None
    costs = [(d.seat, d.made.cost) for d in found.decisions]
    if (gave := found.gave_up) is not None and gave.cost is not None:
        costs.append((gave.seat, gave.cost))
    start, shares = even(sides), max(1, len(sides) - 1)
    for seat in range(len(match.names)):
        result = ending(match, seat, last, sides)
        play = -fsum(cost for who, cost in costs if who == seat)
        partners = next(side for side in sides if seat in side)
        # What one side gives away, the others gain.
        others = fsum(-cost if who in partners else cost / shares for who, cost in costs if who != seat)
        yield Balance(seat, start, result - start - play - others, play, others, result, margin)


def _margin(choices: Sequence[JudgedMove]) -> float:
    """The margin of the sum of costs: they were estimated independently, so their squares add up."""
    return sqrt(fsum(((choice.high - choice.low) / 2) ** 2 for choice in choices))


# ---- a match whose worth is estimated, in chances to win ----


def even(sides: Sides) -> float:
    """What a match is worth when it begins."""
    return 1 / len(sides)


def ending(match: Match[Any, Any], seat: Seat, last: Values | None, sides: Sides) -> float:
    """1 or 0 if the match is over; else the seat's worth after the last decision."""
    end = match.outcome
    if end is not None:
        return float(seat in end.winners)  # a side wins as one
    return last[seat] if last is not None else even(sides)


def by_side(mine: float, seat: Seat, sides: Sides) -> Values:
    """Everybody's chance, given one seat's: partners have the same, the other sides share the rest."""
    rest = (1 - mine) / max(1, len(sides) - 1)
    found = {other: mine if seat in side else rest for side in sides for other in side}
    return tuple(found[other] for other in sorted(found))
