"""A lean WebSocket client (RFC 6455): where client and server share the cores, what it costs counts.

Text frames only, no extensions offered. One callback hears each whole message as bytes.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import os
from collections.abc import Callable
from random import getrandbits
from typing import cast

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10

Hear = Callable[[bytes], None]


class Broken(Exception):
    """The other side does not speak WebSocket as it should, or hung up."""


def masked(payload: bytes, mask: bytes) -> bytes:
    """The payload with the four bytes of the mask laid over it, again and again."""
    size = len(payload)
    over = int.from_bytes((mask * (size // 4 + 1))[:size], "little")
    return (int.from_bytes(payload, "little") ^ over).to_bytes(size, "little")


def frame(opcode: int, payload: bytes, mask: bytes) -> bytes:
    """One whole frame as a client must send it: masked."""
    size = len(payload)
    if size < 126:
        head = bytes((0x80 | opcode, 0x80 | size))
    elif size < 65536:
        head = bytes((0x80 | opcode, 0xFE)) + size.to_bytes(2, "big")
    else:
        head = bytes((0x80 | opcode, 0xFF)) + size.to_bytes(8, "big")
    return head + mask + masked(payload, mask)


class Frames:
    """Bytes in, frames out: what a server sends, in whatever pieces it comes."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[tuple[bool, int, bytes]]:
        """The frames that are now complete: is it the last of its message, its opcode, its payload."""
        if self._rest:
            data = self._rest + data
        found, at, end = [], 0, len(data)
        while end - at >= 2:
            first, size, start = data[at], data[at + 1], at + 2
            if size > 127 or first & 0x70:
                raise Broken("a server sends no masked frames and no extensions nobody asked for")
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if start > end or start + size > end:
                break
            found.append((first > 127, first & 0x0F, data[start : start + size]))
            at = start + size
        self._rest = data[at:]
        return found


class Socket(asyncio.Protocol):
    """One connection. `hear` is called with each message; `lost` at the end, if not closed here."""

    def __init__(self, hear: Hear, lost: Callable[[], None], host: str, path: str) -> None:
        self.hear, self._lost = hear, lost
        self._host, self._path = host, path
        self._key = base64.b64encode(os.urandom(16))
        self._frames = Frames()
        self._parts: list[bytes] = []
        self._head: bytes | None = b""  # the answer to the handshake so far; None once it is through
        self._closing = self._gone = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)  # uvloop's is none by birth
        self._write = self._transport.write
        asked = (
            f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {self._key.decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self._write(asked.encode())

    def send(self, payload: bytes) -> None:
        if self._gone:
            return  # `lost` has said so
        self._write(frame(TEXT, payload, getrandbits(32).to_bytes(4, "little")))

    def close(self) -> None:
        if self._gone:
            return
        self._closing = True
        self._write(frame(CLOSE, (1000).to_bytes(2, "big"), os.urandom(4)))
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        if self._head is not None:
            data = self._shake(data)
        for last, opcode, payload in self._frames.feed(data):
            if opcode == TEXT and last:
                self.hear(payload)
            else:
                self._rarer(last, opcode, payload)

    def _rarer(self, last: bool, opcode: int, payload: bytes) -> None:
        """Pieces of a message, pings and the end."""
        if opcode == PING:
            self._write(frame(PONG, payload, os.urandom(4)))
        elif opcode == CLOSE:
            self._transport.close()
        elif opcode in (CONTINUED, TEXT, BINARY):
            self._parts.append(payload)
            if last:
                whole, self._parts = b"".join(self._parts), []
                self.hear(whole)

    def _shake(self, data: bytes) -> bytes:
        """Reads the answer to the handshake; gives back what came after it."""
        assert self._head is not None
        head, ended, rest = (self._head + data).partition(b"\r\n\r\n")
        if not ended:
            self._head = head
            return b""
        self._head = None
        if self.opened.done():  # whoever waited for it has given up meanwhile
            return rest
        accept = base64.b64encode(hashlib.sha1(self._key + GUID).digest())
        if not head.startswith(b"HTTP/1.1 101") or accept not in head:
            self._closing = True
            self._transport.close()
            self.opened.set_exception(Broken(head.split(b"\r\n")[0].decode("latin-1")))
            return b""
        self.opened.set_result(None)
        return rest

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone = True
        if not self.opened.done():
            self.opened.set_exception(Broken(f"hung up during the handshake: {exc}"))
        elif not self._closing:
            self._lost()


async def connect(host: str, port: int, path: str, hear: Hear, lost: Callable[[], None]) -> Socket:
    """An open connection, or Broken or OSError."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(hear, lost, f"{host}:{port}", path), host, port)
    await socket.opened
    return socket
