"""The server's end of the conversation with its porter."""

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
from tavola.server.connections.process.loop import Limits

log = logging.getLogger(__name__)
ENDS = fr.LAST_WORDS + 3.0  # seconds it may take to
AT_ONCE = 12  # commands: then what was accepted begins to be written, while the next ones are judged
MOST_UNREAD = 1 << 27  # bytes; a porter who does not read so much will never


class Visit(Protocol):
    """One who was handed over, as the hall knows him."""

    def heard(self, message: bytes, /) -> None: ...

    def ends(self, *, slow: bool = False) -> None: ...


class ConnectionProcess(asyncio.Protocol):
    """A process that holds the sockets of visitors. Made by `hire`."""

    def __init__(self, process: subprocess.Popen[bytes], newcomers: socket.socket) -> None:
        self._process, self._newcomers = process, newcomers
        self._transport: asyncio.Transport | None = None
        self._unpacker = wire.Unpacker()
        self.visits: dict[int, Visit] = {}  # by the numbers `takes` gave
        self._last = 0
        self._inbox: deque[wire.Parcel] = deque()  # from the street, not looked at yet
        self._parcels: list[wire.Parcel] = []  # to be sent at the end of this moment
        self._loop = asyncio.get_running_loop()

    @classmethod
    async def hire(cls, limits: Limits) -> ConnectionProcess | None:
        """One who is at work, None if there is none to be had here."""
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
            log.warning("no porter: %s", error.strerror)
            ours.close()
            handing.close()
            return None
        finally:
            theirs.close()
            receiving.close()
        ours.setblocking(False)
        handing.setblocking(False)
        connection_process = cls(process, handing)
        await connection_process._loop.create_connection(lambda: connection_process, sock=ours)
        return connection_process

    @property
    def here(self) -> bool:
        return self._transport is not None

    def takes(self, file: int, first: bytes) -> int:
        """Hand a socket over, with what to send there first: the visitor's number, or 0 if he can't.

        Whoever hands it over puts the visit down under that number.
        """
        if self._transport is None or len(first) > wire.MOST_FIRST:
            return 0
        number = self._last + 1
        try:
            socket.send_fds(self._newcomers, [number.to_bytes(wire.NUMBER, "big") + first], [file])
        except OSError:  # many come at once, and he has not let the last ones in yet
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
            log.error("the porter does not read any more; he is sent away")
            self._process.kill()

    async def close(self) -> None:
        """What was told is sent, then he goes."""
        self._send()
        if self._transport is not None:
            self._transport.close()
        await ended(self._process, ENDS)
        self._newcomers.close()

    # ---- what comes from him ----

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        idle = not self._inbox
        for batch in self._unpacker.feed(data):
            self._inbox.extend(batch)
        if idle and self._inbox:
            self._take_some()

    def _take_some(self) -> None:
        """A few of what came; scribe and porter are not to wait idly until all of it is done."""
        visits, inbox = self.visits, self._inbox
        for _ in range(min(AT_ONCE, len(inbox))):
            number, what, payload = inbox.popleft()
            if what == wire.SAID:
                if (visit := visits.get(number)) is not None:
                    visit.heard(payload)
            elif (visit := visits.pop(number, None)) is not None:
                visit.ends(slow=what == wire.SLOW)
        if inbox:
            self._loop.call_soon(self._take_some)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._transport = None
        if self.visits:
            log.warning("the porter is gone, and with him %d connections", len(self.visits))
        for visit in tuple(self.visits.values()):
            visit.ends()
        self.visits.clear()
