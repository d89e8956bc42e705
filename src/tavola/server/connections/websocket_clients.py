"""The clients of the WebSocket server. A client's socket is here, or in the connection process."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from tavola.server.connections import frames as fr
from tavola.server.connections.session import Session
from tavola.server.connections.websocket_peer import WebSocketLimits, WebSocketPeer
from tavola.server.limits.connections import Place

if TYPE_CHECKING:
    from tavola.server.connections.process.parent import ConnectionProcess
    from tavola.server.connections.websocket import WebSocketServer

DOOR = "websocket"


class WebSocketClient(ABC):
    """Counted when it connects, and when it disconnects."""

    def __init__(self, server: WebSocketServer, address: str, place: Place) -> None:
        self._server, self._manager, self._place = server, server.manager, place
        self._session: Session | None = Session(
            server.manager, address, self.write, lambda: self.close(fr.POLICY, "too much"), place
        )
        metrics = server.manager.metrics
        metrics.accepted.add(DOOR)
        metrics.connections.add(DOOR)
        server.open.add(self)
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(server.manager.settings.hello_seconds, self._no_hello)

    @abstractmethod
    def write(self, data: bytes) -> None:
        """Send a message."""

    @abstractmethod
    def close(self, code: int, reason: str = "") -> None:
        """Say why, and hang up."""

    def message(self, message: bytes) -> None:
        if self._session is not None:
            self._session.take(message)

    def disconnected(self, *, slow: bool = False) -> None:
        """The connection is lost."""
        if self._session is None:
            return
        if slow:
            self._manager.metrics.slow_readers.add(DOOR)
        self._timer.cancel()
        self._session.disconnected()
        self._session = None
        self._server.open.discard(self)
        self._place.leave()
        self._manager.metrics.connections.add(DOOR, by=-1)

    def _no_hello(self) -> None:
        if self._session is not None and self._session.person is None:
            self.close(fr.POLICY, "say hello first")


class HandedOverClient(WebSocketClient):
    """Its socket is in the connection process."""

    def __init__(
        self,
        server: WebSocketServer,
        address: str,
        place: Place,
        process: ConnectionProcess,
        number: int,
    ) -> None:
        super().__init__(server, address, place)
        self._process, self._number = process, number

    def write(self, data: bytes) -> None:
        self._process.tell(self._number, data)

    def cut_off(self, seconds: float) -> None:
        if self._session is not None:
            self._manager.cut_off(self._session, seconds)
        self.disconnected()

    def close(self, code: int, reason: str = "") -> None:
        self._process.hang_up(self._number, code, reason)


class LocalClient(WebSocketPeer, WebSocketClient):
    """Its socket is this process's own: frames go straight to the session, and straight to the socket."""

    def __init__(
        self, server: WebSocketServer, address: str, place: Place, transport: asyncio.Transport
    ) -> None:
        settings = server.manager.settings
        limits = WebSocketLimits(settings.frame_bytes, settings.output_bytes)
        WebSocketPeer.__init__(self, limits, transport.get_write_buffer_size)
        self._transport = transport
        WebSocketClient.__init__(self, server, address, place)

    def message(self, message: bytes) -> None:
        WebSocketClient.message(self, message)

    def write(self, data: bytes) -> None:
        self.send_frame(fr.frame(fr.TEXT, data))

    def transmit(self, framed: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(framed)

    def drop(self, *, slow: bool = False) -> None:
        if slow:
            self._manager.metrics.slow_readers.add(DOOR)
        self.closing = True
        self._transport.abort()

    def finish(self) -> None:
        self._transport.close()
        self._loop.call_later(fr.LAST_WORDS, self._transport.abort)

    def _no_hello(self) -> None:
        super()._no_hello()
        self._next_heartbeat()

    def _next_heartbeat(self) -> None:
        if self.heartbeat():
            self._timer = self._loop.call_later(fr.PING_EVERY, self._next_heartbeat)

    def disconnected(self, *, slow: bool = False) -> None:
        self.closing = True
        super().disconnected(slow=slow)
