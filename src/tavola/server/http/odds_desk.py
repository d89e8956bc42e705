"""Questions that take long: odds, reviews, replays. The same question is not worked out twice at once, and
answers are cached. worker_pool.py does the work."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

import msgspec

from tavola.server.http.kept import Kept
from tavola.server.http.odds_answers import Question
from tavola.server.http.worker_pool import Broken, Work, WorkerPool
from tavola.server.limits.fair_queue import Ledger, Payer
from tavola.server.limits.fair_semaphore import NoRoom
from tavola.server.settings import Settings
from tavola.server.telemetry.logs import RateLimitedLog
from tavola.server.telemetry.metrics import Metrics

log = logging.getLogger("tavola.analysis")
MOST_KEPT = 512  # answers
MOST_BYTES = 32 << 20  # of all of them, and of one
UNKEPT_SECONDS = 30.0  # to wait for an answer that is not cached, since it can't be fetched later
MOST_WAITING = 500  # questions of everybody
SAID_EVERY = 10.0  # seconds between two lines of the log about questions that are refused

_encode = msgspec.json.Encoder(order="deterministic").encode
_reply = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class CantSay(Exception):
    """There is no answer to this question; the message says why."""

    def __init__(self, why: str, status: int = 400, code: str = "bad_request") -> None:
        super().__init__(why)
        self.status, self.code = status, code


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question that is being worked out, and what comes of it."""

    work: Work
    answer: asyncio.Task[bytes]


class Desk:
    """Takes questions, caches answers. `ask` returns when the answer is there, or after `odds_seconds`."""

    def __init__(
        self, settings: Settings, ledger: Ledger | None = None, metrics: Metrics | None = None
    ) -> None:
        self._patience = settings.odds_seconds
        self._metrics = metrics or Metrics()
        self._kept: Kept[bytes | CantSay] = Kept(MOST_BYTES, MOST_KEPT)
        self._asked: dict[bytes, _Asked] = {}
        self._pool = WorkerPool(
            ledger or Ledger(), self._metrics, settings.odds_longest, MOST_WAITING, settings.odds_waiting
        )
        self._refusals = RateLimitedLog(1, SAID_EVERY)
        self.worked_out = 0

    def knows(self, question: Question) -> bool:
        """Is the answer cached, or being worked out? Then to ask costs nothing more."""
        key = _encode(question)
        return key in self._kept or key in self._asked

    async def ask(self, question: Question, payer: Payer, keep: bool = True) -> bytes | int:
        """The answer as JSON, or about how many questions are before this one. Without `keep` the answer is
        not cached, and the work ends when nobody waits for it any longer."""
        key = _encode(question)
        if (kept := self._kept.get(key)) is not None:
            if isinstance(kept, CantSay):
                raise kept
            return kept
        asked = self._asked.get(key)
        if asked is None:
            work = Work(payer, key)
            asked = self._asked[key] = _Asked(work, asyncio.create_task(self._work_out(work, keep)))
            asked.answer.add_done_callback(lambda done: self._done(key, done))
        else:
            self._pool.charge(asked.work, payer)
        try:
            patience = self._patience if keep else UNKEPT_SECONDS
            done, _ = await asyncio.wait([asked.answer], timeout=patience)
        except asyncio.CancelledError:
            if not keep:
                asked.answer.cancel()
            raise
        if done:
            return await asked.answer
        if not keep:
            asked.answer.cancel()
        return self._pool.ahead(asked.work)

    @property
    def worker(self) -> int | None:
        """The pid of one of the processes, if there is any."""
        return next(iter(self._pool.pids), None)

    async def close(self) -> None:
        tasks = [asked.answer for asked in self._asked.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._pool.close()

    # ---- working out ----

    async def _work_out(self, work: Work, keep: bool) -> bytes:
        try:
            answer = said(await self._pool.run(work))
        except CantSay as why:
            self.worked_out += 1
            if keep:
                self._kept.keep(work.question, why, len(work.question))
            raise
        except NoRoom as no:
            self._metrics.questions_refused.add("own" if no.own else "all")
            limit = "--odds-waiting" if no.own else "in all"
            self._refusals.happened(log, "questions are refused", limit=limit, address=work.payer.place)
            raise
        except (TimeoutError, Broken, OSError, ValueError) as error:
            log.warning("odds could not be worked out: %s: %s", type(error).__name__, error)
            raise Broken("this could not be worked out in the time there is") from None
        self.worked_out += 1
        if keep:
            # The question counts as well: a question to the coach contains a whole record.
            self._kept.keep(work.question, answer, len(work.question) + len(answer))
        return answer

    def _done(self, key: bytes, done: asyncio.Task[bytes]) -> None:
        self._asked.pop(key, None)
        if not done.cancelled():
            done.exception()  # retrieved here: perhaps nobody waits for it


def said(line: bytes) -> bytes:
    """The answer in a process's reply; CantSay or Broken if there is none."""
    reply = _reply(line)
    if "refused" in reply:
        refused = msgspec.json.decode(reply["refused"], type=tuple[str, int, str])
        raise CantSay(*refused)
    if "failed" in reply:
        raise Broken(msgspec.json.decode(reply["failed"], type=str))
    return bytes(reply["answer"])
