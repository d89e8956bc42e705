"""The coach over REST: a question among the others of the desk."""

from __future__ import annotations

import msgspec

from tavola.server.http.house import House
from tavola.server.http.lists import finished
from tavola.server.http.odds import answered
from tavola.server.http.odds_answers import Question
from tavola.server.http.replays import brought
from tavola.server.http.wire import Answer, Asked


async def reviewed(house: House, asked: Asked) -> Answer:
    """The review of a record there is."""
    record = await finished(house, asked.parts["table"])
    text = msgspec.json.encode(record.as_json()).decode()
    return await answered(house, asked, Question("review", record.game, record=text, lang=asked.lang()))


async def reviewed_brought(house: House, asked: Asked) -> Answer:
    """The review of a record somebody brings."""
    record = await brought(house, asked)
    return await answered(house, asked, Question("review", "", record=record, lang=asked.lang()))
