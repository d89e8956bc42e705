"""Attacks by commands that are short to send and long to answer: lists, old ids, what was missed long ago."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Any

from bench.attacks.kit import Message, Person, Refused, Tally, Target, attack, table_of_bots
from bench.load_ws import Broken

ENDLESS = {"goal": "1000000"}
AT_ONCE = 16
TABLES_EACH = 20  # of one token
FORGOTTEN = 150  # commands after which a table does not remember the first exactly


async def over_and_over(
    target: Target, tally: Tally, token: str, command: str, fields: Callable[[], dict[str, Any]]
) -> None:
    """The same question over many connections of one person, each asked when the last one is answered."""

    async def asks() -> None:
        while True:
            try:
                person = await Person(target).arrive(token)
                while True:
                    try:
                        await person.ask(command, **fields())
                        tally["answered"] += 1
                    except Refused as refused:
                        tally[f"refused: {refused.code}"] += 1
                        await asyncio.sleep(0.01)
            except (OSError, TimeoutError, Refused, Broken):
                tally["sent away"] += 1
                await asyncio.sleep(0.5)

    await asyncio.gather(*(asks() for _ in range(target.many(AT_ONCE))))


@attack("long-misses")
async def long_misses(target: Target, tally: Tally) -> None:
    """All that happened in a game of some thousand moves, asked for again and again."""
    person = await Person(target).arrive()
    table = await table_of_bots(person, "5000", "house", "house", options=ENDLESS)
    long = target.many(3000)
    tally["moves"] = int((await person.until(lambda news: news.get("version", 0) > long))["version"])
    await over_and_over(target, tally, person.token, "resume", lambda: {"table": table, "since": 1})


@attack("old-ids")
async def old_ids(target: Target, tally: Tally) -> None:
    """A command of long ago, sent again and again: only the log knows that it was carried out."""
    person = await Person(target).arrive()
    table = str((await person.ask("create", game="5000", seats=2, options=ENDLESS))["table"])
    await person.ask("seat_bot", table=table, seat=1, bot="house")
    said: Message = await person.ask("join", table=table, seat=0)
    for _ in range(max(FORGOTTEN, target.many(400))):
        if said["sight"]["actor"] != 0:
            turn = said["turn"]
            said = await person.until(
                lambda news, turn=turn: (  # type: ignore[misc]
                    bool(news.get("sight")) and news["sight"]["actor"] == 0 and news["turn"] > turn
                )
            )
        said = await person.ask("play", table=table, index=0, turn=said["turn"])
        tally["moves"] = int(said["version"])
    sixth = {"table": table, "index": 0, "id": "q6"}  # hello, create, bot, join, and two moves
    await over_and_over(target, tally, person.token, "play", lambda: sixth)


@attack("lists")
async def lists(target: Target, tally: Tally) -> None:
    """Two hundred public tables, and the list of them asked for again and again."""
    people = []
    for _ in range(0, target.many(200), TABLES_EACH):
        people.append(person := await Person(target).arrive())
        for _ in range(min(TABLES_EACH, target.many(200))):
            await person.ask("create", game="421", seats=2)
            tally["tables"] += 1
    await over_and_over(target, tally, "", "tables", dict)


@attack("hellos")
async def hellos(target: Target, tally: Tally) -> None:
    """Hello again and again, each with another name that has to be looked up."""
    numbers = itertools.count()
    await over_and_over(target, tally, "", "hello", lambda: {"name": f"nobody {next(numbers)}"})
