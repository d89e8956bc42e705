"""JSON lines over the standard input and output: whoever started us is the server, or leads to one."""

from __future__ import annotations

import asyncio
import sys
import threading
from typing import BinaryIO

from tavola.client.wires import LONGEST


class StdioWire:
    """Pipes, files and terminals alike: a thread of its own reads, for not all of them can be waited for."""

    def __init__(self, given: BinaryIO, out: BinaryIO) -> None:
        self._out = out
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, args=(given,), daemon=True).start()

    def _read(self, given: BinaryIO) -> None:
        try:
            while line := given.readline(LONGEST):
                if line := line.strip():
                    self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
            self._loop.call_soon_threadsafe(self._lines.put_nowait, None)
        except (OSError, ValueError, RuntimeError):
            return  # the input, or the loop, is closed: nobody listens any more

    async def send(self, data: bytes) -> None:
        self._out.write(data + b"\n")
        self._out.flush()

    async def receive(self) -> bytes | None:
        return await self._lines.get()

    async def close(self) -> None:
        """There is only one standard input; whoever gave it closes it."""


async def open_stdio() -> StdioWire:
    return StdioWire(sys.stdin.buffer, sys.stdout.buffer)
