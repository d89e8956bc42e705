"""What is worked out about a record, in a process of its own: its steps as the table would have told them,
and whether its dice are what was promised.

Every step is news made by the one redaction function, for a spectator or for one of the seats. The game is
over and its record tells everything, so anyone may see it from any seat.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from tavola.bots.characters import bots_in, display_names
from tavola.core.contract import Seat
from tavola.core.match import Match, replay
from tavola.core.options import in_force
from tavola.core.record import RESIGNS, Record
from tavola.core.words import Lang
from tavola.games import rules_of
from tavola.server.http import answers
from tavola.server.http.odds_answers import Question
from tavola.server.http.wire import Refuse
from tavola.table import facts, fair, fair_check, messages, redaction
from tavola.table.endings import ending_of

RECORDS = {"steps", "replay", "verify"}  # what may be asked
MOST_READINGS = 16
MOST_MOVES = 100_000  # of all records being read; the latest stays whatever its length


@dataclass(slots=True, eq=False)
class Reading:
    """A record being gone through, and the step that comes next."""

    record: Record
    steps: Iterator[facts.Played]
    at: int = 0


class Bookmarks:
    """Open replays, so that the next page of a record is not replayed from the start."""

    def __init__(self, most: int = MOST_READINGS, moves: int = MOST_MOVES) -> None:
        self._most, self._moves = most, moves
        self._readings: list[tuple[str, Reading]] = []  # the latest last

    def take(self, table: str, start: int) -> Reading | None:
        """Take out the reading nearest before a step; nobody else has it until it is put back."""
        found = [each for each in self._readings if each[0] == table and each[1].at <= start]
        if not found:
            return None
        nearest = max(found, key=lambda each: each[1].at)
        self._readings.remove(nearest)
        return nearest[1]

    def put(self, table: str, reading: Reading) -> None:
        self._readings.append((table, reading))
        while len(self._readings) > self._most or (len(self._readings) > 1 and self._heavy()):
            del self._readings[0]

    def _heavy(self) -> bool:
        return sum(len(reading.record.moves) for _, reading in self._readings) > self._moves


_bookmarks = Bookmarks()


def record_answer(question: Question) -> object:
    if question.what == "verify":
        return _verdict(Record.parse(question.record), question.lang)
    if question.what == "steps":
        return _steps(question)
    record = Record.parse(question.record)
    return answers.Replayed(answers.RecordTold(**record.as_json()), _told(opened(record), question))


def _verdict(record: Record, lang: Lang) -> answers.VerdictTold:
    verdict = fair_check.check(record)
    why = verdict.why.in_(lang) if verdict.why else ""
    return answers.VerdictTold(verdict.fits, why, verdict.move or None)


def _steps(question: Question) -> answers.StepsTold:
    """The next page goes on where the one before ended, if it is asked of the same process."""
    key = question.record
    reading = _bookmarks.take(key, question.start) or opened(Record.parse(key))
    found = _told(reading, question)
    _bookmarks.put(key, reading)
    return found


def _told(reading: Reading, question: Question) -> answers.StepsTold:
    seats, seat = len(reading.record.seats), question.seat
    if seat is not None and seat >= seats:
        raise Refuse(400, "bad_request", f"there is no seat {seat}; seats are 0 to {seats - 1}")
    agreed = in_force(rules_of(reading.record).options)
    found = page(reading, seat, question.lang, question.start, question.limit)
    return answers.StepsTold(
        len(reading.record.moves), question.start, agreed, _chairs(reading.record), found
    )


def _chairs(record: Record) -> list[messages.Chair]:
    who = zip(display_names(record), bots_in(record), strict=True)
    return [messages.Chair(name=name, bot=bot or None) for name, bot in who]


def opened(record: Record) -> Reading:
    return Reading(record, played(record))


def page(reading: Reading, seat: Seat | None, lang: Lang, start: int, limit: int) -> list[messages.News]:
    """So many steps from `start` on, not before the reading's next; step 0 is before the first move."""
    table = reading.record.tags.get(fair.TABLE, "")
    ahead = start - reading.at
    reading.at = start + limit
    return [_news(table, fact, seat, lang) for fact in islice(reading.steps, ahead, ahead + limit)]


def _news(table: str, fact: facts.Played, seat: Seat | None, lang: Lang) -> messages.News:
    news = redaction.told(table, fact, seat, lang)
    assert isinstance(news, messages.News)
    return news


def played(record: Record) -> Iterator[facts.Played]:
    """What happened, move by move."""
    rules, names = rules_of(record), display_names(record)
    for number, (match, step) in enumerate(replay(rules, record)):
        made: tuple[facts.Stepped, ...] = ()
        if step is not None and record.moves[number - 1][1] != RESIGNS:
            actor, move = match.moves[-1]
            made = (facts.Stepped(actor, move, tuple(step.events)),)
        yield facts.Played(
            version=number,
            rules=rules,
            names=names,
            turn=number,
            steps=made,
            state=match.state,
            actor=match.actor,
            time=None,
            ended=_ended(record, match, names),
        )


def _ended(record: Record, match: Match[object, object], names: Sequence[str]) -> facts.Ended | None:
    if (found := ending_of(record, match, names)) is None:
        return None
    how, outcome = found
    return facts.Ended(outcome, how, record.tags.get(fair.SEED, ""), _salts(record))


def _salts(record: Record) -> tuple[str, ...]:
    try:
        salts = json.loads(record.tags.get(fair.SALTS, "[]"))
    except (ValueError, RecursionError):
        return ()
    return tuple(salt for salt in salts if isinstance(salt, str)) if isinstance(salts, list) else ()
