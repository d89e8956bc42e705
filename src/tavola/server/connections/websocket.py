"""The WebSocket server: one text frame is one command or one message.

Uvicorn answers HTTP and hands over what wants to become a WebSocket. Here are the handshake,
and who may connect. After that there is no ASGI in between: see websocket_client.py.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast
from urllib.parse import urlsplit

from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from tavola.server.connections import frames as fr
from tavola.server.connections.allowed_hosts import why_not_called
from tavola.server.connections.websocket_client import DOOR, WebSocketClient
from tavola.server.http.wire import without
from tavola.server.limits.addresses import client_address
from tavola.server.limits.connections import RETRY, ConnectionLimit, Place, TooManyConnections
from tavola.server.tables.manager import TableManager

PATH = "/ws"


class WebSocketServer:
    """Makes the protocol that uvicorn's `Config(ws=...)` wants, one for each connection."""

    def __init__(self, manager: TableManager, connection_limit: ConnectionLimit) -> None:
        self.manager = manager
        self.connection_limit = connection_limit
        self.open: set[WebSocketClient] = set()

    def __call__(self, **of_uvicorn: Any) -> asyncio.Protocol:
        del of_uvicorn  # its configuration and its state are not needed here
        return WebSocketHandshake(self)

    async def close(self) -> None:
        """Wait until the clients have closed their connections, but only a moment."""
        until = time.monotonic() + fr.LAST_WORDS
        while self.open and time.monotonic() < until:
            await asyncio.sleep(0.01)

    def farewell(self, data: bytes) -> None:
        """A last message to every client, and a close frame."""
        for client in tuple(self.open):
            client.write(data)
            client.close(fr.GOING_AWAY, "the server is going down")

    def enter(self, request: Request, address: str) -> Place | tuple[int, str]:
        """Count the connection and return its place; else the status and the words that refuse it."""
        prefix = self.manager.settings.path_prefix
        if without(prefix, request.path.partition("?")[0]) != PATH:
            return 404, f"there is no such door; WebSockets are at {prefix}{PATH}"
        for host in request.headers.get_all("Host"):
            if (why := why_not_called(host, self.manager.settings)) is not None:
                return 421, why
        if not origin_allowed(request.headers, self.manager.settings.origin):
            return 403, "pages of that site may not connect"
        if self.manager.closing:
            return 503, "the server is going down"
        try:
            return self.connection_limit.enter(address)
        except TooManyConnections as no:
            return 503, str(no)


class WebSocketHandshake(asyncio.Protocol):
    """One connection until its handshake is done; then its bytes go to its client."""

    def __init__(self, server: WebSocketServer) -> None:
        self._server = server
        self._manager = server.manager
        self._transport: asyncio.Transport | None = None
        self._handshake: ServerProtocol | None = ServerProtocol()
        self._client: WebSocketClient | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is not a subclass

    def data_received(self, data: bytes) -> None:
        if self._handshake is None:
            if self._client is not None:
                self._client.received(data)
            return
        self._handshake.receive_data(data)
        for event in self._handshake.events_received():
            if isinstance(event, Request):
                self._enter(self._handshake, event)
                return
        self._send(self._handshake.data_to_send())  # nothing yet, or the answer to an invalid request

    def _enter(self, handshake: ServerProtocol, request: Request) -> None:
        assert self._transport is not None
        peer = (self._transport.get_extra_info("peername") or ("unknown",))[0]
        forwarded = request.headers.get_all("X-Forwarded-For")
        address = client_address(peer, ",".join(forwarded), self._manager.settings.trusted_proxies)
        response, place = handshake.accept(request), None
        if response.status_code == 101:
            entered = self._server.enter(request, address)
            if isinstance(entered, Place):
                place = entered
            else:
                response = handshake.reject(*entered)
                if entered[0] == 503:
                    response.headers["Retry-After"] = f"{RETRY:.0f}"
        self._answer(handshake, response, address, place)

    def _answer(
        self, handshake: ServerProtocol, response: Response, address: str, place: Place | None
    ) -> None:
        assert self._transport is not None
        handshake.send_response(response)
        answer = handshake.data_to_send()
        if place is None:
            self._manager.metrics.turned_away.add(DOOR)
            self._send(answer)
            return
        handshake.parser.close()  # breaks a reference cycle with its owner
        self._handshake = None
        self._send(answer)
        self._client = WebSocketClient(self._server, address, place, self._transport)

    def _send(self, answer: list[bytes]) -> None:
        assert self._transport is not None
        for data in answer:
            if data:
                self._transport.write(data)
            else:
                self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc  # why does not matter
        if self._client is not None:
            self._client.disconnected()


def origin_allowed(headers: Headers, allowed: tuple[str, ...]) -> bool:
    """This server's own pages may connect, and those of the allowed sites; programs send no origin."""
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
