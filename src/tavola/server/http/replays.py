"""A finished game again, step by step, as its table would have told it.

Every step is news made by the one redaction function, for somebody who looks on or for one of the seats. The
game is over and its record tells everything, so whoever asks may look from any seat.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from itertools import islice

from tavola.bots.characters import bots_in, display_names
from tavola.core.contract import Seat
from tavola.core.errors import TavolaError
from tavola.core.match import Match, replay
from tavola.core.options import in_force
from tavola.core.record import RESIGNS, Record
from tavola.core.words import Lang
from tavola.games import rules_of
from tavola.server.http import answers
from tavola.server.http.house import House
from tavola.server.http.kept import Reading
from tavola.server.http.lists import FOR_GOOD, finished
from tavola.server.http.wire import Answer, Asked, Refuse, encode, told
from tavola.table import facts, fair, messages, redaction
from tavola.table.endings import ending_of

MOST_STEPS = 400  # in one answer


async def steps(house: House, asked: Asked) -> Answer:
    """The steps of a record there is."""
    table, seat, lang = asked.parts["table"], asked.fields["seat"], asked.lang()
    start, limit = asked.fields["start"], asked.fields["limit"]
    key = (table, seat, lang, start, limit)
    if (kept := house.replays.get(key)) is None:
        reading = house.bookmarks.take(table, start) or opened(await finished(house, table))
        kept = encode(await _told(reading, seat, lang, start, limit))
        house.replays.keep(key, kept)
        house.bookmarks.put(table, reading)
    return Answer(kept, cache=FOR_GOOD)


async def replayed(house: House, asked: Asked) -> Answer:
    """The steps of a record somebody brings."""
    body = await asked.body(house.settings.body_bytes)
    try:
        record = Record.parse(body.decode("utf-8"))
    except UnicodeDecodeError:
        raise Refuse(400, "bad_record", "a record is a text in UTF-8") from None
    except TavolaError as error:
        raise Refuse(400, "bad_record", error.said) from None
    fields = asked.fields
    found = await _told(opened(record), fields["seat"], asked.lang(), fields["start"], fields["limit"])
    return told(answers.Replayed(answers.RecordTold(**record.as_json()), found), cache="no-store")


async def _told(reading: Reading, seat: Seat | None, lang: Lang, start: int, limit: int) -> answers.StepsTold:
    seats = len(reading.record.seats)
    if seat is not None and seat >= seats:
        raise Refuse(400, "bad_request", f"there is no seat {seat}; seats are 0 to {seats - 1}")
    try:
        agreed = in_force(rules_of(reading.record).options)
        found = await asyncio.to_thread(page, reading, seat, lang, start, limit)
    except TavolaError as error:
        raise Refuse(400, "bad_record", error.said) from None
    return answers.StepsTold(len(reading.record.moves), start, agreed, _chairs(reading.record), found)


def _chairs(record: Record) -> list[messages.Chair]:
    who = zip(display_names(record), bots_in(record), strict=True)
    return [messages.Chair(name=name, bot=bot or None) for name, bot in who]


def opened(record: Record) -> Reading:
    return Reading(record, played(record))


def page(reading: Reading, seat: Seat | None, lang: Lang, start: int, limit: int) -> list[messages.News]:
    """So many steps from a number on, not before where the reading is; step 0 is before anything happened."""
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
