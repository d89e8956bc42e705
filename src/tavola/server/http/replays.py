"""A finished game again: step by step, gone through by the coach, and whether its dice were fair.

All of it is worked out in a process of its own; the client's address pays for it.
"""

from __future__ import annotations

import time

import msgspec

from tavola.server.http.house import House
from tavola.server.http.lists import FOR_GOOD, finished, so_far
from tavola.server.http.odds import answered, at_the_desk
from tavola.server.http.odds_answers import Question
from tavola.server.http.wire import Answer, Asked, Refuse

MOST_STEPS = 400  # in one answer


async def steps(house: House, asked: Asked) -> Answer:
    """The steps of a record in the store."""
    table, seat, lang = asked.parts["table"], asked.fields["seat"], asked.lang()
    start, limit = asked.fields["start"], asked.fields["limit"]
    playing = so_far(house, asked)
    key = (table, seat, lang, start, limit, playing and len(playing.moves))
    if (kept := house.replays.get(key)) is None:
        record = msgspec.json.encode((playing or await finished(house, table)).as_json()).decode()
        asks = Question("steps", "", record=record, lang=lang, seat=seat, start=start, limit=limit)
        kept = await _worked_out(house, asked, asks)
        house.replays.keep(key, kept, len(kept))
    if playing is None:
        return Answer(kept, cache=FOR_GOOD)
    told = msgspec.json.decode(kept, type=dict[str, msgspec.Raw])
    again = house.onlookers.asked(time.monotonic())
    return Answer(msgspec.json.encode({**told, "again": again}), cache="no-cache")


async def replayed(house: House, asked: Asked) -> Answer:
    """The steps of a record in the body."""
    seat, start, limit = (asked.fields[name] for name in ("seat", "start", "limit"))
    record, lang = await brought(house, asked), asked.lang()
    asks = Question("replay", "", record=record, lang=lang, seat=seat, start=start, limit=limit)
    return Answer(await _worked_out(house, asked, asks), cache="no-store")


async def verified(house: House, asked: Asked) -> Answer:
    """Are the dice of a record in the body those that were committed to?"""
    asks = Question("verify", "", record=await brought(house, asked), lang=asked.lang())
    return Answer(await _worked_out(house, asked, asks), cache="no-store")


async def reviewed(house: House, asked: Asked) -> Answer:
    """The review of a record in the store."""
    record = await finished(house, asked.parts["table"])
    text = msgspec.json.encode(record.as_json()).decode()
    return await answered(house, asked, Question("review", record.game, record=text, lang=asked.lang()))


async def reviewed_brought(house: House, asked: Asked) -> Answer:
    """The review of a record in the body."""
    record = await brought(house, asked)
    return await answered(house, asked, Question("review", "", record=record, lang=asked.lang()))


async def brought(house: House, asked: Asked) -> str:
    """The record in the body, as a text."""
    body = await asked.body(house.settings.body_bytes)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise Refuse(400, "bad_record", "a record is a text in UTF-8") from None
    if not text.strip():
        raise Refuse(400, "bad_record", "there is no record in the body; it is a record as text or JSON")
    return text


async def _worked_out(house: House, asked: Asked, asks: Question) -> bytes:
    found = await at_the_desk(house, asked, asks, keep=False)
    if isinstance(found, bytes):
        return found
    why = "there was no time for it, much else was asked; try again"
    raise Refuse(503, "too_much", why, retry_after="5")
