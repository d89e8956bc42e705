"""One WebSocket connection (RFC 6455) after its handshake: heartbeat, close handshake, backpressure.

Frames go straight from the socket to the session, and from the session to the socket.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from tavola.server.connections import frames as fr
from tavola.server.connections.session import AT_ONCE, Session
from tavola.server.limits.connections import Place

if TYPE_CHECKING:
    from tavola.server.connections.websocket import WebSocketServer

DOOR = "websocket"


class WebSocketClient:
    """Counted when it connects, and when it disconnects."""

    def __init__(
        self, server: WebSocketServer, address: str, place: Place, transport: asyncio.Transport
    ) -> None:
        self._server, self._manager, self._place = server, server.manager, place
        settings, metrics = server.manager.settings, server.manager.metrics
        self._transport = transport
        self._reader = fr.FrameReader(settings.frame_bytes)
        self._output_bytes = settings.output_bytes
        self._alive = True  # something came since the last ping
        self._closing = False  # the close frame is sent, or the connection is lost
        self._session: Session | None = Session(
            server.manager, address, self.write, lambda: self.close(fr.POLICY, "refused"), place
        )
        metrics.accepted.add(DOOR)
        metrics.connections.add(DOOR)
        server.open.add(self)
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(settings.hello_seconds, self._no_hello)

    # ---- what comes ----

    def received(self, data: bytes) -> None:
        """Bytes have come, in any pieces."""
        self._alive = True
        if self._closing:
            return
        if (text := self._reader.whole(data)) is not None:
            self._message(text)
        else:
            self._take(self._reader.feed(data))

    def _take(self, frames: Iterator[tuple[int, bytes]]) -> None:
        """Handle some frames. A client that sends many is not read from until the others had their turn."""
        taken = 0
        try:
            for opcode, payload in islice(frames, AT_ONCE):
                taken += 1
                if opcode <= fr.BINARY:
                    self._message(payload)
                elif opcode == fr.PING:
                    self._send(fr.frame(fr.PONG, payload))
                elif opcode == fr.CLOSE:
                    self.close(fr.NORMAL)
                if self._closing:
                    return
        except fr.FrameError as error:
            self.close(error.code, error.reason)
            return
        if taken == AT_ONCE and self._session is not None:
            self._transport.pause_reading()
            self._session.others_first(lambda: self._take_more(frames))

    def _take_more(self, frames: Iterator[tuple[int, bytes]]) -> None:
        if not self._closing:
            self._transport.resume_reading()
            self._take(frames)

    def _message(self, message: bytes) -> None:
        if self._session is not None:
            self._session.take(message)

    # ---- what goes ----

    def write(self, data: bytes) -> None:
        """Send a message."""
        self._send(fr.frame(fr.TEXT, data))

    def _send(self, framed: bytes) -> None:
        """Backpressure: a message may be long, but a client that is far behind is dropped."""
        transport = self._transport
        if self._closing or transport.is_closing():
            return
        if transport.get_write_buffer_size() > self._output_bytes:
            self._manager.metrics.slow_readers.add(DOOR)
            self._drop()
        else:
            transport.write(framed)

    def close(self, code: int, reason: str = "") -> None:
        """Say why, and hang up."""
        self._send(fr.close_frame(code, reason))
        if not self._closing:
            self._gone()
            # To close a socket with unread input would reset it, and the close frame might be lost.
            if self._transport.can_write_eof() and not self._transport.is_closing():
                self._transport.write_eof()
            self._loop.call_later(fr.LAST_WORDS, self._transport.abort)

    def _drop(self) -> None:
        """End the connection without a word: the client is gone, or reads too slowly."""
        self._gone()
        self._transport.abort()

    def _gone(self) -> None:
        """End the session: nothing is read or written any more."""
        self._closing = True
        self._timer.cancel()
        if self._session is not None:
            self._session.disconnected()
            self._session = None

    def disconnected(self) -> None:
        """The socket is closed."""
        self._gone()
        self._server.open.discard(self)
        self._place.leave()
        self._manager.metrics.connections.add(DOOR, by=-1)

    # ---- timers ----

    def _no_hello(self) -> None:
        if self._session is not None and self._session.person is None:
            self.close(fr.POLICY, "say hello first")
        else:
            self._heartbeat()

    def _heartbeat(self) -> None:
        """Ping the client. One that has said nothing at all since the last ping is dropped."""
        if not self._alive:
            self._drop()
        elif not self._closing:
            self._alive = False
            self._send(fr.frame(fr.PING, b""))
            self._timer = self._loop.call_later(fr.PING_EVERY, self._heartbeat)
