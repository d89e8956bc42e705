"""A hall with a real database whose writing can be held up or made to fail, and people in it."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from tavola.server.connections.session import Session
from tavola.server.settings import Settings
from tavola.server.store import Change, Store
from tavola.server.store.trouble import StorageTrouble
from tavola.server.tables.manager import TableManager
from tavola.server.telemetry.metrics import Metrics

Message = dict[str, Any]
PATIENCE = 20.0
NUMBERS = itertools.count(1)


class Slow(Store):
    """A store that writes when it is let, and breaks when it is told to."""

    broken: Exception | None = None
    commits = 0

    def hold(self) -> None:
        self.gate.clear()

    def let(self) -> None:
        self.gate.set()

    @property
    def gate(self) -> asyncio.Event:
        if "_gate" not in vars(self):
            self._gate = asyncio.Event()
            self._gate.set()
        return self._gate

    async def commit(self, changes: Sequence[Change]) -> frozenset[str]:
        await self.gate.wait()
        if self.broken is not None:
            raise self.broken
        self.commits += 1
        return await super().commit(changes)


FULL_DISK = StorageTrouble("the disk is full")


class Someone:
    """A session without a socket."""

    def __init__(self, manager: TableManager, address: str = "192.0.2.1") -> None:
        self.heard: list[Message] = []
        self.closed = False
        self._bell = asyncio.Event()
        self.session = Session(manager, address, self._hears, self._is_closed)

    def _hears(self, data: bytes) -> None:
        self.heard.append(json.loads(data))
        self._bell.set()

    def _is_closed(self) -> None:
        self.closed = True

    def say(self, type: str, **fields: Any) -> None:
        self.session.take(json.dumps({"type": type, **fields}).encode())

    async def ask(self, type: str, **fields: Any) -> Message:
        id_ = fields.pop("id", f"q{next(NUMBERS)}")  # never twice, for it would count once
        start = len(self.heard)
        self.say(type, id=id_, **fields)
        return await self.until(lambda said: said.get("id") == id_, start)

    async def until(self, wanted: Callable[[Message], bool], start: int = 0) -> Message:
        async with asyncio.timeout(PATIENCE):
            while True:
                for said in self.heard[start:]:
                    if wanted(said):
                        return said
                self._bell.clear()
                await self._bell.wait()

    def of(self, type: str) -> list[Message]:
        return [said for said in self.heard if said["type"] == type]

    def disconnected(self) -> None:
        self.session.disconnected()


@asynccontextmanager
async def a_hall(folder: Path, **settings: Any) -> AsyncIterator[tuple[TableManager, Slow]]:
    store = await Slow.open(f"sqlite:///{folder / 'tavola.db'}")
    assert isinstance(store, Slow)
    manager = TableManager(replace(Settings(), **settings), store, Metrics())
    manager.start()
    try:
        async with asyncio.timeout(3 * PATIENCE):
            yield manager, store
    finally:
        store.broken = None
        store.let()
        await manager.stop()
        await store.close()


async def someone(
    manager: TableManager, name: str, claims: bool = False, address: str = "192.0.2.1", **more: Any
) -> Someone:
    who = Someone(manager, address)
    welcome = await who.ask("hello", name=name, token=f"the long token of {name}", **more)
    assert welcome["type"] == "welcome", welcome
    if claims:
        assert (await who.ask("claim", name=name))["type"] == "done"
    return who


async def two_at_a_table(
    manager: TableManager, game: str = "5000", other: str = "192.0.2.2", **wishes: Any
) -> tuple[Someone, Someone, str]:
    """Ada and Bo, playing; 5000 so far away that no luck ends the game before the test does."""
    if game == "5000":
        wishes["options"] = {"goal": "1000000"}
    rated = bool(wishes.get("rated"))
    ada = await someone(manager, "ada", claims=rated)
    bo = await someone(manager, "bo", claims=rated, address=other)
    table = (await ada.ask("create", game=game, **wishes))["table"]
    await ada.ask("join", table=table, seat=0)
    await bo.ask("join", table=table, seat=1, id="bo sits")
    return ada, bo, table


def mover(manager: TableManager, table: str, *people: Someone) -> Someone:
    actor = manager.live[table].table.actor
    assert actor is not None
    return people[actor]


async def settled(manager: TableManager) -> None:
    """Until what was said has been heard."""
    for _ in range(5):
        await asyncio.sleep(0)
        await manager.journal.flush()
