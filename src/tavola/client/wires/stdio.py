"""JSON lines over the standard input and output: whoever started us is the server, or leads to one."""

from __future__ import annotations

import asyncio
import os
import sys
import threading

from tavola.client.wires import LONGEST

PIECE = 1 << 16


class StdioWire:
    """Pipes, files and terminals alike: a thread of its own reads, for not all of them can be waited for."""

    def __init__(self, given: int, out: int) -> None:
        self._out = out
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, args=(given,), daemon=True).start()

    def _read(self, given: int) -> None:
        """From the descriptor itself: a thread that waits in `sys.stdin` would not let Python end."""
        held = b""
        try:
            while (data := os.read(given, PIECE)) and len(held) < LONGEST:
                *lines, held = (held + data).split(b"\n")
                for line in lines:
                    if line := line.strip():
                        self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
            self._loop.call_soon_threadsafe(self._lines.put_nowait, None)
        except (OSError, RuntimeError):
            return  # the input, or the loop, is closed: nobody listens any more

    async def send(self, data: bytes) -> None:
        left = memoryview(data + b"\n")
        while left:
            left = left[os.write(self._out, left) :]

    async def receive(self) -> bytes | None:
        return await self._lines.get()

    async def close(self) -> None:
        """There is only one standard input; whoever gave it closes it."""


async def open_stdio() -> StdioWire:
    """From now on the output is the wire: what anybody prints goes to the standard error."""
    given, out = sys.stdin.fileno(), sys.stdout.fileno()
    sys.stdout.flush()
    sys.stdout = sys.stderr
    return StdioWire(given, out)
