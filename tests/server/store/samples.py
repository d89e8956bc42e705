"""Tables and games for the tests of the store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from tavola.core.record import Record
from tavola.server.store import Change, Finished, Listing, Status, Store, Summary

MOVES = ((-1, "roll 421"), *((seat, "stop") for _ in range(8) for seat in range(4)))  # a game of some length


@asynccontextmanager
async def opened(url: str, **settings: Any) -> AsyncIterator[Store]:
    store = await Store.open(url, **settings)
    try:
        yield store
    finally:
        await store.close()


def with_store(url: str, story: Callable[[Store], Awaitable[None]], **settings: Any) -> None:
    """A test's story, told to a store."""

    async def tell() -> None:
        async with asyncio.timeout(60), opened(url, **settings) as store:
            await story(store)

    asyncio.run(tell())


def listing(
    table: str = "t",
    status: Status = "playing",
    game: str = "421",
    public: bool = True,
    changed: float = 2.0,
    created: float = 1.0,
) -> Listing:
    return Listing(table, game, {"suites": "off"}, status, public, False, ["ada", ""], created, changed)


def new(table: str = "t", *entries: bytes, **settings: Any) -> Change:
    """The first change of a table."""
    return Change(table, 1, entries or (b"opened",), listing=listing(table, **settings))


def record(
    seats: Sequence[str] = ("ada", "bo"),
    winners: Sequence[int] = (0,),
    game: str = "421",
    moves: tuple[tuple[int, str], ...] = MOVES,
    **tags: str,
) -> Record:
    scores = [seat in winners for seat in range(len(seats))]
    result = {"reason": "all tokens", "scores": [int(s) for s in scores], "winners": list(winners)}
    return Record(game, {"suites": "off"}, 1, tuple(seats), moves, result, tags)


def over(
    table: str = "t",
    version: int = 1,
    at: float = 10.0,
    rated: bool = True,
    bots: tuple[bool, ...] = (False, False),
    how: str = "played",
    same_address: bool = False,
    paired: bool = False,
    **settings: Any,
) -> Change:
    """The last change of a table."""
    finished = Finished(record(**settings), at, rated, how, bots, same_address, paired=paired)
    game = finished.record.game
    return Change(
        table, version, (b"over",), listing=listing(table, "over", game, changed=at), finished=finished
    )


async def all_records(store: Store, limit: int = 1000, name: str | None = None) -> list[Summary]:
    """Page by page."""
    seen: list[Summary] = []
    before = beyond = None
    while page := await store.records(name=name, before=before, beyond=beyond, limit=limit):
        seen += page
        before, beyond = page[-1].at, page[-1].table
    return seen
