"""What an attack is made of: a name, a bounded function, and clients that come from an address of their own.

To add an attack, write one function in a file of this folder:

    @attack("slow-bots")
    async def slow_bots(target: Target, tally: Tally) -> None:
        \"\"\"Sixty tables of slow bots from one client, which then hangs up.\"\"\"

It is found by its decorator, runs in a process of its own against a server of its own, and is cancelled when
the time is up. What it gets, and what it is refused, it counts in `tally`.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from bench.load_ws import Broken, Socket

HOST = "127.0.0.1"
ATTACKER, HONEST = "127.0.0.1", "127.0.1.2"  # two networks; Linux has all of 127.0.0.0/8
PATIENCE = 120.0
Tally = Counter[str]
Message = dict[str, Any]


@dataclass(frozen=True)
class Target:
    """The server that is attacked: always our own, on loopback."""

    ports: Mapping[str, int]
    scale: float = 1.0  # of how much the attack does; a small one is for the test suite
    address: str = ATTACKER  # where the attack comes from

    def many(self, number: int) -> int:
        return max(1, round(number * self.scale))


Run = Callable[[Target, Tally], Awaitable[None]]


@dataclass(frozen=True)
class Attack:
    name: str
    run: Run
    settings: Mapping[str, str] = field(default_factory=dict)  # of the server, if not the defaults
    files: int = 0  # how many files the server may open, if not as many as usual

    @property
    def says(self) -> str:
        return (self.run.__doc__ or "").strip().splitlines()[0]


ATTACKS: dict[str, Attack] = {}


def attack(name: str, files: int = 0, **settings: str) -> Callable[[Run], Run]:
    def register(run: Run) -> Run:
        ATTACKS[name] = Attack(name, run, settings, files)
        return run

    return register


def all_attacks() -> dict[str, Attack]:
    """Every attack of this folder."""
    for module in iter_modules([str(Path(__file__).parent)]):
        import_module(f"bench.attacks.{module.name}")
    return dict(sorted(ATTACKS.items()))


# ---- clients ----


class Refused(Exception):
    """The server said no; the message is its own."""

    def __init__(self, said: Message) -> None:
        super().__init__(f"{said.get('code')}: {said.get('why')}")
        self.code, self.retry_after = str(said.get("code")), said.get("retry_after")


class Person:
    """One WebSocket that has said hello."""

    def __init__(self, target: Target, address: str = "") -> None:
        self._target, self._address = target, address or target.address
        self.socket: Socket
        self.token = ""
        self.news: asyncio.Queue[Message] = asyncio.Queue()  # all that answers no question
        self.lost = asyncio.Event()
        self._numbers = itertools.count(1)
        self._open: dict[str, asyncio.Future[Message]] = {}

    async def arrive(self, token: str = "") -> Person:
        loop, port = asyncio.get_running_loop(), self._target.ports["http"]
        make = lambda: Socket(self._hear, self._hung_up, f"{HOST}:{port}", "/ws")  # noqa: E731
        _, self.socket = await loop.create_connection(make, HOST, port, local_addr=(self._address, 0))
        await self.socket.opened
        welcome = await self.ask("hello", **({"token": token} if token else {}))
        self.token = token or welcome["token"]
        return self

    def send(self, type: str, **fields: Any) -> asyncio.Future[Message]:
        """Say something; the answer comes in the future, unless nobody waits for it."""
        if self.lost.is_set():
            raise Broken("hung up")
        id_ = str(fields.pop("id", "")) or f"q{next(self._numbers)}"
        self._open[id_] = asyncio.get_running_loop().create_future()
        self.socket.send(json.dumps({"type": type, "id": id_, **fields}).encode())
        return self._open[id_]

    async def ask(self, type: str, **fields: Any) -> Message:
        async with asyncio.timeout(PATIENCE):
            said = await self.send(type, **fields)
        if said["type"] == "refused":
            raise Refused(said)
        return said

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        while not wanted(said := await self._heard_next()):
            if self.lost.is_set() and self.news.empty():
                raise Broken("hung up")
        return said

    async def _heard_next(self) -> Message:
        async with asyncio.timeout(PATIENCE):
            return await self.news.get()

    def _hung_up(self) -> None:
        """Nothing more will be answered."""
        self.lost.set()
        self.news.put_nowait({"type": "hung up"})  # for whoever waits in `until`
        for answer in self._open.values():
            if not answer.done():
                answer.set_exception(Broken("hung up"))
                answer.exception()  # perhaps nobody waits for it

    def _hear(self, data: bytes) -> None:
        said = json.loads(data)
        answer = self._open.pop(said.get("id") or "", None)
        if answer is not None and not answer.done():
            answer.set_result(said)
        else:
            self.news.put_nowait(said)

    def leave(self) -> None:
        self.socket.close()


async def http(
    target: Target, path: str, body: bytes = b"", address: str = ""
) -> tuple[int, dict[str, str], bytes]:
    """One request over a connection of its own: status, headers, body."""
    reader, writer = await asyncio.open_connection(
        HOST, target.ports["http"], local_addr=(address or target.address, 0)
    )
    try:
        method = "POST" if body else "GET"
        head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"
        writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        async with asyncio.timeout(PATIENCE):
            said = await reader.read()
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
    top, _, content = said.partition(b"\r\n\r\n")
    first, *lines = top.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return int(first.split()[1]), headers, content


async def table_of_bots(person: Person, game: str, *bots: str, **wishes: Any) -> str:
    """Open a table and seat bots at it; the game begins when the last one sits."""
    table = str((await person.ask("create", game=game, seats=len(bots), **wishes))["table"])
    for seat, bot in enumerate(bots):
        await person.ask("seat_bot", table=table, seat=seat, bot=bot)
    return table
