"""A server moves to another database in the middle of a game, and goes on where it was."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from tavola.server.serve import Server
from tavola.server.store.copying import import_all
from tests.server.postgres import fresh_database
from tests.server.running import ANY_PORT, Guest, Message, by_lines

GUESTS: list[Guest] = []  # who is there, to be shown out


@asynccontextmanager
async def serving(storage: str) -> AsyncIterator[Server]:
    server = Server(replace(ANY_PORT, storage=storage))
    await server.open()
    try:
        yield server
    finally:
        server.stop()
        await server.closed()
        while GUESTS:
            await GUESTS.pop().close()


async def enter(server: Server, name: str) -> Guest:
    GUESTS.append(guest := await by_lines(server))
    return await guest.hello(name=name, token=f"the long token of {name}")


async def come_back(server: Server, table: str) -> tuple[list[Guest], list[Message]]:
    guests = [await enter(server, name) for name in ("ada", "bo")]
    return guests, [await who.ask("resume", table=table, since=0) for who in guests]


async def move(guests: list[Guest], state: Message, table: str, id: str) -> Message:
    who: Guest = guests[state["sight"]["actor"]]
    return await who.ask("play", table=table, index=0, id=id)


def test_a_game_goes_on_in_another_database(tmp_path: Path) -> None:
    async def story(first: str, second: str, third: str) -> None:
        async with serving(first) as server:
            ada, bo = await enter(server, "ada"), await enter(server, "bo")
            wish = {"game": "5000", "options": {"goal": "1000000"}, "clock": {"game": 600.0}, "id": "wish"}
            table = (await ada.ask("create", **wish))["table"]
            await ada.ask("join", table=table, seat=0)
            await bo.ask("join", table=table, seat=1)
            guests, states = await come_back(server, table)
            moved = await move(guests, states[0], table, "m0")
            assert moved["type"] == "news"
            mover = states[0]["sight"]["actor"]
        for number, (old, new) in enumerate(((first, second), (second, third)), start=1):
            await import_all(old, new)
            async with serving(new) as server:
                guests, states = await come_back(server, table)
                assert [state["version"] for state in states] == [moved["version"]] * 2
                assert [state["you"] for state in states] == [0, 1]
                left = list(zip(states[0]["time"]["game"], moved["time"]["game"], strict=True))
                assert all(now <= then < 600.001 for now, then in left), "a clock goes on from where it was"
                assert any(now == then for now, then in left)
                again = await guests[mover].ask("play", table=table, index=0, id=f"m{number - 1}")
                assert (again["type"], again["version"]) == ("done", moved["version"]), "it counts once"
                assert (await guests[0].ask("create", **wish))["table"] == table
                mover = states[0]["sight"]["actor"]
                moved = await move(guests, states[0], table, f"m{number}")
                assert (moved["type"], moved["version"]) == ("news", again["version"] + 1)
                assert (await guests[1].ask("create", game="421"))["type"] == "table"
        async with serving(third) as server:
            guests, _ = await come_back(server, table)
            assert (await guests[0].ask("resign", table=table))["type"] in ("done", "news")

    with fresh_database() as postgresql:
        first, third = (f"sqlite:///{tmp_path / name}.db" for name in ("first", "third"))
        asyncio.run(story(first, postgresql, third))
