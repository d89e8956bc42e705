"""The coach over REST. It works at the odds desk: in a process of its own, one question at a time."""

from __future__ import annotations

import msgspec

from tavola.core.contract import CHANCE
from tavola.core.errors import TavolaError
from tavola.core.record import Record
from tavola.core.words import Lang
from tavola.server.http.house import House
from tavola.server.http.lists import finished
from tavola.server.http.odds import answered
from tavola.server.http.odds_answers import Question
from tavola.server.http.wire import Answer, Asked, Refuse

MOST_DECISIONS = 2000


async def reviewed(house: House, asked: Asked) -> Answer:
    """The review of a record there is."""
    record = await finished(house, asked.parts["table"])
    return await answered(house, asked, _question(record, asked.lang()))


async def brought(house: House, asked: Asked) -> Answer:
    """The review of a record somebody brings."""
    body = await asked.body(house.settings.body_bytes)
    try:
        return await answered(house, asked, _question(Record.parse(body.decode("utf-8")), asked.lang()))
    except UnicodeDecodeError:
        raise Refuse(400, "bad_record", "a record is a text in UTF-8") from None
    except TavolaError as error:
        raise Refuse(400, "bad_record", error.said) from None


def _question(record: Record, lang: Lang) -> Question:
    decisions = sum(1 for who, _ in record.moves if who != CHANCE)
    if decisions > MOST_DECISIONS:
        why = f"the coach goes through at most {MOST_DECISIONS} decisions here: use tavola review"
        raise Refuse(413, "too_long", why)
    told = msgspec.json.encode(record.as_json()).decode()
    return Question("review", record.game, record=told, lang=lang)
