"""Attacks by more than a server can chew: floods of lines, frames and requests, crowds, loops."""

from __future__ import annotations

import asyncio
import itertools
import os
from contextlib import suppress

from bench.attacks.kit import HOST, Person, Refused, Tally, Target, attack
from bench.load_ws import PING, TEXT, Broken, frame

CHUNK = 262_144  # bytes handed to the system at a time


async def _pours(target: Target, tally: Tally, door: str, data: bytes, first: bytes = b"") -> None:
    """As much of that as the server takes, over one connection after the other; what it says is read."""

    async def listens(reader: asyncio.StreamReader) -> None:
        with suppress(OSError):
            while said := await reader.read(CHUNK):
                tally["kB heard"] += len(said) // 1024

    while True:
        try:
            reader, writer = await asyncio.open_connection(
                HOST, target.ports[door], local_addr=(target.address, 0)
            )
        except OSError:
            tally["not connected"] += 1
            await asyncio.sleep(0.1)
            continue
        tally["connected"] += 1
        try:
            if first:
                writer.write(first)
                await reader.readuntil(b"\r\n\r\n")
        except (OSError, EOFError):
            tally["not let in"] += 1
            writer.transport.abort()
            continue
        heard = asyncio.create_task(listens(reader))
        try:
            while not heard.done():
                writer.write(data)
                await writer.drain()
                tally["chunks"] += 1
        except OSError:
            pass
        finally:
            heard.cancel()
            writer.transport.abort()


def _much(line: bytes) -> bytes:
    return line * (CHUNK // len(line))


@attack("line-flood")
async def line_flood(target: Target, tally: Tally) -> None:
    """Four connections that pour the shortest lines into the JSON-lines port."""
    await asyncio.gather(*(_pours(target, tally, "lines", _much(b"{}\n")) for _ in range(target.many(4))))


@attack("ping-lines")
async def ping_lines(target: Target, tally: Tally) -> None:
    """The same, with commands that are right."""
    data = _much(b'{"type":"ping"}\n')
    await asyncio.gather(*(_pours(target, tally, "lines", data) for _ in range(target.many(4))))


@attack("games-lists")
async def games_lists(target: Target, tally: Tally) -> None:
    """Fifty connections that ask for the list of games, a long answer, as often as one may."""
    data = b'{"type":"games"}\n' * 12
    await asyncio.gather(*(_pours(target, tally, "lines", data) for _ in range(target.many(50))))


@attack("training-flood")
async def training_flood(target: Target, tally: Tally) -> None:
    """The same at a port of 5000."""
    await asyncio.gather(*(_pours(target, tally, "training", _much(b"x\n")) for _ in range(target.many(4))))


@attack("pipelined")
async def pipelined(target: Target, tally: Tally) -> None:
    """Four connections that pour requests into the HTTP port, one behind the other."""
    data = _much(b"GET / HTTP/1.1\r\nhost:localhost\r\n\r\n")
    await asyncio.gather(*(_pours(target, tally, "http", data) for _ in range(target.many(4))))


def _upgrade(target: Target) -> bytes:
    return (
        f"GET /ws HTTP/1.1\r\nHost: {HOST}:{target.ports['http']}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


@attack("ping-frames")
async def ping_frames(target: Target, tally: Tally) -> None:
    """Four WebSockets that send pings, as fast as they are taken."""
    data = _much(frame(PING, b"", os.urandom(4)))
    first = _upgrade(target)
    await asyncio.gather(*(_pours(target, tally, "http", data, first) for _ in range(target.many(4))))


@attack("text-frames")
async def text_frames(target: Target, tally: Tally) -> None:
    """Four WebSockets that send commands beyond all rates."""
    data = _much(frame(TEXT, b'{"type":"ping"}', os.urandom(4)))
    first = _upgrade(target)
    await asyncio.gather(*(_pours(target, tally, "http", data, first) for _ in range(target.many(4))))


@attack("resumes")
async def resumes(target: Target, tally: Tally) -> None:
    """Sixteen connections that come back to one table again and again, each as fast as it may."""
    person = await Person(target).arrive()
    table = (await person.ask("create", game="5000", seats=2))["table"]
    for _ in range(20):
        with suppress(Refused):
            await person.ask("chat", table=table, text="x" * 280)

    async def again(number: int) -> None:
        other = await Person(target).arrive(f"one who comes back {number}")
        while True:
            try:
                await asyncio.gather(*(other.ask("resume", table=table, since=0) for _ in range(20)))
                tally["resumed"] += 20
            except Refused as refused:
                tally[f"refused: {refused.code}"] += 1
                await asyncio.sleep(0.01)

    await asyncio.gather(*map(again, range(target.many(16))))


@attack("crowd")
async def crowd(target: Target, tally: Tally) -> None:
    """A thousand who look on where two move as fast as they may."""
    ada, bo = await Person(target).arrive(), await Person(target).arrive()
    table = (await ada.ask("create", game="5000", seats=2, options={"goal": "1000000"}))["table"]
    await ada.ask("join", table=table, seat=0)
    news = await bo.ask("join", table=table, seat=1)

    async def looks_on(number: int) -> None:
        person = Person(target)
        person.news = _Counted(tally)  # type: ignore[assignment]
        try:
            await person.arrive(f"one of a crowd {number}")
            await person.ask("watch", table=table)
            tally["watch"] += 1
            await person.lost.wait()
            tally["dropped"] += 1
        except (OSError, TimeoutError, Refused, Broken):
            tally["not let in"] += 1

    async def plays() -> None:
        nonlocal news
        while True:
            mover = (ada, bo)[news["sight"]["actor"]]
            try:
                news = await mover.ask("play", table=table, index=0, turn=news["turn"])
                tally["moves"] += 1
            except Refused as refused:
                tally[f"refused: {refused.code}"] += 1
                await asyncio.sleep(0.01)

    people = [asyncio.create_task(looks_on(number)) for number in range(target.many(1000))]
    try:
        await plays()
    finally:
        for each in people:
            each.cancel()


class _Counted:
    """News that is only counted."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def put_nowait(self, _said: object) -> None:
        self._tally["heard"] += 1


@attack("rematches")
async def rematches(target: Target, tally: Tally) -> None:
    """Eight pairs that resign and want a rematch, for ever."""

    async def pair(number: int) -> None:
        ada = await Person(target).arrive(f"a pair, one of them {number}")
        bo = await Person(target).arrive(f"a pair, the other one {number}")
        table = str((await ada.ask("create", game="5000", seats=2, public=False))["table"])
        while True:
            try:
                await ada.ask("join", table=table)
                await bo.ask("join", table=table)
                await ada.ask("resign", table=table)
                await ada.ask("rematch", table=table)
                await bo.ask("rematch", table=table)
                said = await bo.until(lambda news: bool(news.get("new_table")))
                tally["rematches"] += 1
                table = said["new_table"]
            except Refused as refused:
                tally[f"refused: {refused.code}"] += 1
                await asyncio.sleep(min(refused.retry_after or 0.1, 1.0))
                with suppress(Refused):
                    table = str((await ada.ask("create", game="5000", seats=2, public=False))["table"])

    await asyncio.gather(*map(pair, range(target.many(8))))


@attack("challenges")
async def challenges(target: Target, tally: Tally) -> None:
    """Eight tokens that wait on the ladder, stop, wait again, and challenge each other."""

    async def climbs(number: int) -> None:
        person = await Person(target).arrive(f"a climber with a long token {number}")
        name, other = f"climber{number}", f"climber{(number + 1) % 8}"
        with suppress(Refused):
            await person.ask("claim", name=name, bot=True)
        for turn in itertools.count():
            try:
                await person.ask("ladder", game=("5000", "421")[turn % 2], rated=False, games=16)
                await person.ask("challenge", to=other, game=("5000", "421")[turn % 2])
                tally["challenges"] += 1
                await person.ask("leave_ladder")
            except Refused as refused:
                tally[f"refused: {refused.code}"] += 1
                await asyncio.sleep(0.01)

    await asyncio.gather(*map(climbs, range(target.many(8))))


@attack("watching")
async def watching(target: Target, tally: Tally) -> None:
    """Eight connections that ask for the server's figures and its health, which no rate limits, for ever."""
    end = b" HTTP/1.1\r\nhost:localhost\r\n\r\n"
    data = _much(b"GET /metrics" + end + b"GET /readyz" + end)
    await asyncio.gather(*(_pours(target, tally, "http", data) for _ in range(target.many(8))))
