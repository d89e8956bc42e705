"""Connections of the house in the browser: a page talks to the worker it has started.

Sessions, commands and messages are the same as over WebSocket. The page may open several lines, one for each
person who plays at this screen. Text comes from the page, and text goes back.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from tavola.core.errors import TavolaError
from tavola.core.game import load
from tavola.fast.wasm.twins import stand_in
from tavola.games import game_names, parts_of
from tavola.server.connections.session import Session
from tavola.server.offline.helper import Worker, for_whom
from tavola.server.offline.house import OfflineHouse
from tavola.server.offline.shelf import Shelf

HERE: Final = "127.0.0.1"
MOST_LINES = 32
NOBODY_ASKS: Final = 499  # the status of a question that was dropped


def load_all() -> None:
    """Import now what playing needs sooner or later: it becomes part of the memory snapshot that is kept."""
    for name in game_names():
        game = parts_of(name)
        for path in (game.rules, game.search, game.judge, game.reasons, game.lanes, *game.bots.values()):
            if isinstance(path, str) and path:
                with suppress(ImportError, TavolaError):  # it needs what is not here
                    load(path)
    gc.collect()


def wake() -> None:
    """Call this after restoring a memory snapshot: the random numbers must not be the same again."""
    random.seed()


class WorkerDoor:
    """`post(line, text)` sends a message to the page; an empty text closes that line. `begin` starts another
    worker, for long computations."""

    def __init__(
        self, shelf: Shelf, post: Callable[[int, str], Any], begin: Callable[[], Worker] | None = None
    ) -> None:
        self.house = OfflineHouse(shelf, begin)
        self._post = post
        self._lines: dict[int, Session] = {}
        self._asked: dict[str, asyncio.Task[Any]] = {}

    async def start(self) -> None:
        stand_in()  # use what was compiled for the browser, if it is here
        await self.house.start()

    def open(self, line: int) -> None:
        if len(self._lines) >= MOST_LINES:
            self._post(line, "")
            return
        self._lines[line] = Session(
            self.house.manager,
            HERE,
            write=lambda data: self._post(line, data.decode()),
            close=lambda: self._hang_up(line),
        )

    def take(self, line: int, text: str) -> None:
        if (session := self._lines.get(line)) is not None:
            session.take(text.encode())

    def shut(self, line: int) -> None:
        if (session := self._lines.pop(line, None)) is not None:
            session.disconnected()

    def _hang_up(self, line: int) -> None:
        self.shut(line)
        self._post(line, "")

    async def ask(self, method: str, target: str, body: str, name: str = "") -> str:
        """A REST request; returns [status, kind, body] as JSON. Progress is reported under its name, by which
        the page may also `drop` it."""
        for_whom.set(name)
        asked = self._asked[name] = asyncio.ensure_future(self.house.ask(method, target, body.encode()))
        try:
            answer = await asked
        except asyncio.CancelledError:
            return json.dumps([NOBODY_ASKS, "text/plain", ""])
        finally:
            self._asked.pop(name, None)
        return json.dumps([answer.status, answer.kind, answer.body.decode()])

    def drop(self, name: str) -> None:
        """Nobody waits for the answer any more."""
        if (asked := self._asked.get(name)) is not None:
            asked.cancel()
