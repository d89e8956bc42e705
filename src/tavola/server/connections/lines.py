"""JSON lines over TCP, one command or message a line. netcat is a client."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Final, cast

from tavola.server.connections.cross_protocol import NO_WEB, is_foreign
from tavola.server.connections.proxied import behind_proxies
from tavola.server.connections.session import AT_ONCE, Session
from tavola.server.connections.sockets import set_keepalive
from tavola.server.limits.connections import RETRY, ConnectionLimit, Place, TooManyConnections
from tavola.server.tables.manager import TableManager
from tavola.table.messages import Code, encode
from tavola.table.refusal import Refusal

log = logging.getLogger(__name__)
DOOR: Final = "lines"
LAST_ANSWERS = 10.0  # seconds to answer what was sent before the end of input


class LineServer:
    """A server socket for JSON lines."""

    def __init__(self, manager: TableManager, connection_limit: ConnectionLimit) -> None:
        self.manager = manager
        self.connection_limit = connection_limit
        self.open: set[LineConnection] = set()
        self._server: asyncio.Server | None = None

    async def start(self, sock: socket.socket) -> int:
        """Listen there; the port."""
        loop = asyncio.get_running_loop()
        settings, metrics = self.manager.settings, self.manager.metrics
        make = behind_proxies(DOOR, settings, metrics, lambda: LineConnection(self))
        self._server = await loop.create_server(make, sock=sock)
        port: int = sock.getsockname()[1]
        return port

    def close(self) -> None:
        """Accept no more connections."""
        if self._server is not None:
            self._server.close()

    def farewell(self, data: bytes) -> None:
        """Accept no more connections, and close the open ones after a last message."""
        self.close()
        for connection in tuple(self.open):
            connection.write(data)
            connection.close()


class LineConnection(asyncio.Protocol):
    """One TCP connection."""

    def __init__(self, door: LineServer) -> None:
        self._door = door
        self._buffer = b""
        self._known = False  # is it certain that no other protocol is spoken?
        self._transport: asyncio.Transport | None = None
        self._session: Session | None = None
        self._place: Place | None = None
        self._hello_timer: asyncio.TimerHandle | None = None
        self._last_answers: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport = cast(asyncio.Transport, transport)  # uvloop's is not a subclass
        manager = self._door.manager
        address = (transport.get_extra_info("peername") or ("unknown",))[0]
        if manager.closing:
            return self._turn_away(_no("the server is going down", 10.0, "closing"))
        try:
            self._place = self._door.connection_limit.enter(address)
        except TooManyConnections as no:
            return self._turn_away(_no(str(no), RETRY))
        transport.set_write_buffer_limits(manager.settings.output_bytes)
        set_keepalive(transport.get_extra_info("socket"))
        manager.metrics.accepted.add(DOOR)
        manager.metrics.connections.add(DOOR)
        self._door.open.add(self)
        self._session = Session(manager, address, self.write, self.close, self._place)
        self._hello_timer = asyncio.get_running_loop().call_later(
            manager.settings.hello_seconds, self._no_hello
        )
        return None

    def _turn_away(self, why: bytes) -> None:
        self._door.manager.metrics.turned_away.add(DOOR)
        self.write(why)
        self.close()

    def _no_hello(self) -> None:
        if self._session is not None and self._session.person is None:
            self.write(_no("say hello first", None, "say_hello_first"))
            self.close()

    def data_received(self, data: bytes) -> None:
        if self._session is None or self._transport is None or self._transport.is_closing():
            return
        if not self._known and self._is_foreign(data):
            return
        self._take(self._session, self._split(data))

    def _split(self, data: bytes) -> Iterator[bytes]:
        """The whole lines; what is left of the data begins the next one."""
        buffer, at = self._buffer + data if self._buffer else data, 0
        while (end := buffer.find(b"\n", at)) >= 0:
            yield buffer[at:end]
            at = end + 1
        self._buffer = buffer[at:]

    def _take(self, session: Session, lines: Iterator[bytes]) -> None:
        """Handle some lines. A client that sends many is not read from until the others had their turn."""
        assert self._transport is not None
        most, taken = self._door.manager.settings.line_bytes, 0
        for line in islice(lines, AT_ONCE):
            taken += 1
            if len(line) > most:
                return self._too_long(most)
            if line := line.strip():
                session.take(line)
            if self._transport.is_closing():
                return None
        if taken == AT_ONCE:
            self._transport.pause_reading()
            session.others_first(lambda: self._take_more(session, lines))
        elif len(self._buffer) > most:
            self._too_long(most)
        return None

    def _take_more(self, session: Session, lines: Iterator[bytes]) -> None:
        assert self._transport is not None
        if not self._transport.is_closing():
            self._transport.resume_reading()
            self._take(session, lines)

    def _is_foreign(self, data: bytes) -> bool:
        """Turn away a browser, say, before any line of its request is carried out."""
        foreign = is_foreign(self._buffer + data)
        self._known = foreign is not None
        if foreign:
            self._turn_away(_no(NO_WEB, None, "bad_message"))
        return bool(foreign)

    def eof_received(self) -> bool:
        """The client sends no more, like a pipe into netcat: answer everything, then close."""
        if self._session is None:
            return False
        self.data_received(b"\n")  # the last line may have no end
        self._last_answers = asyncio.get_running_loop().create_task(self._answer_and_close(self._session))
        return True

    async def _answer_and_close(self, session: Session) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_ANSWERS):
                await session.finish()
        self.close()

    def _too_long(self, most: int) -> None:
        self.write(_no(f"a line has at most {most} bytes", None))
        self.close()

    def write(self, data: bytes) -> None:
        if (transport := self._transport) is None or transport.is_closing():
            return
        transport.write(data + b"\n")

    def pause_writing(self) -> None:
        """Backpressure: a client with a full output buffer is dropped."""
        self._door.manager.metrics.slow_readers.add(DOOR)
        assert self._transport is not None
        self._transport.abort()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc  # why does not matter
        if self._hello_timer is not None:
            self._hello_timer.cancel()
        if self._last_answers is not None:
            self._last_answers.cancel()
        if self._session is not None:
            self._session.disconnected()
            self._session = None
            assert self._place is not None
            self._place.leave()
            self._door.open.discard(self)
            self._door.manager.metrics.connections.add(DOOR, by=-1)


def _no(why: str, retry: float | None, code: Code = "too_much") -> bytes:
    return encode(Refusal(code, why, retry_after=retry).told(None))
