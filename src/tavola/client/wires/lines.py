"""JSON lines, over TCP or whatever else is a stream of bytes."""

from __future__ import annotations

import asyncio
import contextlib

from tavola.client.wires import LONGEST, OPENING


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
