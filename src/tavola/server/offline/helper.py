"""Long computations run in other workers than the page's first, so that the tables go on.

There are two of them, each started when it is first needed: one for questions (odds, `explain`, reviews), one
for bots that play by a solution, so that no bot waits behind a question. Texts go in and out; all workers are
the same program, so a position is sent by pickle. In the first worker each has a `Lane`: one thing at a time,
and work nobody waits for any more gives way.
"""

from __future__ import annotations

import asyncio
import base64
import pickle
from collections.abc import Awaitable, Callable, Hashable
from contextvars import ContextVar
from random import Random, SystemRandom
from typing import Any, Final, Protocol

import msgspec

from tavola import analysis
from tavola.analysis import store
from tavola.bots import Bot, make_bot
from tavola.core.contract import Rules, View
from tavola.core.extras import ODDS
from tavola.fast.wasm.twins import stand_in
from tavola.server.http.odds_answers import Question
from tavola.server.http.odds_worker import reply
from tavola.server.tables.bot_pool import BotPool, Seated

MOST_BOTS = 16  # that are remembered
LOOK: Final = 0.5  # seconds between two looks at the work
MAKES_WAY: Final = 1.0  # seconds left for work nobody waits for, when something else waits
ALONE: Final = 20.0  # seconds left for it when nothing else waits: the next question may be about the same
SILENT: Final = 60.0  # seconds without any sign of life after which a worker counts as dead

TRIES: Final = 3  # of a bot, each with a new worker if the last one has died

_decode = msgspec.json.Decoder(Question).decode

for_whom: ContextVar[str] = ContextVar("for_whom", default="")
"""The page's name for the present question or bot: progress is reported under it."""


class Helper:
    """In the worker itself. `fetch` gives the bytes of a solution made beforehand, by its name, or nothing;
    `tell` is called with the progress, from 0 to 1; `solved` with every file that has a new solution, to be
    kept."""

    def __init__(
        self,
        fetch: Callable[[str], Any] | None = None,
        tell: Callable[[float], Any] | None = None,
        solved: Callable[[str], Any] | None = None,
    ) -> None:
        stand_in()
        self._bots: dict[tuple[str, Any, int], Bot] = {}
        if fetch is not None:
            store.brought = lambda name: found.to_bytes() if (found := fetch(name)) is not None else None
        if tell is not None:
            analysis.watch(lambda _, done: tell(done))
        if solved is not None:
            store.saved = lambda path: solved(str(path))

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


def folder() -> str:
    """The folder of solutions."""
    place = store.folder()
    place.mkdir(parents=True, exist_ok=True)
    return str(place)


# ---- in the first worker ----


class Worker(Protocol):
    """Another worker, started when it is first asked (web/src/engine/helper.ts)."""

    @property
    def heard(self) -> int:
        """How often it has given a sign of life."""

    def work(self, text: str, of: str) -> Awaitable[str]:
        """The answer. Progress is reported to the page under the name `of`."""

    def end(self) -> None:
        """Terminate it: its present work fails. The next question starts a new one."""


class GaveWay(Exception):
    """Dropped because nobody waits for it at the moment, and something else waits. May be asked again."""


class NoAnswer(Exception):
    """The worker did not start, ran out of memory, or hangs."""


class Lane:
    """Questions to one worker, in the order in which they came.

    Work that nobody waits for any longer ends, and its worker with it: there is no other way to stop it.
    Questions with the same `topic` share one solution, so that none of them throws away what the next needs.
    """

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._turn = asyncio.Lock()
        self._waiting: list[Hashable] = []  # their topics

    async def work(self, text: str, topic: Hashable, nobody: Callable[[], bool] = lambda: False) -> str:
        """The answer. `nobody` says whether nobody waits for it just now."""
        self._waiting.append(topic)
        try:
            await self._turn.acquire()
        finally:
            self._waiting.remove(topic)
        work = asyncio.ensure_future(self._worker.work(text, for_whom.get()))
        try:
            try:
                return await self._answer(work, topic, nobody)
            except asyncio.CancelledError:
                await self._left(work, topic)
                raise
        finally:
            if not work.done():
                work.cancel()
                self._worker.end()
            self._turn.release()

    async def _answer(self, work: asyncio.Future[str], topic: Hashable, nobody: Callable[[], bool]) -> str:
        # Looks are counted, not seconds: the browser may have suspended all of this meanwhile.
        heard, silent = -1, 0.0
        while not (await asyncio.wait([work], timeout=LOOK))[0]:
            heard, before = self._worker.heard, heard
            silent = silent + LOOK if heard == before else 0.0
            if silent >= SILENT:
                raise NoAnswer("the worker gives no sign of life")
            if nobody() and self._others_wait(topic):
                raise GaveWay
        try:
            return work.result()
        except Exception as error:  # JavaScript's errors have no type here
            raise NoAnswer(str(error)[:200]) from None

    async def _left(self, work: asyncio.Future[str], topic: Hashable) -> None:
        """Nobody waits for it any more. It may finish, if that is soon or the next question needs it."""
        left = ALONE
        while left > 0 and not work.done():
            if topic in self._waiting:
                left = ALONE
            elif self._others_wait(topic):
                left = min(left, MAKES_WAY)
            await asyncio.wait([work], timeout=LOOK)
            left -= LOOK
        if work.done() and not work.cancelled():
            work.exception()  # retrieved here: nobody else does

    def _others_wait(self, topic: Hashable) -> bool:
        return any(each != topic for each in self._waiting)


def topic_of(question: Question) -> Hashable:
    """Questions about the same rules are worked out from the same solution."""
    if question.record:
        return question.record
    return question.game, question.preset, tuple(sorted(question.options.items()))


class BotsHere(BotPool):
    """Bots that play by a solution choose in the bots' worker, all others here."""

    lane: Lane | None = None

    async def choose(self, of: Seated, view: View[Any, Any]) -> Any:
        if self.lane is None or getattr(make_bot(of.spec, of.rules, Random(0)), "needs", None) != ODDS:
            return await super().choose(of, view)
        for_whom.set(of.table)  # the task is this choice's own
        asked, failed = packed((of.spec, of.rules, view)), 0
        while True:
            try:
                return unpacked(await self.lane.work(asked, of.kind, of.unattended))
            except GaveWay:
                continue  # behind those somebody waits for
            except NoAnswer:  # a bot without a move gives up the game
                failed += 1
                if failed == TRIES:
                    raise


def packed(value: Any) -> str:
    return base64.b64encode(pickle.dumps(value)).decode()


def unpacked(text: str) -> Any:
    return pickle.loads(base64.b64decode(text))
