"""Attacks on the server's thinking: bots, odds, replays."""

from __future__ import annotations

import asyncio
import itertools
from random import Random

import tavola
from bench.attacks.kit import Person, Refused, Tally, Target, attack, http, table_of_bots
from tavola.core.match import Match

TABLES_EACH = 20  # of one token


async def open_tables(target: Target, tally: Tally, game: str, bot: str, many: int) -> list[Person]:
    """So many tables of bots among themselves, by as few tokens as that takes."""
    people = []
    for first in range(0, many, TABLES_EACH):
        people.append(person := await Person(target).arrive())
        for _ in range(min(TABLES_EACH, many - first)):
            try:
                await table_of_bots(person, game, bot, bot, public=False)
                tally["tables"] += 1
            except Refused as refused:
                tally[f"refused: {refused.code}"] += 1
    return people


@attack("slow-bots")
async def slow_bots(target: Target, tally: Tally) -> None:
    """Sixty tables of master:5 against itself, by one client that then hangs up."""
    for person in await open_tables(target, tally, "scopetta", "master:5", target.many(60)):
        person.leave()


@attack("slow-bots-watched")
async def slow_bots_watched(target: Target, tally: Tally) -> None:
    """The same sixty tables, by a client that stays and looks on."""
    people = await open_tables(target, tally, "scopetta", "master:5", target.many(60))
    await asyncio.gather(*(person.lost.wait() for person in people))


@attack("quick-bots")
async def quick_bots(target: Target, tally: Tally) -> None:
    """Sixty endless games of quick bots, by a client that then hangs up."""
    for person in await open_endless(target, tally, target.many(60)):
        person.leave()


@attack("quick-bots-watched")
async def quick_bots_watched(target: Target, tally: Tally) -> None:
    """Sixty endless games of quick bots, by a client that stays and looks on."""
    people = await open_endless(target, tally, target.many(60))
    await asyncio.gather(*(person.lost.wait() for person in people))


async def open_endless(target: Target, tally: Tally, many: int) -> list[Person]:
    people = []
    for first in range(0, many, TABLES_EACH):
        people.append(person := await Person(target).arrive())
        for _ in range(min(TABLES_EACH, many - first)):
            try:
                await table_of_bots(person, "5000", "house", "house", options={"goal": "1000000"})
                tally["tables"] += 1
            except Refused as refused:
                tally[f"refused: {refused.code}"] += 1
    return people


@attack("learning-bots")
async def learning_bots(target: Target, tally: Tally) -> None:
    """Forty tables, each with a bot that has to solve a game of its own first."""
    goals = iter(range(9000, 10_000_000, 50))
    for _ in range(0, target.many(40), TABLES_EACH):
        person = await Person(target).arrive()
        for goal in itertools.islice(goals, min(TABLES_EACH, target.many(40))):
            try:
                await table_of_bots(person, "5000", "optimal", "optimal", options={"goal": str(goal)})
                tally["tables"] += 1
            except Refused as refused:
                tally[f"refused: {refused.code}"] += 1


async def counted(target: Target, tally: Tally, path: str, body: bytes = b"") -> None:
    try:
        status, _, _ = await http(target, path, body)
        tally[str(status)] += 1
    except (OSError, TimeoutError, IndexError):
        tally["no answer"] += 1


@attack("slow-questions")
async def slow_questions(target: Target, tally: Tally) -> None:
    """Slow questions to /api/solve, each another, twenty at a time."""

    async def asks(first: int) -> None:
        for goal in range(first, 1_000_000, 1000):
            await counted(target, tally, f"/api/solve/5000?set=goal={goal}")

    await asyncio.gather(*(asks(9000 + 50 * number) for number in range(target.many(20))))


def long_record(bytes_: int = 65_000) -> bytes:
    """A record about as long as a body may be."""
    rules, luck = tavola.rules("5000", goal="1000000"), Random(1)
    match = Match(rules, ("ada", "bob"))
    while len(match.moves) < bytes_ // 16:
        if match.actor == tavola.CHANCE:
            match.draw(luck)
        else:
            match.play(luck.choice(rules.moves(match.state)))
    text = str(match.record()).encode()
    assert len(text) <= bytes_, len(text)
    return text


@attack("replays")
async def replays(target: Target, tally: Tally) -> None:
    """Long records to /api/replay, as many as are taken, sixteen at a time."""
    await _post(target, tally, "/api/replay?start=100000")


@attack("verifies")
async def verifies(target: Target, tally: Tally) -> None:
    """Long records to /api/verify, as many as are taken, sixteen at a time."""
    await _post(target, tally, "/api/verify")


@attack("reviews")
async def reviews(target: Target, tally: Tally) -> None:
    """Long records to /api/review, as many as are taken, sixteen at a time."""
    await _post(target, tally, "/api/review", 55_000)  # a longer one has more decisions than it takes


async def _post(target: Target, tally: Tally, path: str, bytes_: int = 65_000) -> None:
    record = long_record(bytes_)

    async def posts(who: int) -> None:
        for number in itertools.count():
            other = record.replace(b"ada", f"a{who}x{number}".encode()[:9])  # no answer is known already
            await counted(target, tally, path, other)

    await asyncio.gather(*map(posts, range(target.many(16))))
