"""One WebSocket connection (RFC 6455) as the server sees it: heartbeat, close handshake, backpressure.

The one implementation for both owners of sockets: the event loop of the server (websocket_clients.py) and the
connection process (process/loop.py). An owner says how bytes are sent; the rules are here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

from tavola.server.connections import frames as fr


class WebSocketLimits(NamedTuple):
    frame_bytes: int  # of one message of a client
    output_bytes: int  # that may wait for a client that does not read


class WebSocketPeer(ABC):
    """A client's connection. `unsent` says how many bytes wait for it to read."""

    __slots__ = ("_alive", "_output_bytes", "_reader", "_unsent", "closing")

    def __init__(self, limits: WebSocketLimits, unsent: Callable[[], int]) -> None:
        self._reader = fr.FrameReader(limits.frame_bytes)
        self._output_bytes = limits.output_bytes
        self._unsent = unsent
        self._alive = True  # something came since the last ping
        self.closing = False  # the close frame is sent, or the connection is lost

    @abstractmethod
    def message(self, message: bytes) -> None:
        """A whole message has come."""

    @abstractmethod
    def transmit(self, framed: bytes) -> None:
        """Send these bytes, now or as soon as the client reads."""

    @abstractmethod
    def drop(self, *, slow: bool = False) -> None:
        """End the connection without a word: the client is gone, or reads too slowly."""

    @abstractmethod
    def finish(self) -> None:
        """The close frame is sent: end the connection, after a moment to read it."""

    def received(self, data: bytes) -> None:
        """Bytes have come, in any pieces."""
        self._alive = True
        if self.closing:
            return
        try:
            for opcode, payload in self._reader.feed(data):
                if opcode <= fr.BINARY:
                    self.message(payload)
                elif opcode == fr.PING:
                    self.send_frame(fr.frame(fr.PONG, payload))
                elif opcode == fr.CLOSE:
                    self.close(fr.NORMAL)
                if self.closing:
                    return
        except fr.FrameError as error:
            self.close(error.code, error.reason)

    def send_frame(self, framed: bytes) -> None:
        """Backpressure: a message may be long, but a client that is far behind is dropped."""
        if self.closing:
            return
        if self._unsent() > self._output_bytes:
            self.drop(slow=True)
        else:
            self.transmit(framed)

    def heartbeat(self) -> bool:
        """Ping the client. One that has said nothing at all since the last ping is dropped: False."""
        if self.closing:
            return False
        if not self._alive:
            self.drop()
            return False
        self._alive = False
        self.send_frame(fr.frame(fr.PING, b""))
        return True

    def close(self, code: int, reason: str = "") -> None:
        """Say why, and hang up."""
        self.close_with(fr.close_frame(code, reason))

    def close_with(self, close_frame: bytes) -> None:
        self.send_frame(close_frame)
        if not self.closing:
            self.closing = True
            self.finish()
