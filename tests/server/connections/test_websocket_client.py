"""A WebSocket connection after its handshake, by somebody with a bare socket who knows frames."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from tavola.server.connections import frames as fr
from tavola.server.connections.session import AT_ONCE
from tavola.server.serve import Server
from tavola.server.setting_kinds import Rate
from tests.server.running import PATIENCE, by_web, running

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
NORMAL = fr.NORMAL.to_bytes(2, "big")


def said(payload: bytes, opcode: int = fr.TEXT) -> bytes:
    return Frame(Opcode(opcode), payload).serialize(mask=True)


def ping(id: str) -> bytes:
    return said(b'{"type":"ping","id":"%s"}' % id.encode())


class Bare:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self.writer = reader, writer

    async def frame(self) -> tuple[int, bytes]:
        """The next frame of the server: its opcode and what is in it."""
        async with asyncio.timeout(PATIENCE):
            first, size = await self._reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self._reader.readexactly(2), "big")
            return first & 0x0F, await self._reader.readexactly(size)

    async def ended(self) -> bool:
        async with asyncio.timeout(PATIENCE):
            return await self._reader.read(1) == b""


@asynccontextmanager
async def bare(server: Server) -> AsyncIterator[Bare]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.ports["http"])
    writer.write(UPGRADE)
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    try:
        yield Bare(reader, writer)
    finally:
        writer.close()


async def left(server: Server) -> None:
    """Until nobody is counted any more."""
    async with asyncio.timeout(PATIENCE):
        while server.connection_limit.count:
            await asyncio.sleep(0.01)


def test_pings_are_answered_and_a_close_is_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            async with bare(server) as client:
                client.writer.write(said(b"there?", fr.PING))
                assert await client.frame() == (fr.PONG, b"there?")
                client.writer.write(said(NORMAL, fr.CLOSE))
                assert await client.frame() == (fr.CLOSE, NORMAL)
                assert await client.ended()
            await left(server)

    asyncio.run(story())


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (said(b"x" * 1001), fr.TOO_BIG),
        (b"\x81\x01x", fr.PROTOCOL_ERROR),  # not masked
        (b"\x8b\x80\0\0\0\0", fr.PROTOCOL_ERROR),  # no such opcode
        (b"\xc1\x80\0\0\0\0", fr.PROTOCOL_ERROR),  # a reserved bit: compressed, which nobody agreed to
    ],
    ids=["too long", "not masked", "no such opcode", "compressed"],
)
def test_who_breaks_the_protocol_hears_why_though_he_goes_on_talking(
    sent: bytes, code: int, tmp_path: Path
) -> None:
    async def story() -> None:
        async with running(tmp_path, frame_bytes=1000) as server:
            async with bare(server) as client:
                client.writer.write(sent + ping("too late") * 50)
                opcode, payload = await client.frame()
                assert (opcode, payload[:2]) == (fr.CLOSE, code.to_bytes(2, "big"))
                client.writer.write(ping("much too late") * 50)
                assert await client.ended()
            await left(server)

    asyncio.run(story())


def test_who_is_silent_is_asked_and_then_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fr, "PING_EVERY", 0.5)

    async def story() -> None:
        async with running(tmp_path, hello_seconds=0.2) as server:
            silent, alive = await by_web(server), await by_web(server)  # which answers pings by itself
            await alive.hello()
            async with bare(server) as client:
                client.writer.write(said(b'{"type":"hello","id":"h"}'))
                assert (await client.frame())[0] == fr.TEXT
                assert await client.frame() == (fr.PING, b"")
                assert await client.ended()
            assert (await alive.ask("ping"))["type"] == "pong"
            for guest in (silent, alive):
                await guest.close()

    asyncio.run(story())


def test_of_many_commands_a_few_are_taken_at_once_and_all_in_order(tmp_path: Path) -> None:
    async def story() -> None:
        fast = Rate(100_000, 1)
        async with running(tmp_path, connection_rate=fast) as server, bare(server) as client:
            (taking,) = server.websockets.open
            many = 3 * AT_ONCE + 5
            taking.received(b"".join(ping(f"{n}") for n in range(many)) + ping("half")[:5])
            assert f'tavola_commands_total{{type="ping"}} {AT_ONCE}' in server.manager.metrics.text()
            for n in range(many):
                assert await client.frame() == (fr.TEXT, b'{"type":"pong","id":"%d"}' % n)

    asyncio.run(story())
