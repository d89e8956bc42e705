"""Uvicorn's HTTP connection, guarded: who gets in, how long a head may be, how long anything may take.

Uvicorn itself counts no connections by address, reads a head of any length, and waits for ever for a request
to come or for an answer to be read.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tavola.server.limits import Doorkeeper, is_trusted
from tavola.server.metrics import Metrics
from tavola.server.settings import Settings

DOOR = "http"
HEAD_BYTES = 32_768
ANSWER_SECONDS = 120.0  # for a request to be whole and answered
LINGER_SECONDS = 30.0  # for the last answer to be read


def guarded(settings: Settings, doorkeeper: Doorkeeper, metrics: Metrics) -> type[HttpToolsProtocol]:
    """The class for uvicorn's `Config(http=...)`."""

    class Guarded(_Guarded):
        house = (settings, doorkeeper, metrics)

    return Guarded


class _Guarded(HttpToolsProtocol):
    house: tuple[Settings, Doorkeeper, Metrics]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._alarm: asyncio.TimerHandle | None = None
        self._inside = ""  # the address under which the doorkeeper counts us
        self._head = 0  # bytes of a head that is not whole yet
        self._in_head = False

    # ---- coming and going ----

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        settings, doorkeeper, metrics = self.house
        address = self.client[0] if self.client else "unknown"
        if is_trusted(address, settings.trusted_proxies):
            address = f"proxy {id(self)}"  # everyone comes through it: only the total counts
        why = doorkeeper.enter(address)
        if why is not None:
            metrics.turned_away.add(DOOR)
            return self._turn_away(b"503 Service Unavailable", why)
        self._inside = address
        metrics.accepted.add(DOOR)
        metrics.connections.add(DOOR)
        return self._within(settings.hello_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._leave()  # the WebSocket's own door counts it from here
        super().handle_websocket_upgrade()

    def _leave(self) -> None:
        self._no_alarm()
        if self._inside:
            _, doorkeeper, metrics = self.house
            doorkeeper.leave(self._inside)
            metrics.connections.add(DOOR, by=-1)
            self._inside = ""

    def _turn_away(self, status: bytes, why: str) -> None:
        text = why.encode()
        head = b"HTTP/1.1 %s\r\nretry-after: 10\r\nconnection: close\r\ncontent-type: text/plain\r\n" % status
        self.transport.write(head + b"content-length: %d\r\n\r\n%s" % (len(text), text))
        self.transport.close()
        self._within(LINGER_SECONDS)

    # ---- how long it may take ----

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._head = self._head + len(data) if self._in_head else 0
        if self._head > HEAD_BYTES and not self.transport.is_closing():
            self._turn_away(b"431 Request Header Fields Too Large", f"a head has at most {HEAD_BYTES} bytes")

    def on_message_begin(self) -> None:
        self._in_head = True
        if self.cycle is None or self.cycle.response_complete:  # else the request before it has its time
            self._within(self.house[0].hello_seconds)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._within(ANSWER_SECONDS)
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        self._within(self.timeout_keep_alive + LINGER_SECONDS)
        super().on_response_complete()

    def _within(self, seconds: float) -> None:
        """Whatever comes next has so long; then the connection is gone."""
        self._no_alarm()
        self._alarm = self.loop.call_later(seconds, self.transport.abort)

    def _no_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
