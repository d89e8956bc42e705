"""Asking a mind for its move: timed and checked, with readable errors, and without blocking the wire."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tavola.client.errors import BotTrouble
from tavola.client.loading import guarded
from tavola.client.minds import Mind, move_text
from tavola.table import messages as m

T = TypeVar("T")
SHOWN = 12  # legal moves in a message


class IllegalChoice(BotTrouble):
    """The bot chose an illegal move; `legal` has the legal ones."""

    def __init__(self, name: str, choice: object, legal: list[str]) -> None:
        self.legal = legal
        shown = ", ".join(legal[:SHOWN]) + (", ..." if len(legal) > SHOWN else "")
        super().__init__(f"{name} chose {_shown(choice)}, which is not one of its moves; legal were: {shown}")


def _shown(choice: object) -> str:
    try:
        text = str(choice)[:60]
    except Exception:  # a class of the user's whose __str__ raises
        text = "..."
    return repr(text) if isinstance(choice, str) else f"{text} ({type(choice).__name__})"


@dataclass(slots=True)
class Times:
    """How long the decisions took, in seconds."""

    each: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.each) / len(self.each) if self.each else 0.0

    @property
    def longest(self) -> float:
        return max(self.each, default=0.0)

    def under(self, share: float) -> float:
        """The quantile of the times: that share of the decisions took so long or less."""
        ordered = sorted(self.each)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def decide(name: str, mind: Mind, sight: m.Sight, times: Times) -> str:
    """The mind's move in its notation; BotTrouble if it breaks down, IllegalChoice if it is not legal."""
    before = time.perf_counter()
    choice = guarded(name, lambda: mind.choose(sight))
    times.each.append(time.perf_counter() - before)
    text = move_text(choice, sight.moves)
    if text is None:
        raise IllegalChoice(name, choice, sight.moves)
    return text


class Thinker:
    """A thread to think in: the wire is served meanwhile, and Ctrl-C ends even a bot that hangs."""

    def __init__(self) -> None:
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        threading.Thread(target=self._run, daemon=True, name="thinker").start()

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            work()

    async def do(self, does: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def settle(method: Callable[[Any], None], value: Any) -> None:
            if not future.done():
                method(value)

        def work() -> None:
            try:
                result = does()
            except BaseException as error:  # raised where the future is awaited
                _call(loop, settle, future.set_exception, error)
            else:
                _call(loop, settle, future.set_result, result)

        self._work.put(work)
        return await future

    def close(self) -> None:
        self._work.put(None)


def _call(loop: asyncio.AbstractEventLoop, *what: Any) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(*what)
