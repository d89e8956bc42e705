"""The WebSocket door: one text frame is one command or one message.

Uvicorn answers HTTP and hands over what wants to become a WebSocket. From there on there is no ASGI in
between: a frame that comes goes straight to the session, and what is told straight to the socket.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, cast
from urllib.parse import urlsplit

from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from tavola.server.doors import frames as fr
from tavola.server.hall import Hall
from tavola.server.limits import Doorkeeper, client_address
from tavola.server.session import Session

log = logging.getLogger(__name__)
DOOR = "websocket"
PATH = "/ws"
PING_EVERY = 20.0  # seconds; who has said nothing at all until the next one is gone
LAST_WORDS = 2.0  # seconds for a farewell to get there


class WebSocketDoor:
    """Makes the protocol that uvicorn's `Config(ws=...)` wants, one for each connection."""

    def __init__(self, hall: Hall, doorkeeper: Doorkeeper) -> None:
        self.hall = hall
        self.doorkeeper = doorkeeper
        self.open: set[_Connection] = set()

    def __call__(self, **of_uvicorn: Any) -> asyncio.Protocol:
        del of_uvicorn  # its configuration and its state are not needed here
        return _Connection(self)

    def farewell(self, data: bytes) -> None:
        """A last word to everyone, and the door closes."""
        for connection in tuple(self.open):
            connection.write(data)
            connection.close(fr.GOING_AWAY, "the server is going down")

    def may_enter(self, request: Request, address: str) -> tuple[int, str] | None:
        """None, and he is counted in; else the status and the words to turn him away with."""
        if request.path.partition("?")[0] != PATH:
            return 404, f"there is no such door; WebSockets are at {PATH}"
        if not origin_allowed(request.headers, self.hall.settings.origin):
            return 403, "pages of that site may not connect"
        if self.hall.draining:
            return 503, "the server is going down"
        if (why := self.doorkeeper.enter(address)) is not None:
            return 503, why
        return None


class _Connection(asyncio.Protocol):
    """One WebSocket: first the handshake, then frames."""

    def __init__(self, door: WebSocketDoor) -> None:
        self._door = door
        self._hall = door.hall
        self._most = door.hall.settings.output_bytes
        self._transport: asyncio.Transport | None = None
        self._handshake: ServerProtocol | None = ServerProtocol()
        self._reader = fr.FrameReader(door.hall.settings.frame_bytes)
        self._session: Session | None = None
        self._address = ""
        self._closing = False
        self._heard = True  # something, since the last ping
        self._alarm: asyncio.TimerHandle | None = None

    # ---- coming in ----

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is not a subclass

    def data_received(self, data: bytes) -> None:
        if self._handshake is None:
            self._frames(data)
            return
        self._handshake.receive_data(data)
        for event in self._handshake.events_received():
            if isinstance(event, Request):
                self._enter(self._handshake, event)
                return
        self._send_handshake(self._handshake)  # it was none, and that was the answer

    def _enter(self, handshake: ServerProtocol, request: Request) -> None:
        assert self._transport is not None
        peer = (self._transport.get_extra_info("peername") or ("unknown",))[0]
        forwarded = request.headers.get_all("X-Forwarded-For")
        address = client_address(peer, ",".join(forwarded), self._hall.settings.trusted_proxies)
        response = handshake.accept(request)
        if response.status_code == 101 and (no := self._door.may_enter(request, address)) is not None:
            response = handshake.reject(*no)
            if no[0] == 503:
                response.headers["Retry-After"] = "10"
        self._answer(handshake, response, address)

    def _answer(self, handshake: ServerProtocol, response: Response, address: str) -> None:
        metrics = self._hall.metrics
        handshake.send_response(response)
        self._send_handshake(handshake)
        if response.status_code != 101:
            metrics.turned_away.add(DOOR)
            return
        handshake.parser.close()  # it knows its maker and is known by it: neither would go by itself
        self._handshake, self._address = None, address
        metrics.accepted.add(DOOR)
        metrics.connections.add(DOOR)
        self._door.open.add(self)
        self._session = Session(
            self._hall, address, self.write, lambda: self.close(fr.POLICY, "too many commands")
        )
        loop = asyncio.get_running_loop()
        self._alarm = loop.call_later(self._hall.settings.hello_seconds, self._bored)

    def _send_handshake(self, handshake: ServerProtocol) -> None:
        assert self._transport is not None
        for data in handshake.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()

    def _bored(self) -> None:
        if self._session is not None and self._session.person is None:
            self.close(fr.POLICY, "say hello first")
        else:
            self._ping()

    # ---- frames ----

    def _frames(self, data: bytes) -> None:
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
            if self._session is not None:
                self._session.take(payload)
        elif opcode == fr.PING:
            self._write(fr.frame(fr.PONG, payload))
        elif opcode == fr.CLOSE:
            self.close(fr.NORMAL)

    def write(self, data: bytes) -> None:
        self._write(fr.frame(fr.TEXT, data))

    def _write(self, framed: bytes) -> None:
        transport = self._transport
        if self._closing or transport is None or transport.is_closing():
            return
        # One message may be long. Whoever has still not read what came before it is too slow.
        if transport.get_write_buffer_size() > self._most:
            self._hall.metrics.slow_readers.add(DOOR)
            self._closing = True
            transport.abort()
            return
        transport.write(framed)

    def _ping(self) -> None:
        """Now and then, so that a connection that died in silence is noticed."""
        assert self._transport is not None
        if not self._heard:
            self._transport.abort()
            return
        self._heard = False
        self._write(fr.frame(fr.PING, b""))
        self._alarm = asyncio.get_running_loop().call_later(PING_EVERY, self._ping)

    # ---- going ----

    def close(self, code: int, reason: str = "") -> None:
        """Say why, and hang up; whoever does not read it is hung up on."""
        if self._closing or self._transport is None:
            return
        self._write(fr.close_frame(code, reason))
        self._closing = True
        self._transport.close()
        asyncio.get_running_loop().call_later(LAST_WORDS, self._transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc  # why does not matter
        self._closing = True
        if self._alarm is not None:
            self._alarm.cancel()
        if self._session is not None:
            self._session.end()
            self._session = None
            self._door.open.discard(self)
            self._door.doorkeeper.leave(self._address)
            self._hall.metrics.connections.add(DOOR, by=-1)


def origin_allowed(headers: Headers, allowed: tuple[str, ...]) -> bool:
    """Pages of this server may connect, and those of the sites we were told of; programs have no origin."""
    origins, hosts = headers.get_all("Origin"), headers.get_all("Host")
    if not origins:
        return True
    if len(origins) > 1 or len(hosts) != 1:
        return False
    if origins[0] in allowed:
        return True
    try:
        site = urlsplit(origins[0]).netloc.lower()
    except ValueError:  # what no browser sends
        return False
    return site != "" and site == hosts[0].lower()
