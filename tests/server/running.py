"""A real server for the tests, and connections to it over either door that keep every byte they hear."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tavola.games.five_thousand.tcp.service import TcpSettings
from tavola.server.serve import Server
from tavola.server.settings import Settings

Message = dict[str, Any]
PATIENCE = 30.0
ANY_PORT = Settings(http_port=0, lines_port=0, services={"5000": TcpSettings(0, 0, 0)}, drain_seconds=0.0)


@asynccontextmanager
async def running(folder: Path, **settings: Any) -> AsyncIterator[Server]:
    """A server on free ports with a database in that folder."""
    server = Server(replace(ANY_PORT, storage=f"sqlite:///{folder / 'tavola.db'}", **settings))
    await server.open()
    try:
        yield server
    finally:
        server.stop()
        await server.closed()


class Guest:
    """One connection. What it heard is in `raw` as it came, in `heard` as it reads."""

    def __init__(self) -> None:
        self.raw: list[bytes] = []
        self.heard: list[Message] = []
        self.token = ""
        self.over = asyncio.Event()
        self._bell = asyncio.Event()
        self._number = 0
        self._listening: asyncio.Task[None] | None = None

    def keep(self, data: bytes) -> None:
        self.raw.append(data)
        self.heard.append(json.loads(data))
        self._bell.set()

    def hung_up(self) -> None:
        self.over.set()
        self._bell.set()

    async def send(self, **command: Any) -> None:
        await self.send_raw(json.dumps(command).encode())

    async def send_raw(self, data: bytes) -> None:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    async def ask(self, type: str, **fields: Any) -> Message:
        """The answer to a command: whatever repeats its id."""
        self._number += 1
        id_ = fields.pop("id", f"q{self._number}")
        start = len(self.heard)
        await self.send(type=type, id=id_, **fields)
        return await self.until(lambda said: said.get("id") == id_, start)

    async def until(self, wanted: Callable[[Message], bool], start: int = 0) -> Message:
        """The first message from `start` on that is wanted, waiting for it if need be."""
        async with asyncio.timeout(PATIENCE):
            at = start
            while True:
                while at < len(self.heard):
                    if wanted(self.heard[at]):
                        return self.heard[at]
                    at += 1
                if self.over.is_set():
                    raise ConnectionError(f"hung up; the last was {self.heard[-1:]}")
                self._bell.clear()
                await self._bell.wait()

    async def hello(self, **who: Any) -> Guest:
        welcome = await self.ask("hello", **who)
        assert welcome["type"] == "welcome", welcome
        self.token = who.get("token") or welcome["token"]
        return self


class LinesGuest(Guest):
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__()
        self._reader, self._writer = reader, writer
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        try:
            while line := await self._reader.readline():
                self.keep(line.rstrip(b"\n"))
        except OSError:
            pass
        self.hung_up()

    async def send_raw(self, data: bytes) -> None:
        self._writer.write(data + b"\n")
        await self._writer.drain()

    async def close(self) -> None:
        self._writer.close()
        assert self._listening is not None
        await asyncio.wait([self._listening], timeout=PATIENCE)


class WebGuest(Guest):
    def __init__(self, socket: ClientConnection) -> None:
        super().__init__()
        self.socket = socket
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        try:
            async for text in self.socket:
                self.keep(text.encode() if isinstance(text, str) else text)
        except ConnectionClosed:
            pass
        self.hung_up()

    async def send_raw(self, data: bytes) -> None:
        await self.socket.send(data.decode())

    async def close(self) -> None:
        await self.socket.close()
        assert self._listening is not None
        await asyncio.gather(self._listening, return_exceptions=True)


async def by_lines(server: Server) -> Guest:
    return LinesGuest(*await asyncio.open_connection("127.0.0.1", server.ports["lines"], limit=1 << 22))


async def by_web(server: Server, **options: Any) -> Guest:
    url = f"ws://127.0.0.1:{server.ports['http']}/ws"
    return WebGuest(await connect(url, max_size=1 << 22, proxy=None, open_timeout=PATIENCE, **options))


DOORS = {"lines": by_lines, "websocket": by_web}


async def fetched(server: Server, path: str) -> tuple[int, bytes]:
    """The status and the body of a GET."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.ports["http"])
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    async with asyncio.timeout(PATIENCE):
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    return int(head.split()[1]), body
