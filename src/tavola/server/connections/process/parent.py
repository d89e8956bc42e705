"""The server's end of the socket pair to its connection process."""

from __future__ import annotations

import asyncio
import logging
import socket
import subprocess
import sys
from collections import deque
from typing import Protocol, cast

from tavola.server.child_process import ended
from tavola.server.connections import frames as fr
from tavola.server.connections.process import wire
from tavola.server.connections.websocket_peer import WebSocketLimits

log = logging.getLogger(__name__)
ENDS = fr.LAST_WORDS + 3.0  # seconds it may take to
AT_ONCE = 12  # commands: then what was accepted begins to be written, while the next ones are judged
MOST_UNREAD = 1 << 27  # bytes; a process that has not read so much never will


class HandedOver(Protocol):
    """A client whose socket was handed over, as this process knows it."""

    def message(self, message: bytes, /) -> None: ...

    def disconnected(self, *, slow: bool = False) -> None: ...


class ConnectionProcess(asyncio.Protocol):
    """The process that owns the WebSocket connections. Made by `start`."""

    def __init__(self, process: subprocess.Popen[bytes], newcomers: socket.socket) -> None:
        self._process, self._newcomers = process, newcomers
        self._transport: asyncio.Transport | None = None
        self._unpacker = wire.Unpacker()
        self.clients: dict[int, HandedOver] = {}  # by the numbers `take_over` gave
        self._last = 0
        self._inbox: deque[wire.Parcel] = deque()  # from the process, not handled yet
        self._parcels: list[wire.Parcel] = []  # to be sent in one batch
        self._loop = asyncio.get_running_loop()

    @classmethod
    async def start(cls, limits: WebSocketLimits) -> ConnectionProcess | None:
        """A running process; None where sockets can't be handed over."""
        if sys.platform == "win32" or not hasattr(socket, "send_fds"):
            return None
        ours, theirs = socket.socketpair()
        handing, receiving = wire.way_in()
        given = (theirs.fileno(), receiving.fileno())
        try:
            command = [
                sys.executable,
                "-m",
                "tavola.server.connections.process",
                *map(str, (*given, *limits)),
            ]
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=given)
        except OSError as error:
            log.warning("no connection process: %s", error.strerror)
            ours.close()
            handing.close()
            return None
        finally:
            theirs.close()
            receiving.close()
        ours.setblocking(False)
        handing.setblocking(False)
        parent = cls(process, handing)
        await parent._loop.create_connection(lambda: parent, sock=ours)
        return parent

    @property
    def running(self) -> bool:
        return self._transport is not None

    def take_over(self, file: int, first: bytes) -> int:
        """Hand a socket over, with what to send there first. The client's number; 0: it stays here.

        The caller puts the client into `clients` under that number.
        """
        if self._transport is None or len(first) > wire.MOST_FIRST:
            return 0
        number = self._last + 1
        try:
            socket.send_fds(self._newcomers, [number.to_bytes(wire.NUMBER, "big") + first], [file])
        except OSError:  # many come at once, and the process has not accepted the last ones yet
            return 0
        self._last = number
        return number

    def tell(self, number: int, message: bytes, what: int = wire.TELL) -> None:
        if not self._parcels:
            self._loop.call_soon(self._send)
        self._parcels.append((number, what, message))

    def hang_up(self, number: int, code: int, reason: str) -> None:
        self.tell(number, fr.close_frame(code, reason), wire.CLOSE)

    def _send(self) -> None:
        parcels, self._parcels = self._parcels, []
        if self._transport is None or not parcels:
            return
        self._transport.write(wire.packed(parcels))
        if self._transport.get_write_buffer_size() > MOST_UNREAD:
            log.error("the connection process does not read any more; it is killed")
            self._process.kill()

    async def close(self) -> None:
        """What was told is sent, then the process ends."""
        self._send()
        if self._transport is not None:
            self._transport.close()
        await ended(self._process, ENDS)
        self._newcomers.close()

    # ---- what comes from the process ----

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        idle = not self._inbox
        for batch in self._unpacker.feed(data):
            self._inbox.extend(batch)
        if idle and self._inbox:
            self._take_some()

    def _take_some(self) -> None:
        """Some of what came, so that the other two processes get work before all of it is done."""
        clients, inbox = self.clients, self._inbox
        for _ in range(min(AT_ONCE, len(inbox))):
            number, what, payload = inbox.popleft()
            if what == wire.SAID:
                if (client := clients.get(number)) is not None:
                    client.message(payload)
            elif (client := clients.pop(number, None)) is not None:
                client.disconnected(slow=what == wire.SLOW)
        if inbox:
            self._loop.call_soon(self._take_some)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._transport = None
        if self.clients:
            log.warning("the connection process is gone, and with it %d connections", len(self.clients))
        for client in tuple(self.clients.values()):
            client.disconnected()
        self.clients.clear()
