"""The bots' thread pool: bots think in threads, never on the event loop."""

from __future__ import annotations

import asyncio
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from tavola.bots import Bot, make_bot
from tavola.core.contract import Rules, Seat, View
from tavola.core.errors import TavolaError, UnknownBot
from tavola.core.extras import Missing
from tavola.server.telemetry.metrics import Metrics
from tavola.table import words
from tavola.table.refusal import Refusal

THINKERS = 2


def check(spec: str, rules: Rules[Any, Any], most: float) -> None:
    """A Refusal, if there is no such bot for this game, or it would think for more than `most` seconds."""
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


class BotPool:
    """Every bot at every table, made when it is first asked."""

    def __init__(self, metrics: Metrics, most: float) -> None:
        self._metrics = metrics
        self._most = most  # seconds of one core a decision may cost
        self._bots: dict[tuple[str, Seat], Bot] = {}
        self._pool = ThreadPoolExecutor(THINKERS, thread_name_prefix="bot")
        # One that has to compile or to solve first keeps no other bot waiting.
        self._learning = ThreadPoolExecutor(1, thread_name_prefix="bot that learns")

    def check(self, spec: str, rules: Rules[Any, Any]) -> None:
        check(spec, rules, self._most)

    async def choose(
        self, where: tuple[str, Seat], spec: str, rules: Rules[Any, Any], view: View[Any, Any]
    ) -> Any:
        """The bot's move; whatever it raises, it raises here."""
        loop = asyncio.get_running_loop()
        if (bot := self._bots.get(where)) is None:
            bot = self._bots[where] = make_bot(spec, rules, Random(secrets.randbits(64)))
            if (prepare := getattr(bot, "prepare", None)) is not None:
                await loop.run_in_executor(self._learning, prepare, rules, view.table.seats)
        began = time.perf_counter()
        move = await loop.run_in_executor(self._pool, bot.choose, view)
        self._metrics.bot_seconds.observe(time.perf_counter() - began)
        return move

    def forget(self, table: str, seats: int) -> None:
        for seat in range(seats):
            self._bots.pop((table, seat), None)

    def close(self) -> None:
        for pool in (self._pool, self._learning):
            pool.shutdown(wait=False, cancel_futures=True)
