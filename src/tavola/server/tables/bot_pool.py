"""The bots' threads: bots think in threads, never on the event loop, and every payer gets a fair share.

Quick bots have threads of their own, so that none waits behind a slow one; bots that have to compile or solve
first have another. In each of these lanes the payer that has spent least lately is next, and bots at a table
without guests come last (limits/fair_semaphore.py).
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from tavola.bots import Bot, make_bot
from tavola.core.contract import Rules, Seat, View
from tavola.core.errors import TavolaError, UnknownBot
from tavola.core.extras import Missing
from tavola.server.limits.fair_queue import Estimates, Ledger, Payer
from tavola.server.limits.fair_semaphore import FairSemaphore, Turn, attended
from tavola.server.telemetry.metrics import Metrics
from tavola.table import words
from tavola.table.refusal import Refusal

QUICK = 0.05  # seconds of a core up to which a choice is expected to be quick
QUICK_THREADS = 2
SLOW_THREADS = max(1, (os.cpu_count() or 1) // 2)  # the other half is for people
UNLEARNT = 10.0  # seconds that `prepare` is expected to take the first time
_spent = getattr(time, "thread_time", time.perf_counter)  # a browser has no thread_time
NICE = 5  # priority of slow threads, below the event loop's


def check(spec: str, rules: Rules[Any, Any], most: float) -> None:
    """Raise a Refusal if there is no such bot for this game, or it would think longer than `most` seconds."""
    try:
        bot = make_bot(spec, rules, Random(0))
    except UnknownBot as error:
        raise Refusal("unknown_bot", error.said) from None
    except Missing as error:
        raise Refusal("unknown_bot", error.why) from None
    except TavolaError as error:
        raise Refusal("bad_request", error.said) from None
    if getattr(bot, "cost", 0.0) > most:
        raise Refusal("too_much", words.THINKS_TOO_LONG.fill(bot=spec, most=f"{most:g}"))


@dataclass(frozen=True)
class Seated:
    """A bot's seat, and on whose account it thinks."""

    table: str
    seat: Seat
    spec: str
    rules: Rules[Any, Any]
    payer: Payer
    unattended: Callable[[], bool] = attended  # is no guest at the table?

    @property
    def kind(self) -> tuple[object, ...]:
        """Bots of one kind take about the same time."""
        return (self.rules.info.name, self.rules.options, self.spec)


class Lane:
    """Some threads, with a fair queue."""

    def __init__(self, name: str, threads: int, ledger: Ledger, metrics: Metrics, nice: int = 0) -> None:
        self._name, self._metrics = name, metrics
        self._turns = FairSemaphore(threads, ledger)
        self._pool = ThreadPoolExecutor(threads, f"{name} bot", initializer=_give_way, initargs=(nice,))
        self._waiting: dict[str, Turn] = {}  # by table

    async def run(
        self, of: Seated, estimate: float, work: Callable[..., Any], *given: Any
    ) -> tuple[Any, float]:
        """The result of the work, and the seconds of a processor it took."""
        turn = self._waiting[of.table] = Turn(of.payer, estimate, of.unattended)
        self._metrics.bots_waiting.add(self._name)
        try:
            async with self._turns.slot(turn):
                self._begins(of.table, turn)
                loop = asyncio.get_running_loop()
                found, spent = await loop.run_in_executor(self._pool, _timed, work, *given)
                turn.spent = spent
                return found, spent
        finally:
            self._begins(of.table, turn)

    def _begins(self, table: str, turn: Turn) -> None:
        """Its turn has come, or it has given up: it waits no longer."""
        if self._waiting.get(table) is turn:
            del self._waiting[table]
            self._metrics.bots_waiting.add(self._name, by=-1)
            self._metrics.bot_wait_seconds.observe(turn.waited)

    def attended(self, table: str) -> None:
        """A guest has come to the table."""
        if (turn := self._waiting.get(table)) is not None:
            self._turns.hurry(turn)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _give_way(nice: int) -> None:
    if nice and sys.platform == "linux":  # where a thread has a priority of its own
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)


def _timed(work: Callable[..., Any], *given: Any) -> tuple[Any, float]:
    """The result, and the processor time. The time of a bot's own threads can't be seen from here: they count
    as busy all the time."""
    helpers = getattr(getattr(work, "__self__", None), "threads", 1) - 1
    began, since = _spent(), time.perf_counter()
    found = work(*given)
    return found, _spent() - began + helpers * (time.perf_counter() - since)


class BotPool:
    """Every bot at every table, made when it is first asked."""

    def __init__(self, metrics: Metrics, most: float, ledger: Ledger | None = None) -> None:
        ledger = ledger or Ledger()
        self._metrics = metrics
        self._most = most  # seconds of one core a decision may cost
        self._bots: dict[tuple[str, Seat], Bot] = {}
        self._costs = Estimates()
        self._quick = Lane("quick", QUICK_THREADS, ledger, metrics)
        self._slow = Lane("slow", SLOW_THREADS, ledger, metrics, NICE)
        self._learning = Lane("learning", 1, ledger, metrics, NICE)

    def check(self, spec: str, rules: Rules[Any, Any]) -> None:
        check(spec, rules, self._most)

    async def choose(self, of: Seated, view: View[Any, Any]) -> Any:
        """The bot's move. Exceptions of the bot pass through."""
        if (bot := self._bots.get((of.table, of.seat))) is None:
            bot = self._bots[of.table, of.seat] = make_bot(of.spec, of.rules, Random(secrets.randbits(64)))
            if (prepare := getattr(bot, "prepare", None)) is not None:
                learns = ("learns", view.table.seats, *of.kind)
                lane = self._quick if self._costs.of(learns, UNLEARNT) <= QUICK else self._learning
                await self._work(lane, of, learns, UNLEARNT, prepare, of.rules, view.table.seats)
        unknown = getattr(bot, "cost", 0.0)
        began = time.perf_counter()
        move = await self._work(self.lane_of(of.kind, unknown), of, of.kind, unknown, bot.choose, view)
        self._metrics.bot_seconds.observe(time.perf_counter() - began)
        return move

    def lane_of(self, kind: tuple[object, ...], unknown: float) -> Lane:
        """The lane for bots of this kind, by the time they took so far."""
        return self._quick if self._costs.of(kind, unknown) <= QUICK else self._slow

    async def _work(
        self, lane: Lane, of: Seated, kind: tuple[object, ...], unknown: float, *work: Any
    ) -> Any:
        found, spent = await lane.run(of, self._costs.of(kind, unknown), *work)
        self._costs.learn(kind, spent)
        return found

    def attended(self, table: str) -> None:
        """A guest has come to a table: its bot is no longer unattended."""
        for lane in self._lanes:
            lane.attended(table)

    def forget(self, table: str, seats: int) -> None:
        for seat in range(seats):
            self._bots.pop((table, seat), None)

    def close(self) -> None:
        for lane in self._lanes:
            lane.close()

    @property
    def _lanes(self) -> tuple[Lane, ...]:
        return (self._quick, self._slow, self._learning)
