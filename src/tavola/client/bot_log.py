"""What a bot writes to its standard error, gathered by decision, and sent to the server where it plays.

It is still shown here. A program's standard error comes over a pipe (program.py).
"""

from __future__ import annotations

import sys
import threading
from types import TracebackType
from typing import Any

import msgspec

from tavola.client.errors import Refused
from tavola.client.table import Table
from tavola.table import messages as m

FULL = m.MAX_BYTES - 2048  # bytes of a command that is sent without waiting for more
CUT = "... "


class StandardError:
    """Replaces `sys.stderr` while a bot plays: what the bot's threads write is shown, and remembered."""

    now: StandardError | None = None  # the one in place

    def __init__(self) -> None:
        self._shown: Any = sys.stderr
        self._lock = threading.Lock()
        self._held = ""

    def __enter__(self) -> StandardError:
        self._shown, sys.stderr = sys.stderr, self
        StandardError.now = self
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.stderr = self._shown
        StandardError.now = None

    def write(self, text: str) -> int:
        if threading.current_thread() is not threading.main_thread():  # which writes our own messages
            with self._lock:
                self._held = (self._held + text)[-2 * m.MAX_LOG :]
        self._shown.write(text)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._shown, name)

    def take(self) -> str:
        """What was written since the last call; if it is too much, its end."""
        with self._lock:
            text, self._held = self._held.strip("\n"), ""
        return text if len(text) <= m.MAX_LOG else CUT + text[len(CUT) - m.MAX_LOG :]


def said_now() -> str:
    """What the bot has written since the last call; "" if `sys.stderr` is not replaced."""
    return "" if StandardError.now is None else StandardError.now.take()


class LogSender:
    """Sends the log of one game, some lines at a time. If the server refuses it, the game goes on."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lines: list[m.LogLine] = []
        self._bytes = 0
        self.refused = ""  # why, once the server has refused it

    async def add(self, turn: int, seconds: float) -> None:
        line = m.LogLine(turn, round(seconds, 6), said_now())
        size = len(msgspec.json.encode(line)) + 1
        if self._bytes + size > FULL or len(self._lines) >= m.LOG_LINES:
            await self.send()
        self._lines.append(line)
        self._bytes += size

    async def send(self) -> None:
        lines, self._lines, self._bytes = self._lines, [], 0
        if not lines or self.refused:
            return
        try:
            await self._table.log(*lines)
        except Refused as refused:
            self.refused = str(refused)
