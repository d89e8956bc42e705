"""Who came in by the WebSocket door, until he goes: his socket is held here, or by the porter."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from tavola.server.connections import frames as fr
from tavola.server.connections.session import Session

if TYPE_CHECKING:
    from tavola.server.connections.process.parent import ConnectionProcess
    from tavola.server.connections.websocket import WebSocketServer

DOOR = "websocket"


class Visit(ABC):
    """Counted in when he came, counted out when he goes."""

    def __init__(self, door: WebSocketServer, address: str) -> None:
        self._door, self._manager, self._address = door, door.manager, address
        self._session: Session | None = Session(
            door.manager, address, self.write, lambda: self.close(fr.POLICY, "too many commands")
        )
        metrics = door.manager.metrics
        metrics.accepted.add(DOOR)
        metrics.connections.add(DOOR)
        door.open.add(self)
        self._loop = asyncio.get_running_loop()
        self._alarm = self._loop.call_later(door.manager.settings.hello_seconds, self._bored)

    @abstractmethod
    def write(self, data: bytes) -> None:
        """Tell him."""

    @abstractmethod
    def close(self, code: int, reason: str = "") -> None:
        """Say why, and hang up; whoever does not read it is hung up on."""

    def heard(self, message: bytes) -> None:
        if self._session is not None:
            self._session.take(message)

    def ends(self, *, slow: bool = False) -> None:
        """He is gone."""
        if self._session is None:
            return
        if slow:
            self._manager.metrics.slow_readers.add(DOOR)
        self._alarm.cancel()
        self._session.end()
        self._session = None
        self._door.open.discard(self)
        self._door.connection_limit.leave(self._address)
        self._manager.metrics.connections.add(DOOR, by=-1)

    def _bored(self) -> None:
        if self._session is not None and self._session.person is None:
            self.close(fr.POLICY, "say hello first")


class Carried(Visit):
    """His socket is with the porter."""

    def __init__(
        self, door: WebSocketServer, address: str, connection_process: ConnectionProcess, number: int
    ) -> None:
        super().__init__(door, address)
        self._porter, self._number = connection_process, number

    def write(self, data: bytes) -> None:
        self._porter.tell(self._number, data)

    def close(self, code: int, reason: str = "") -> None:
        self._porter.hang_up(self._number, code, reason)


class Here(Visit):
    """His socket is this process's own: frames go straight to the session, and straight to the socket."""

    def __init__(self, door: WebSocketServer, address: str, transport: asyncio.Transport) -> None:
        super().__init__(door, address)
        self._transport = transport
        self._most = door.manager.settings.output_bytes
        self._reader = fr.FrameReader(door.manager.settings.frame_bytes)
        self._closing = False
        self._heard = True  # something, since the last ping

    def received(self, data: bytes) -> None:
        if self._closing:
            return
        self._heard = True
        try:
            for opcode, payload in self._reader.feed(data):
                self._one(opcode, payload)
                if self._closing:
                    return
        except fr.FrameError as error:
            self.close(error.code, error.reason)

    def _one(self, opcode: int, payload: bytes) -> None:
        if opcode in (fr.TEXT, fr.BINARY):
            self.heard(payload)
        elif opcode == fr.PING:
            self._write(fr.frame(fr.PONG, payload))
        elif opcode == fr.CLOSE:
            self.close(fr.NORMAL)

    def write(self, data: bytes) -> None:
        self._write(fr.frame(fr.TEXT, data))

    def _write(self, framed: bytes) -> None:
        transport = self._transport
        if self._closing or transport.is_closing():
            return
        # One message may be long. Whoever has still not read what came before it is too slow.
        if transport.get_write_buffer_size() > self._most:
            self._manager.metrics.slow_readers.add(DOOR)
            self._closing = True
            transport.abort()
            return
        transport.write(framed)

    def _bored(self) -> None:
        super()._bored()
        if not self._closing:
            self._ping()

    def _ping(self) -> None:
        """Now and then, so that a connection that died in silence is noticed."""
        if not self._heard:
            self._transport.abort()
            return
        self._heard = False
        self._write(fr.frame(fr.PING, b""))
        self._alarm = self._loop.call_later(fr.PING_EVERY, self._ping)

    def close(self, code: int, reason: str = "") -> None:
        if self._closing:
            return
        self._write(fr.close_frame(code, reason))
        self._closing = True
        self._transport.close()
        self._loop.call_later(fr.LAST_WORDS, self._transport.abort)

    def ends(self, *, slow: bool = False) -> None:
        self._closing = True
        super().ends(slow=slow)
