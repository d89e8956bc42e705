"""Where odds are asked for: one question at a time is worked out, none twice, in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections import OrderedDict

import msgspec

from tavola.server.http.odds_answers import Question
from tavola.server.settings import Settings

log = logging.getLogger("tavola.analysis")
MOST_KEPT = 512  # answers
MOST_BYTES = 32 << 20  # of all of them, and of one
IDLE_SECONDS = 600.0  # then the process goes, and its memory with it

_encode = msgspec.json.Encoder(order="deterministic").encode
_reply = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class Busy(Exception):
    """Too many questions wait."""


class CantSay(Exception):
    """There is no answer to this question; the message says why."""


class Broken(Exception):
    """The question was good, the working out was not."""


class Desk:
    """Takes questions, keeps answers. `ask` returns when the answer is there or patience runs out."""

    def __init__(self, settings: Settings) -> None:
        self._patience = settings.odds_seconds
        self._longest = settings.odds_longest
        self._most_waiting = settings.odds_waiting
        self._kept: OrderedDict[bytes, bytes | CantSay] = OrderedDict()
        self._bytes = 0
        self._asked: dict[bytes, asyncio.Future[bytes]] = {}  # in the order in which they came
        self._worker: asyncio.subprocess.Process | None = None
        self._runner: asyncio.Task[None] | None = None
        self._new = asyncio.Event()
        self.worked_out = 0

    def knows(self, question: Question) -> bool:
        """Would asking cost nothing new?"""
        key = _encode(question)
        return key in self._kept or key in self._asked

    async def ask(self, question: Question) -> bytes | int:
        """The answer as JSON, or how many questions are before this one."""
        key = _encode(question)
        if (kept := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            if isinstance(kept, CantSay):
                raise kept
            return kept
        future = self._asked.get(key)
        if future is None:
            if len(self._asked) >= self._most_waiting:
                raise Busy
            future = self._asked[key] = asyncio.get_running_loop().create_future()
            future.add_done_callback(
                lambda done: done.cancelled() or done.exception()
            )  # perhaps nobody waits
            self._new.set()
            if self._runner is None or self._runner.done():
                self._runner = asyncio.create_task(self._run())
        done, _ = await asyncio.wait([future], timeout=self._patience)
        if done:
            return future.result()
        return list(self._asked).index(key) if key in self._asked else 0

    @property
    def worker(self) -> int | None:
        """The process that works, if there is one."""
        return None if self._worker is None else self._worker.pid

    async def close(self) -> None:
        if self._runner is not None:
            self._runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._runner
        for future in self._asked.values():
            future.cancel()
        self._asked.clear()
        await self._dismiss()

    # ---- working out ----

    async def _run(self) -> None:
        """One after the other, until there is nothing to do for a while."""
        while await self._more_to_do():
            key, future = next(iter(self._asked.items()))
            try:
                answer = await asyncio.wait_for(self._work(key), self._longest)
                self._keep(key, answer)
                future.set_result(answer)
            except CantSay as why:
                self._keep(key, why)
                future.set_exception(why)
            except (TimeoutError, Broken, OSError, ValueError) as error:
                await self._dismiss()  # whatever state it is in
                log.warning("odds could not be worked out: %s: %s", type(error).__name__, error)
                future.set_exception(Broken("this could not be worked out in the time there is"))
            finally:
                self._asked.pop(key, None)
        self._runner = None
        await self._dismiss()

    async def _more_to_do(self) -> bool:
        self._new.clear()
        if not self._asked:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._new.wait(), IDLE_SECONDS)
        return bool(self._asked)

    async def _work(self, key: bytes) -> bytes:
        worker = await self._hire()
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(key + b"\n")
        await worker.stdin.drain()
        line = await worker.stdout.readline()
        if not line:
            raise Broken("the process ended")
        self.worked_out += 1
        reply = _reply(line)
        if "refused" in reply:
            raise CantSay(msgspec.json.decode(reply["refused"], type=str))
        if "failed" in reply:
            raise Broken(msgspec.json.decode(reply["failed"], type=str))
        return bytes(reply["answer"])

    async def _hire(self) -> asyncio.subprocess.Process:
        if self._worker is None or self._worker.returncode is not None:
            self._worker = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tavola.server.http.odds_worker",
                str(os.getpid()),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=MOST_BYTES,
                env={k: v for k, v in os.environ.items() if k not in ("TAVOLA_STORAGE", "TAVOLA_NODES")},
            )
        return self._worker

    async def _dismiss(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        with contextlib.suppress(ProcessLookupError):
            worker.kill()
        if worker.stdin is not None:
            worker.stdin.close()
        await worker.wait()

    def _keep(self, key: bytes, answer: bytes | CantSay) -> None:
        self._kept[key] = answer
        self._bytes += _size(key, answer)
        while len(self._kept) > MOST_KEPT or self._bytes > MOST_BYTES:
            old, gone = self._kept.popitem(last=False)
            self._bytes -= _size(old, gone)


def _size(key: bytes, answer: bytes | CantSay) -> int:
    """A question may be long too: the coach is asked with a whole record."""
    return len(key) + (len(answer) if isinstance(answer, bytes) else 0)
