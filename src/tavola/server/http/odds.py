"""Odds over REST: `/api/odds`, `/api/solve`, `/api/explain`. The desk works them out.

And what dice count under the options of a table: asked of the game's own rules, so nobody at the far end of a
wire needs to know them.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any

from tavola.analysis import asks
from tavola.coach.finding import COACH
from tavola.core.errors import TavolaError, UnknownGame
from tavola.core.extras import ODDS
from tavola.core.plain import plain
from tavola.games import game_of
from tavola.server.http.answers import Working
from tavola.server.http.games import info_of
from tavola.server.http.house import House
from tavola.server.http.odds_answers import Question
from tavola.server.http.odds_desk import CantSay
from tavola.server.http.wire import Answer, Asked, Refuse, encode, told
from tavola.server.http.worker_pool import Broken
from tavola.server.limits.fair_queue import Payer, place_of
from tavola.server.limits.fair_semaphore import NoRoom

AGAIN_SECONDS = 2
KEEP = "public, max-age=3600"


async def odds(house: House, asked: Asked) -> Answer:
    given = {name: value for name in asks() if (value := asked.fields.get(name))}
    return await answered(house, asked, question(asked, "odds", asks=given))


async def solve(house: House, asked: Asked) -> Answer:
    return await answered(house, asked, question(asked, "solve"))


async def bank(house: House, asked: Asked) -> Answer:
    return await answered(house, asked, question(asked, "bank"))


async def explain(house: House, asked: Asked) -> Answer:
    position = " ".join(asked.fields["position"].split())
    if not position:
        raise Refuse(400, "bad_request", "position says which; /api/games/GAME tells how it is written")
    return await answered(house, asked, question(asked, "explain", position=position, lang=asked.lang()))


async def counts(_house: House, asked: Asked) -> Answer:
    """What dice count, and what another throw may give."""
    game = info_of(asked.parts["game"]).name
    if not game_of(game).counts:
        raise Refuse(404, "not_found", f"at {game} nothing is counted like this")
    options = question(asked, "counts").rules().options
    return Answer(await asyncio.to_thread(_counted, game, options), cache=KEEP)


@lru_cache(maxsize=16)
def _counted(game: str, options: Any) -> bytes:
    return encode({"game": game, **plain(game_of(game).part("counts")(options))})


def question(asked: Asked, what: str, **more: object) -> Question:
    """The question of a request; refused at once if it can't be answered."""
    options: dict[str, str] = {}
    for text in asked.fields["set"]:
        name, equals, value = text.partition("=")
        if not equals:
            raise Refuse(400, "bad_request", f"set takes NAME=VALUE, not {text[:40]!r}")
        options[name.strip()] = value.strip()
    found = Question(what, asked.parts["game"], asked.fields["preset"], options, **more)  # type: ignore[arg-type]
    try:
        found.rules()
    except UnknownGame as error:
        raise Refuse(404, "unknown_game", error.said) from None
    except TavolaError as error:
        raise Refuse(400, "bad_request", error.said) from None
    return found


async def answered(house: House, asked: Asked, asks: Question) -> Answer:
    """The desk's answer to a question, or that it is being worked out."""
    if (gone := ODDS.why_not(COACH)) is not None:
        raise Refuse(503, "cant_say", gone.why.in_(asked.lang()))
    if not house.desk.knows(asks) and (wait := house.too_many("odds", asked.address)):
        why = f"that was a lot to work out; ask again in {wait:.0f} s"
        raise Refuse(429, "too_much", why, retry_after=str(int(wait) + 1))
    found = await at_the_desk(house, asked, asks)
    if isinstance(found, bytes):
        return Answer(found, cache=KEEP)
    return told(Working("working", AGAIN_SECONDS, found), 202, "no-store", retry_after=str(AGAIN_SECONDS))


async def at_the_desk(house: House, asked: Asked, asks: Question, keep: bool = True) -> bytes | int:
    """The answer, or about how many questions come before. The client's address pays for it."""
    try:
        return await house.desk.ask(asks, Payer(place_of(asked.address)), keep)
    except CantSay as error:
        raise Refuse(error.status, error.code, str(error)) from None
    except NoRoom as no:
        again = str(int(no.seconds) + 1)
        if no.own:
            why = "too many questions from your address wait already; ask again later"
            raise Refuse(429, "too_much", why, retry_after=again) from None
        why = "too many questions wait already; ask again later"
        raise Refuse(503, "too_much", why, retry_after=again) from None
    except Broken as error:
        raise Refuse(503, "cant_say", str(error), retry_after="60") from None
