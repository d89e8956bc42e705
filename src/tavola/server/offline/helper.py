"""The second worker of the page without a server: what takes long is worked out here, and the table goes on.

It hears texts and answers with texts: questions for the desk, and positions in which a bot is to choose that
plays by what is solved. Both workers are one program, so a position is told by pickle.
"""

from __future__ import annotations

import base64
import pickle
from collections.abc import Awaitable, Callable
from random import Random, SystemRandom
from typing import Any

import msgspec

from tavola.analysis import store
from tavola.bots import Bot, make_bot
from tavola.core.contract import Rules, View
from tavola.core.extras import ODDS
from tavola.fast.wasm.twins import stand_in
from tavola.server.http.odds_answers import Question
from tavola.server.http.odds_worker import reply
from tavola.server.tables.bot_pool import BotPool, Seated

Elsewhere = Callable[[str], Awaitable[str]]  # a text goes to the second worker, and its answer comes back
MOST_BOTS = 16  # that are remembered

_decode = msgspec.json.Decoder(Question).decode


class Helper:
    """`fetch` gives the bytes of what was worked out beforehand, by its name, or nothing."""

    def __init__(self, fetch: Callable[[str], Any] | None = None) -> None:
        stand_in()
        self._bots: dict[tuple[str, Any, int], Bot] = {}
        if fetch is not None:
            store.brought = lambda name: found.to_bytes() if (found := fetch(name)) is not None else None

    def work(self, text: str) -> str:
        if text.startswith("{"):
            return reply(_decode(text.encode())).decode()
        return packed(self._choose(*unpacked(text)))

    def _choose(self, spec: str, rules: Rules[Any, Any], view: View[Any, Any]) -> Any:
        key = spec, rules.options, view.table.seats
        if key not in self._bots:
            if len(self._bots) == MOST_BOTS:
                self._bots.clear()
            self._bots[key] = make_bot(spec, rules, Random(SystemRandom().getrandbits(64)))
        return self._bots[key].choose(view)


class BotsHere(BotPool):
    """Who plays by what is solved chooses in the second worker, all others here."""

    elsewhere: Elsewhere | None = None

    async def choose(self, of: Seated, view: View[Any, Any]) -> Any:
        if self.elsewhere is None or getattr(make_bot(of.spec, of.rules, Random(0)), "needs", None) != ODDS:
            return await super().choose(of, view)
        return unpacked(await self.elsewhere(packed((of.spec, of.rules, view))))


def packed(value: Any) -> str:
    return base64.b64encode(pickle.dumps(value)).decode()


def unpacked(text: str) -> Any:
    return pickle.loads(base64.b64decode(text))
