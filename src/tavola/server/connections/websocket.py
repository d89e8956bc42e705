"""The WebSocket door: one text frame is one command or one message.

Uvicorn answers HTTP and hands over what wants to become a WebSocket. Here it is looked at who may come in.
From there on there is no ASGI in between: see visits.py.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast
from urllib.parse import urlsplit

from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from tavola.server.connections import frames as fr
from tavola.server.connections.allowed_hosts import why_not_called
from tavola.server.connections.process.loop import Limits
from tavola.server.connections.process.parent import ConnectionProcess
from tavola.server.connections.websocket_clients import DOOR, Carried, Here, Visit
from tavola.server.limits.addresses import client_address
from tavola.server.limits.connections import ConnectionLimit
from tavola.server.tables.manager import TableManager

PATH = "/ws"


class WebSocketServer:
    """Makes the protocol that uvicorn's `Config(ws=...)` wants, one for each connection."""

    def __init__(self, manager: TableManager, connection_limit: ConnectionLimit) -> None:
        self.manager = manager
        self.connection_limit = connection_limit
        self.connection_process: ConnectionProcess | None = None
        self.open: set[Visit] = set()

    def __call__(self, **of_uvicorn: Any) -> asyncio.Protocol:
        del of_uvicorn  # its configuration and its state are not needed here
        return WebSocketHandshake(self)

    async def hire(self) -> None:
        """Have the sockets held by another process, if that helps here."""
        settings = self.manager.settings
        self.connection_process = await ConnectionProcess.hire(
            Limits(settings.frame_bytes, settings.output_bytes)
        )

    async def close(self) -> None:
        if self.connection_process is not None:
            await self.connection_process.close()

    def farewell(self, data: bytes) -> None:
        """A last word to everyone, and the door closes."""
        for visit in tuple(self.open):
            visit.write(data)
            visit.close(fr.GOING_AWAY, "the server is going down")

    def may_enter(self, request: Request, address: str) -> tuple[int, str] | None:
        """None, and he is counted in; else the status and the words to turn him away with."""
        if request.path.partition("?")[0] != PATH:
            return 404, f"there is no such door; WebSockets are at {PATH}"
        for host in request.headers.get_all("Host"):
            if (why := why_not_called(host, self.manager.settings)) is not None:
                return 421, why
        if not origin_allowed(request.headers, self.manager.settings.origin):
            return 403, "pages of that site may not connect"
        if self.manager.draining:
            return 503, "the server is going down"
        if (why := self.connection_limit.enter(address)) is not None:
            return 503, why
        return None


class WebSocketHandshake(asyncio.Protocol):
    """One connection: first the handshake, then whoever has it."""

    def __init__(self, door: WebSocketServer) -> None:
        self._door = door
        self._manager = door.manager
        self._transport: asyncio.Transport | None = None
        self._handshake: ServerProtocol | None = ServerProtocol()
        self._visit: Here | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is not a subclass

    def data_received(self, data: bytes) -> None:
        if self._handshake is None:
            if self._visit is not None:
                self._visit.received(data)
            return
        self._handshake.receive_data(data)
        for event in self._handshake.events_received():
            if isinstance(event, Request):
                self._enter(self._handshake, event)
                return
        self._send(self._handshake.data_to_send())  # it was none, and that was the answer

    def _enter(self, handshake: ServerProtocol, request: Request) -> None:
        assert self._transport is not None
        peer = (self._transport.get_extra_info("peername") or ("unknown",))[0]
        forwarded = request.headers.get_all("X-Forwarded-For")
        address = client_address(peer, ",".join(forwarded), self._manager.settings.trusted_proxies)
        response = handshake.accept(request)
        if response.status_code == 101 and (no := self._door.may_enter(request, address)) is not None:
            response = handshake.reject(*no)
            if no[0] == 503:
                response.headers["Retry-After"] = "10"
        self._answer(handshake, response, address)

    def _answer(self, handshake: ServerProtocol, response: Response, address: str) -> None:
        assert self._transport is not None
        handshake.send_response(response)
        answer = handshake.data_to_send()
        if response.status_code != 101:
            self._manager.metrics.turned_away.add(DOOR)
            self._send(answer)
            return
        handshake.parser.close()  # it knows its maker and is known by it: neither would go by itself
        self._handshake = None
        if not self._hand_over(address, b"".join(answer)):
            self._send(answer)
            self._visit = Here(self._door, address, self._transport)

    def _hand_over(self, address: str, answer: bytes) -> bool:
        """Let the porter have the socket, and forget it here."""
        assert self._transport is not None
        connection_process, sock = self._door.connection_process, self._transport.get_extra_info("socket")
        if connection_process is None or not connection_process.here or sock is None:
            return False
        if not (number := connection_process.takes(sock.fileno(), answer)):
            return False
        connection_process.visits[number] = Carried(self._door, address, connection_process, number)
        self._transport.abort()  # the connection goes on: the porter has it
        return True

    def _send(self, answer: list[bytes]) -> None:
        assert self._transport is not None
        for data in answer:
            if data:
                self._transport.write(data)
            else:
                self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc  # why does not matter
        if self._visit is not None:
            self._visit.ends()


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
