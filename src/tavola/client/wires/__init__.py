"""Transports to a server: a wire carries whole messages as bytes, and knows nothing of their content."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from typing import Protocol
from urllib.parse import SplitResult, urlsplit

from tavola.client.errors import BadAddress

LONGEST = 16 << 20  # bytes of one message: a resume of a long game is long
OPENING = 10.0  # seconds to open a connection
WAYS = "ws://HOST:8421/ws, wss://..., tcp://HOST:8422 or stdio:"


class Wire(Protocol):
    """A connection. Any error while sending or receiving is an OSError: the connection is lost."""

    async def send(self, data: bytes) -> None: ...

    async def receive(self) -> bytes | None:
        """The next message; None when the other side has closed."""

    async def close(self) -> None: ...


def address(url: str, ways: str = WAYS) -> SplitResult:
    """The parts of a URL; BadAddress says what one looks like, by `ways`."""
    try:
        found = urlsplit(url.strip())
        port = found.port
    except ValueError:
        raise BadAddress(f"{url[:80]!r} is no address; write {ways}") from None
    if found.scheme == "tcp" and (not found.hostname or port is None or found.path not in ("", "/")):
        raise BadAddress(f"{url[:80]!r} is no address; a line over TCP is tcp://HOST:PORT")
    if found.scheme in ("ws", "wss") and not found.hostname:
        raise BadAddress(f"{url[:80]!r} is no address; a WebSocket is ws://HOST:PORT/ws")
    if found.scheme not in ("ws", "wss", "tcp", "stdio"):
        raise BadAddress(f"{url[:80]!r} is no address; write {ways}")
    return found


async def open_wire(url: str) -> Wire:
    """A connection to that address; OSError or TimeoutError if nobody answers."""
    found = address(url)
    if found.scheme == "tcp":
        assert found.hostname is not None
        assert found.port is not None
        return await open_lines(found.hostname, found.port)
    if found.scheme == "stdio":
        return await open_stdio()
    from tavola.client.wires.websocket import open_websocket

    return await open_websocket(url if found.path not in ("", "/") else found._replace(path="/ws").geturl())


# ---- JSON lines, over TCP or any other stream of bytes ----


class LinesWire:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes) -> None:
        self._writer.write(data + b"\n")
        await self._writer.drain()

    async def receive(self) -> bytes | None:
        while True:
            try:
                line = await self._reader.readline()
            except ValueError:
                raise OSError(f"a line of more than {LONGEST} bytes") from None
            if not line:
                return None
            if line := line.strip():
                return line

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()


async def open_lines(host: str, port: int) -> LinesWire:
    async with asyncio.timeout(OPENING):
        return LinesWire(*await asyncio.open_connection(host, port, limit=LONGEST))


# ---- JSON lines over the standard input and output ----


PIECE = 1 << 16


class StdioWire:
    """Pipes, files and terminals: a thread reads, because an event loop can't wait for all of them."""

    def __init__(self, given: int, out: int) -> None:
        self._out = out
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, args=(given,), daemon=True).start()

    def _read(self, given: int) -> None:
        """Reads from the descriptor itself: a thread that waits in `sys.stdin` would not let Python end."""
        held = b""
        try:
            while (data := os.read(given, PIECE)) and len(held) < LONGEST:
                *lines, held = (held + data).split(b"\n")
                for line in lines:
                    if line := line.strip():
                        self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
            self._loop.call_soon_threadsafe(self._lines.put_nowait, None)
        except (OSError, RuntimeError):
            return  # the input, or the loop, is closed

    async def send(self, data: bytes) -> None:
        left = memoryview(data + b"\n")
        while left:
            left = left[os.write(self._out, left) :]

    async def receive(self) -> bytes | None:
        return await self._lines.get()

    async def close(self) -> None:
        """Nothing: standard input and output are closed by the process they come from."""


async def open_stdio() -> StdioWire:
    """From now on the standard output is the wire: prints go to the standard error."""
    given, out = sys.stdin.fileno(), sys.stdout.fileno()
    sys.stdout.flush()
    sys.stdout = sys.stderr
    return StdioWire(given, out)
