"""Uvicorn's HTTP connection, guarded: who gets in, how long a head may be, how long anything may take.

Uvicorn itself counts no connections by address, reads a head of any length, and waits for ever for a request
to come or for an answer to be read.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tavola.server.connections.proxied import behind_proxies
from tavola.server.connections.websocket import PATH as WEBSOCKET_PATH
from tavola.server.http.app import UNCOUNTED
from tavola.server.limits.addresses import is_trusted
from tavola.server.limits.connections import (
    PRESENT,
    RETRY,
    SPARE,
    ConnectionLimit,
    Place,
    Stake,
    TooManyConnections,
)
from tavola.server.settings import Settings
from tavola.server.telemetry.metrics import Metrics

DOOR: Final = "http"
HEAD_BYTES = 32_768
PIECE = 1024  # bytes the parser sees at a time: not much more of a head than may be, and few requests
ANSWER_SECONDS = 120.0  # for a request to be whole and answered
LINGER_SECONDS = 30.0  # for the last answer to be read, or so much of it that it is being read
LINGER_BYTES = 65_536
SPARE_SECONDS = 5.0  # for one health check, when there are as many connections as there may be
# Answered even then; the WebSocket server itself accepts or refuses an upgrade.
ALWAYS_ANSWERED = (*(path.encode() for path in UNCOUNTED), WEBSOCKET_PATH.encode())
REFUSED_SECONDS = 2.0  # for a refusal to be read by a client that is still sending


def guarded(settings: Settings, connection_limit: ConnectionLimit, metrics: Metrics) -> Any:
    """The protocol factory for uvicorn's `Config(http=...)`."""

    class Guarded(_Guarded):
        house = (settings, connection_limit, metrics)
        spare = ConnectionLimit(SPARE)

    return behind_proxies(DOOR, settings, metrics, Guarded)


def _refusal(status: bytes, why: str) -> bytes:
    text = why.encode()
    head = b"HTTP/1.1 %s\r\nconnection: close\r\ncontent-type: text/plain\r\n" % status
    return head + b"content-length: %d\r\n\r\n%s" % (len(text), text)


class _Flow(FlowControl):
    """Uvicorn resumes reading with every answer. Here not while received bytes are still to be parsed."""

    _held = False

    def hold(self) -> None:
        self._held = True
        self.pause_reading()

    def let_go(self) -> None:
        self._held = False
        self.resume_reading()

    def resume_reading(self) -> None:
        if not self._held:
            super().resume_reading()


class _Guarded(HttpToolsProtocol):
    house: tuple[Settings, ConnectionLimit, Metrics]
    spare: ConnectionLimit  # for health checks, when there are as many connections as there may be

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._alarm: asyncio.TimerHandle | None = None
        self._running: Any = None  # the request that is being answered
        self._place: Place | None = None  # as the connection limit counts this one
        self._refusal = ""  # why only health checks are answered
        self._head = 0  # bytes of a head that is not whole yet
        self._in_head = False
        self._bodily = False  # was there any part of a body in the piece just read?
        self._ended = False  # did a request end in the piece just read?
        self._too_long = False  # the head is; the rest is not read
        self._flow: _Flow
        self._unread = b""  # what came behind a request that has to wait for its turn

    # ---- connecting and disconnecting ----

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = self._flow = _Flow(transport)
        peer = transport.get_extra_info("peername")  # uvicorn asks the socket, whose peer may be a balancer
        self.client = (str(peer[0]), int(peer[1])) if isinstance(peer, tuple) else None
        settings, connection_limit, metrics = self.house
        address = self.client[0] if self.client else "unknown"
        if is_trusted(address, settings.trusted_proxies):
            address = f"proxy {id(self)}"  # everyone comes through it: only the total counts
        try:
            self._place = connection_limit.enter(address, self.transport.abort, self._stake)
        except TooManyConnections as no:
            self._refusal = str(no)
            try:
                self._place = self.spare.enter(address, self.transport.abort)
            except TooManyConnections:
                return self._turn_away()
        metrics.accepted.add(DOOR)
        metrics.connections.add(DOOR)
        return self._within(SPARE_SECONDS if self._refusal else settings.hello_seconds)

    def _stake(self) -> Stake:
        busy = self._running is not None and not self._running.response_complete
        return Stake(PRESENT) if busy else Stake()

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        self._unheard()

    def _unheard(self) -> None:
        """Nobody waits for answers any more. Of several pipelined requests uvicorn tells only the last."""
        self._unread = b""
        self.pipeline.clear()
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True
            self._running.message_event.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        self._unheard()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self.send_400_response("A WebSocket is asked for when what was asked before is answered.")
            return
        self._leave()  # the WebSocket server counts it from here on
        super().handle_websocket_upgrade()

    def _leave(self) -> None:
        self._no_alarm()
        if self._place is not None:
            self._place.leave()
            self.house[2].connections.add(DOOR, by=-1)
            self._place = None

    def _turn_away(self) -> None:
        self.house[2].turned_away.add(DOOR)
        head = b"503 Service Unavailable\r\nretry-after: %d" % RETRY
        self.transport.write(_refusal(head, self._refusal))
        self.transport.close()
        self._within(LINGER_SECONDS)

    # ---- how long a head may be ----

    def data_received(self, data: bytes) -> None:
        if self._unread:
            self._unread += data
        else:
            self._parse(data)

    def _parse(self, data: bytes) -> None:
        """Parse up to a request that has to wait for an earlier one; what follows it waits unparsed."""
        at = 0
        while at < len(data) and not self._too_long and not self.transport.is_closing() and not self.pipeline:
            if self._head >= HEAD_BYTES:
                self._too_long = True
                self._refuse_head()
                return
            piece = data[at : at + min(PIECE, HEAD_BYTES - self._head)]
            at += len(piece)
            if not self._read(piece):
                return
        if self.pipeline and (unread := data[at:]):
            self._unread = unread
            self._flow.hold()

    def _parse_more(self) -> None:
        data, self._unread = self._unread, b""
        self._parse(data)
        if not self._unread and not self.transport.is_closing():
            self._flow.let_go()

    def _read(self, piece: bytes) -> bool:
        """Feed the parser; False if what follows is for another protocol."""
        self._ended = self._bodily = False
        super().data_received(piece)
        if self._ended or self._bodily:
            self._head = 0  # where in the piece the next head begins is unknown: it may be that much longer
        else:
            self._head += len(piece)
        return not (self._ended and self.parser.should_upgrade())

    def _refuse_head(self) -> None:
        """Refuse it, once the requests before it have their answers.

        Only our half is closed: closing a connection with unread input resets it, and the refusal might be
        lost on its way.
        """
        if self.cycle is not None and not self.cycle.response_complete:
            return
        why = f"a head has at most {HEAD_BYTES} bytes"
        self.transport.write(_refusal(b"431 Request Header Fields Too Large", why))
        with suppress(OSError):  # the client closed first
            self.transport.write_eof()
        self._within(REFUSED_SECONDS)

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:  # trailers after a chunked body must not replace headers
            super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        self._bodily = True
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._ended = True
        super().on_message_complete()

    # ---- how long it may take ----

    def on_message_begin(self) -> None:
        self._in_head = True
        if self.cycle is None or self.cycle.response_complete:  # else the timer of the one before it runs
            self._within(SPARE_SECONDS if self._refusal else self.house[0].hello_seconds)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        if self._refusal:
            if self.url.partition(b"?")[0] not in ALWAYS_ANSWERED:
                return self._turn_away()
        else:
            self._within(ANSWER_SECONDS)
        super().on_headers_complete()
        return None

    def on_response_complete(self) -> None:
        if not self._refusal:
            self._linger()
        super().on_response_complete()
        if self._refusal:
            self.transport.close()
        if self._too_long and not self.transport.is_closing():
            self._refuse_head()
        if self._unread and not self.pipeline:
            self.loop.call_soon(self._parse_more)

    def _linger(self) -> None:
        """Until the answer is read, however slow the line; a client that reads nothing of it is cut off."""
        self._no_alarm()
        seconds = self.timeout_keep_alive + LINGER_SECONDS
        self._alarm = self.loop.call_later(seconds, self._is_read, self.transport.get_write_buffer_size())

    def _is_read(self, before: int) -> None:
        if before - self.transport.get_write_buffer_size() < LINGER_BYTES:
            self.transport.abort()
        else:
            self._linger()

    def _within(self, seconds: float) -> None:
        """Restart the timer: after so many seconds the connection is aborted."""
        self._no_alarm()
        self._alarm = self.loop.call_later(seconds, self.transport.abort)

    def _no_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
