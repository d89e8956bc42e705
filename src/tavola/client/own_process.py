"""A process for somebody's bot: it ends with whoever started it, with all it has started itself, and its
errors come home as text."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, NamedTuple, Self

from tavola.client.errors import BotTrouble
from tavola.client.loading import told
from tavola.core.errors import TavolaError, Trouble
from tavola.fast.processes import deaf_to_ctrl_c

FRESH = multiprocessing.get_context("spawn")
DIES = 1.0  # seconds to tell with which code


@contextlib.contextmanager
def own_process(work: Callable[..., None], *given: Any) -> Iterator[tuple[Connection, SpawnProcess]]:
    """A process that does `work(line, *given)`, and our end of the line; it is ended with the block."""
    here, there = FRESH.Pipe()
    process = FRESH.Process(target=_work, args=(there, work, *given), daemon=True)
    with there, deaf_to_ctrl_c():
        process.start()
    try:
        yield here, process
    finally:
        end(process)
        here.close()


def died(bot: str, process: SpawnProcess) -> str:
    """What to say when nothing more comes over the line."""
    process.join(DIES)
    return f"{bot} ended the process it ran in, with code {process.exitcode}"


def end(process: SpawnProcess) -> None:
    """The process, and whatever it has started: also if that is all there is left of it."""
    assert process.pid is not None
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()


def _work(line: Connection, work: Callable[..., None], *given: Any) -> None:
    """In the process. Nothing is ever sent to it: the line is there to be closed."""
    if sys.platform != "win32":
        os.setsid()  # so that whatever the bot starts can be ended with it
    os.dup2(2, 1)  # what it prints is no answer
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()
    work(line, *given)


def _end_with(line: Connection) -> None:
    """Whoever wants to know is gone: nobody else would end a bot that does not end by itself."""
    with contextlib.suppress(EOFError, OSError):
        line.recv()
    if sys.platform != "win32":
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


class FarError(NamedTuple):
    """What went wrong in the process."""

    why: str
    trace: str
    its_own: bool  # the bot's fault, and not that of who asked

    @classmethod
    def of(cls, bot: str, error: TavolaError | KeyboardInterrupt) -> Self:
        if isinstance(error, KeyboardInterrupt):  # its own: nobody's Ctrl-C is heard here
            error = BotTrouble(f"{bot} broke down: {told(error)}", error)
        cause = error.cause if isinstance(error, BotTrouble) else None
        trace = "" if cause is None else "".join(traceback.format_exception(cause))
        return cls(str(error), trace, isinstance(error, Trouble))

    def raised(self) -> TavolaError:
        if not self.its_own:
            return TavolaError(self.why)
        return BotTrouble(self.why, Elsewhere(self.trace) if self.trace else None)


class Elsewhere(Exception):
    """An error of another process, with its traceback as a text."""

    def __init__(self, trace: str) -> None:
        super().__init__(trace)
        self.trace = trace
