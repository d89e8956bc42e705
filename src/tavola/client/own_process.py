"""A process for a user's bot: it ends with the process that started it, together with everything it has
started itself, and its errors are sent back as text."""

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
DIES = 1.0  # seconds to wait for its exit code


@contextlib.contextmanager
def own_process(work: Callable[..., None], *given: Any) -> Iterator[tuple[Connection, SpawnProcess]]:
    """A process that runs `work(line, *given)`, and our end of the line; it is ended with the block."""
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
    """The message when the line is closed."""
    process.join(DIES)
    return f"{bot} ended the process it ran in, with code {process.exitcode}"


def end(process: SpawnProcess) -> None:
    """End the process and everything it has started, even if it has ended itself already."""
    assert process.pid is not None
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()


def _work(line: Connection, work: Callable[..., None], *given: Any) -> None:
    """Runs in the process. Nothing is ever sent to it: it watches the line for its end."""
    if sys.platform != "win32":
        os.setsid()  # so that everything the bot starts can be ended with it
    os.dup2(2, 1)  # its prints must not look like answers
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()
    work(line, *given)


def _end_with(line: Connection) -> None:
    """End with the process that started this one: nothing else would end a bot that hangs."""
    with contextlib.suppress(EOFError, OSError):
        line.recv()
    if sys.platform != "win32":
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


class FarError(NamedTuple):
    """An error in the process."""

    why: str
    trace: str
    its_own: bool  # the bot's fault, and not the caller's

    @classmethod
    def of(cls, bot: str, error: TavolaError | KeyboardInterrupt) -> Self:
        if isinstance(error, KeyboardInterrupt):  # raised by the bot: Ctrl-C does not reach this process
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
