"""A real server for the tests: uvicorn on a free port, a real database, and a client by hand."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import uvicorn

import tavola
from tavola.core.match import Match
from tavola.core.record import Record
from tavola.games.five_thousand.tcp.service import SERVICE, TcpSettings
from tavola.server.admin.moderation import Moderation
from tavola.server.connections.sockets import listening
from tavola.server.http.app import App
from tavola.server.http.guarded import guarded
from tavola.server.limits.connections import ConnectionLimit
from tavola.server.limits.rates import RateLimits
from tavola.server.service import ServiceContext
from tavola.server.settings import Settings
from tavola.server.store import Change, Finished, Listing, Store
from tavola.server.telemetry.metrics import Metrics
from tavola.table.fair import FairDice, fair_tags

SETTINGS = Settings(http_port=0, lines_port=0, services={"5000": TcpSettings(0, 0, 0)})


@dataclass
class Heard:
    """An answer as it came."""

    status: int
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> bytes:
        return gzip.decompress(self.raw) if self.headers.get("content-encoding") == "gzip" else self.raw

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def code(self) -> str:
        return str(self.json["error"]["code"])


@dataclass
class Running:
    app: App
    store: Store
    port: int
    door: ConnectionLimit

    async def ask(self, target: str, method: str = "GET", body: bytes = b"", **headers: str) -> Heard:
        """One request over a connection of its own, byte by byte ours."""
        lines = {"host": f"127.0.0.1:{self.port}", "connection": "close"}
        lines |= {name.replace("_", "-"): value for name, value in headers.items()}
        if body:
            lines.setdefault("content-length", str(len(body)))
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return await self.say(f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode() + body, method)

    async def say(self, data: bytes, method: str = "GET") -> Heard:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(data)
            async with asyncio.timeout(60):
                return await _heard(reader, method)
        finally:
            writer.close()


async def _heard(reader: asyncio.StreamReader, method: str) -> Heard:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers: dict[str, str] = {}
    for line in head[1:]:
        name, colon, value = line.partition(": ")
        if colon:
            assert name not in headers, f"{name} came twice"
            headers[name.lower()] = value
    status = int(head[0].split()[1])
    length = 0 if method == "HEAD" or status in (204, 304) else int(headers["content-length"])
    return Heard(status, headers, await reader.readexactly(length))


class Quiet(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def served(app: App, door: ConnectionLimit) -> AsyncIterator[int]:
    """The app under uvicorn, on a free port."""
    config = uvicorn.Config(
        app,
        http=guarded(app.settings, door, app.house.metrics),
        lifespan="off",
        log_config=None,
        proxy_headers=False,
        server_header=False,
        ws="none",
    )
    server, sock = Quiet(config), listening("127.0.0.1", 0, "--http-port")
    task = asyncio.create_task(server.serve([sock]))
    try:
        while not server.started:
            await asyncio.sleep(0.005)
        yield sock.getsockname()[1]
    finally:
        server.should_exit = True
        await task
        sock.close()


@asynccontextmanager
async def running(folder: Path, **settings: Any) -> AsyncIterator[Running]:
    chosen = replace(SETTINGS, **settings)
    store = await Store.open(chosen.storage or f"sqlite:///{folder / 'tavola.db'}")
    door, rates, metrics = ConnectionLimit.of(chosen), RateLimits.of(chosen), Metrics()
    service = await SERVICE.open(ServiceContext(chosen, store, door, rates, metrics, Moderation()))
    app = App(chosen, store, None, {"5000": service}, metrics)
    try:
        app.ports.update(service.ports)
        async with served(app, door) as port:
            yield Running(app, store, port, door)
    finally:
        await app.close()
        await service.stop()
        await store.close()


# ---- something to show ----


def listing(table: str, **more: Any) -> Listing:
    waiting = Listing(table, "421", {}, "waiting", True, False, ["ada", ""], 1.0, 2.0)
    return replace(waiting, **more)


def played(table: str, seats: tuple[str, ...] = ("ada", "bob")) -> Record:
    """A short game of Dice Poker with fair dice."""
    rules = tavola.rules("dice-poker")
    seed, salts = "ab" * 32, ("",) * len(seats)
    match, dice = Match(rules, seats), FairDice(seed, table, salts)
    while match.actor != tavola.OVER:
        if match.actor == tavola.CHANCE:
            match.draw(dice)
        else:
            match.play(rules.moves(match.state)[0])
    return match.record(fair_tags(table, seed, salts))


async def finish(store: Store, table: str, at: float, public: bool = True, rated: bool = True) -> Record:
    record = played(table)
    over = listing(table, game="dice-poker", status="over", public=public, seats=list(record.seats))
    done = Finished(record, at, rated, "played", (False, False))
    await store.commit([Change(table, 1, (b"{}",), listing=over, finished=done)])
    kept = await store.record(table)
    assert kept is not None
    return kept
