"""Honest people beside an attack: each does one thing over and over at a person's pace, and notes how long
it took and how often it was refused."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

import tavola
from bench.attacks.kit import HONEST, Message, Person, Refused, Target, http
from bench.load_figures import latency
from bench.load_ws import Broken
from tavola.core.match import Match

PACE = 0.1  # seconds between two tries
ODDS_PACE = 1.0  # as --odds-rate allows
ENDLESS = {"goal": "1000000"}


@dataclass
class Felt:
    """What one kind of honest person felt."""

    seconds: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    since: float | None = None  # when he began to wait for what has not come yet

    async def of(self, work: Callable[[], Awaitable[object]], pace: float = PACE) -> None:
        """Do it once and note how long it took, or why it was refused."""
        self.since = began = perf_counter()
        try:
            await work()
            self.seconds.append(perf_counter() - began)
        except Refused as refused:
            self.refused[refused.code] += 1
        except (OSError, TimeoutError, Broken) as error:
            self.refused[type(error).__name__] += 1
        self.since = None
        await asyncio.sleep(pace)

    def figures(self) -> dict[str, object]:
        """Milliseconds. Whoever still waits at the end has waited at least so long."""
        waited = [] if self.since is None else [perf_counter() - self.since]
        p50, p99, worst = latency(1e3 * each for each in (*self.seconds, *waited))
        figures = {"median": round(p50, 1), "p99": round(p99, 1), "worst": round(worst, 1)}
        unanswered = len(waited) if waited and waited[0] > 1.0 else 0
        return {
            "n": len(self.seconds),
            **figures,
            "unanswered": unanswered,
            "refused": dict(self.refused),
        }


@asynccontextmanager
async def arrived(target: Target) -> AsyncIterator[Person]:
    """Somebody who has said hello, and leaves in the end."""
    person = await Person(target, HONEST).arrive()
    try:
        yield person
    finally:
        person.leave()


async def against_house(target: Target, felt: Felt) -> None:
    """Plays 5000 against `house`: how long the bot's turn takes, several decisions of it."""
    async with arrived(target) as person:
        await _against_house(person, felt)


async def _against_house(person: Person, felt: Felt) -> None:
    table = str((await person.ask("create", game="5000", seats=2, options=ENDLESS))["table"])
    await person.ask("seat_bot", table=table, seat=1, bot="house")
    said = await person.ask("join", table=table, seat=0)

    def mine(said: Message) -> bool:
        return bool(said.get("sight")) and said["sight"]["actor"] == 0

    while True:
        while mine(said):  # his own turn may take several decisions, and no bot
            said = await person.ask("play", table=table, index=0, turn=said["turn"])

        async def answered() -> None:
            nonlocal said
            turn = said["turn"]
            said = await person.until(lambda news: mine(news) and news["turn"] > turn)

        await felt.of(answered)


async def moves(target: Target, felt: Felt) -> None:
    """Plays against another person: from a move to its news."""
    async with arrived(target) as ada, arrived(target) as bo:
        await _moves(ada, bo, felt)


async def _moves(ada: Person, bo: Person, felt: Felt) -> None:
    table = str((await ada.ask("create", game="5000", seats=2, options=ENDLESS))["table"])
    await ada.ask("join", table=table, seat=0)
    news = await bo.ask("join", table=table, seat=1)
    while True:
        sight, turn = news["sight"], news["turn"]
        mover = (ada, bo)[sight["actor"]]

        async def plays(mover: Person = mover, turn: int = turn) -> None:
            nonlocal news
            news = await mover.ask("play", table=table, index=0, turn=turn)

        await felt.of(plays)


async def arrives(target: Target, felt: Felt) -> None:
    """Comes, says hello, opens a table, sits down and goes."""

    async def comes() -> None:
        person = await Person(target, HONEST).arrive()
        try:
            table = (await person.ask("create", game="421", seats=2, public=False))["table"]
            await person.ask("join", table=table, seat=0)
            await person.ask("leave", table=table)
        finally:
            person.leave()

    while True:
        await felt.of(comes)


async def _gets(target: Target, path: str, body: bytes = b"") -> None:
    """Until it is answered; 202 says when to ask again."""
    while True:
        status, headers, _ = await http(target, path, body, HONEST)
        if status == 200:
            return
        if status != 202:
            raise Refused({"code": str(status)})
        await asyncio.sleep(min(2.0, float(headers.get("retry-after", "1"))))


async def odds(target: Target, felt: Felt) -> None:
    """Asks for odds, a little different every time."""
    luck = Random(3)
    while True:
        dice = " ".join(str(luck.randint(1, 6)) for _ in range(5)).replace(" ", "")
        asked = luck.choice(("/api/explain/dice-poker?position=", "/api/explain/5000?position=")) + dice
        await felt.of(lambda asked=asked: _gets(target, asked), ODDS_PACE)  # type: ignore[misc]


async def replays(target: Target, felt: Felt) -> None:
    """Brings a short record to be shown step by step."""
    rules, luck = tavola.rules("dice-poker"), Random(4)
    match = Match(rules, ("ada", "bob"))
    while match.actor != tavola.OVER:
        if match.actor == tavola.CHANCE:
            match.draw(luck)
        else:
            match.play(rules.moves(match.state)[0])
    record = str(match.record()).encode()
    while True:
        await felt.of(lambda: _gets(target, "/api/replay", record))


async def health(target: Target, felt: Felt) -> None:
    """Asks whether the server is well."""
    while True:
        await felt.of(lambda: _gets(target, "/healthz"))


KINDS: dict[str, Callable[[Target, Felt], Awaitable[None]]] = {
    "house": against_house,
    "move": moves,
    "arrive": arrives,
    "odds": odds,
    "replay": replays,
    "healthz": health,
}
