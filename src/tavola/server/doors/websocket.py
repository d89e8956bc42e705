"""The WebSocket door: one text frame is one command or one message."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from tavola.server.hall import Hall
from tavola.server.limits import Doorkeeper, client_address
from tavola.server.session import Session

log = logging.getLogger(__name__)
DOOR = "websocket"

# Close codes a browser can tell apart.
GOING_AWAY, POLICY, TOO_BIG, TRY_LATER = 1001, 1008, 1009, 1013
LAST_WORDS = 2.0  # seconds for a farewell to get there

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class WebSocketDoor:
    """An ASGI application for websocket scopes."""

    def __init__(self, hall: Hall, doorkeeper: Doorkeeper) -> None:
        self._hall = hall
        self._doorkeeper = doorkeeper
        self._open: set[_Connection] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        settings, metrics = self._hall.settings, self._hall.metrics
        headers = dict(scope["headers"])
        forwarded = headers.get(b"x-forwarded-for", b"").decode("latin-1")
        address = client_address(
            (scope.get("client") or ("unknown",))[0], forwarded, settings.trusted_proxies
        )
        await receive()  # websocket.connect
        if not origin_allowed(headers, settings.origin):
            metrics.turned_away.add(DOOR)
            return await send({"type": "websocket.close", "code": POLICY, "reason": "origin not allowed"})
        if self._hall.draining or self._doorkeeper.enter(address) is not None:
            metrics.turned_away.add(DOOR)
            return await send({"type": "websocket.close", "code": TRY_LATER, "reason": "try again later"})
        metrics.accepted.add(DOOR)
        metrics.connections.add(DOOR)
        connection = _Connection(self._hall, address, send)
        self._open.add(connection)
        try:
            await send({"type": "websocket.accept"})
            await connection.run(receive)
        finally:
            self._open.discard(connection)
            self._doorkeeper.leave(address)
            metrics.connections.add(DOOR, by=-1)
        return None

    def farewell(self, data: bytes) -> None:
        """A last word to everyone, and the door closes."""
        for connection in tuple(self._open):
            connection.write(data)
            connection.close(GOING_AWAY, "the server is going down")


class _Connection:
    """One WebSocket. What is told goes into an outbox; one task empties it."""

    def __init__(self, hall: Hall, address: str, send: Send) -> None:
        self._hall = hall
        self._send = send
        self._outbox: deque[bytes] = deque()
        self._held = 0  # bytes in the outbox
        self._most = hall.settings.output_bytes
        self._bell = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self.session = Session(hall, address, self.write, lambda: self.close(POLICY, "too many commands"))

    async def run(self, receive: Receive) -> None:
        sender = asyncio.create_task(self._empty_outbox())
        patience = asyncio.get_running_loop().call_later(self._hall.settings.hello_seconds, self._bored)
        try:
            while (event := await receive())["type"] == "websocket.receive":
                self._take(event)
        finally:
            patience.cancel()
            self.session.end()
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    def _bored(self) -> None:
        if self.session.person is None:
            self.close(POLICY, "say hello first")

    def _take(self, event: MutableMapping[str, Any]) -> None:
        if self._closing is not None:
            return
        text = event.get("text")
        self.session.take(text.encode() if text is not None else event.get("bytes") or b"")

    def write(self, data: bytes) -> None:
        if self._closing is not None:
            return
        self._held += len(data)
        if self._held > self._most:
            self._hall.metrics.slow_readers.add(DOOR)
            self._outbox.clear()
            self.close(POLICY, "you read too slowly")
            return
        self._outbox.append(data)
        self._bell.set()

    def close(self, code: int, reason: str) -> None:
        if self._closing is None:
            self._closing = (code, reason)
            self._bell.set()
            # Whoever does not read would never let us close politely.
            asyncio.get_running_loop().call_later(LAST_WORDS, hang_up, self._send)

    async def _empty_outbox(self) -> None:
        while True:
            await self._bell.wait()
            self._bell.clear()
            while self._outbox:
                data = self._outbox.popleft()
                await self._send({"type": "websocket.send", "text": data.decode()})
                self._held -= len(data)
            if self._closing is not None:
                code, reason = self._closing
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
                return


def hang_up(send: Send) -> None:
    """End the connection at once. ASGI has no word for it: `send` is a method of uvicorn's connection."""
    transport = getattr(getattr(send, "__self__", None), "transport", None)
    if transport is not None:
        transport.abort()


def origin_allowed(headers: dict[bytes, bytes], allowed: tuple[str, ...]) -> bool:
    """Pages of this server may connect, and those of the sites we were told of; programs have no origin."""
    origin = headers.get(b"origin")
    if origin is None:
        return True
    text = origin.decode("latin-1")
    if text in allowed:
        return True
    try:
        site = urlsplit(text).netloc.lower()
    except ValueError:  # what no browser sends
        return False
    return site != "" and site == headers.get(b"host", b"").decode("latin-1").lower()
