"""A real arena on free ports of this machine, and people who sit down at it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import uvloop

from tavola.core.chance import Source
from tavola.games.five_thousand.tcp.dice import TableDice
from tavola.games.five_thousand.tcp.memory import MemoryStore
from tavola.games.five_thousand.tcp.server import TcpServer
from tavola.games.five_thousand.tcp.settings import TcpEnvironment, TcpLimits

HOST = "127.0.0.1"
PATIENCE = 60.0  # against hanging; nothing here takes so long
PROMPT = b">> "


def environments(
    training: float = 60.0, battle: float = 20.0, tournament: float = 20.0
) -> tuple[TcpEnvironment, ...]:
    """The three, with as much time as a slow machine may need."""
    return (
        TcpEnvironment("training", 1, training, 0),
        TcpEnvironment("battle", 2, battle, 0),
        TcpEnvironment("tournament", 3, tournament, 0, single=True),
    )


class Scripted:
    """Dice that fall as written."""

    def __init__(self, faces: str) -> None:
        self.faces = iter(faces.replace(" ", ""))

    def randrange(self, stop: int, /) -> int:
        assert stop == 6
        return int(next(self.faces)) - 1


def scripted(faces: str) -> Callable[[int], TableDice]:
    """Every table rolls the same."""

    def dice(seats: int) -> TableDice:
        source: Source = Scripted(faces)
        return TableDice(f"table of {seats}", "", source, dict)

    return dice


@dataclass
class Peer:
    """A raw connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @property
    def name(self) -> str:
        host, port = self.writer.get_extra_info("sockname")[:2]
        return f"{host}:{port}"

    def send(self, data: bytes | str) -> None:
        if not self.writer.is_closing():
            self.writer.write(data.encode() if isinstance(data, str) else data)

    async def prompted(self) -> str:
        """Everything up to the next prompt, the prompt included."""
        async with asyncio.timeout(PATIENCE):
            return (await self.reader.readuntil(PROMPT)).decode()

    async def line(self) -> str:
        async with asyncio.timeout(PATIENCE):
            return (await self.reader.readline()).decode()

    async def ask(self, data: bytes | str) -> str:
        self.send(data)
        return await self.prompted()

    async def rest(self) -> str:
        """Everything until the server hangs up."""
        async with asyncio.timeout(PATIENCE):
            return (await self.reader.read()).decode()

    async def close(self) -> None:
        self.writer.close()
        with suppress(OSError):  # it was closed from the other side
            await self.writer.wait_closed()

    def vanish(self) -> None:
        self.writer.transport.abort()


class Hall:
    """An arena in action."""

    def __init__(self, arena: TcpServer, ports: dict[str, int], slate: Any) -> None:
        self.arena, self.ports, self.slate = arena, ports, slate
        self.peers: list[Peer] = []

    async def join(self, environment: str = "training") -> Peer:
        peer = Peer(*await asyncio.open_connection(HOST, self.ports[environment]))
        self.peers.append(peer)
        return peer

    async def sit(self, environment: str) -> list[Peer]:
        """A whole table, in playing order, everyone having heard STARTING."""
        seats = self.arena.status()[environment]["seats"]
        peers = [await self.join(environment) for _ in range(seats)]
        lines = [await peer.line() for peer in peers]
        assert len(set(lines)) == 1
        order = json.loads(lines[0].removeprefix("STARTING "))
        return sorted(peers, key=lambda peer: order.index(peer.name))

    async def until(self, happened: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not happened():
                await asyncio.sleep(0.005)

    def scores(self, environment: str) -> dict[str, tuple[int, int]]:
        found: dict[str, tuple[int, int]] = self.slate.scores.get(environment, {})
        return found


@asynccontextmanager
async def hall(slate: Any = None, **given: Any) -> AsyncIterator[Hall]:
    slate = slate or MemoryStore()
    given.setdefault("settings", TcpLimits(linger=0.3))
    arena = TcpServer(given.pop("environments", environments()), scores=slate, names=slate, **given)
    ports = await arena.start(HOST)
    here = Hall(arena, ports, slate)
    try:
        yield here
    finally:
        for peer in here.peers:
            with suppress(asyncio.CancelledError):  # its player was cancelled while he waited for just that
                await peer.close()
        await arena.stop()


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """On the event loop a server runs on."""
    uvloop.run(story())


def run_on_both(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """And on Python's own, which is what there is on Windows."""
    uvloop.run(story())
    asyncio.run(story())
