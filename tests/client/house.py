"""A real server for the tests, in this loop or in a thread of its own; it can be stopped and opened again."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.chaos_house import quiet_ports
from tavola.games.five_thousand.tcp.service import TcpSettings
from tavola.server.serve import Server
from tavola.server.settings import Settings


class House:
    """A server on ports nobody else is given, not even while it is closed: it may open there again."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        storage = f"sqlite:///{folder / 'tavola.db'}"
        http, lines, training, battle, tournament = quiet_ports(5)
        self.own = TcpSettings(training, battle, tournament)
        ports: dict[str, Any] = {"http_port": http, "lines_port": lines, "services": {"5000": self.own}}
        self.settings = replace(Settings(drain_seconds=0.0), storage=storage, **(ports | settings))
        self.server: Server | None = None

    async def open(self) -> None:
        self.server = Server(self.settings)
        await self.server.open()

    async def close(self) -> None:
        if self.server is not None:
            self.server.stop()
            self.server.stop()
            await self.server.closed()
            self.server = None

    @property
    def websocket(self) -> str:
        return f"ws://127.0.0.1:{self.settings.http_port}/ws"

    @property
    def lines(self) -> str:
        return f"tcp://127.0.0.1:{self.settings.lines_port}"

    def url(self, kind: str) -> str:
        return self.websocket if kind == "ws" else self.lines


@asynccontextmanager
async def house(folder: Path, **settings: Any) -> AsyncIterator[House]:
    it = House(folder, **settings)
    await it.open()
    try:
        yield it
    finally:
        await it.close()


@contextmanager
def house_beside(folder: Path, **settings: Any) -> Iterator[House]:
    """A server in a thread, for tests of what has no loop of its own."""
    it, ready, loop = House(folder, **settings), threading.Event(), asyncio.new_event_loop()
    done = asyncio.Event()

    async def serve() -> None:
        try:
            await it.open()
        finally:
            ready.set()
        await done.wait()
        await it.close()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    ready.wait(60)
    try:
        yield it
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join(60)
        loop.close()
