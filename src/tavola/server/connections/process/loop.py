"""The porter's work: reads what visitors send, sends what they are told, notices who is gone."""

from __future__ import annotations

import os
import selectors
import socket
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from tavola.server.connections import frames as fr
from tavola.server.connections.process import wire

READ = 1 << 13  # bytes at a time: whoever shouts is not heard before those who talk
READ_SERVER = 1 << 18
AT_ONCE = 1 << 20  # bytes of one batch
STAYS_AWAKE = 0.0001  # seconds after the last word: to fall asleep and be woken takes as long, and is dearer
give_way: Callable[[], None] = getattr(os, "sched_yield", lambda: None)  # to whoever waits for this core
READS, BOTH = selectors.EVENT_READ, selectors.EVENT_READ | selectors.EVENT_WRITE


class Limits(NamedTuple):
    frame_bytes: int  # of one message of a visitor
    output_bytes: int  # that may wait for one who does not read


@dataclass(slots=True, eq=False)
class Visitor:
    number: int
    socket: socket.socket
    reader: fr.FrameReader
    waiting: bytearray = field(default_factory=bytearray)  # what he has not read yet
    heard: bool = True  # something, since the last ping
    leaving: bool = False  # the last word is said


class ConnectionLoop:
    """All visitors who were handed over. `server` is the conversation, `newcomers` where they come from."""

    def __init__(self, server: socket.socket, newcomers: socket.socket, limits: Limits) -> None:
        self._server, self._newcomers, self._limits = server, newcomers, limits
        self._visitors: dict[int, Visitor] = {}
        self._pings: deque[tuple[float, Visitor]] = deque()  # the next one first
        self._leaving: deque[tuple[float, Visitor]] = deque()  # until when they may read
        self._parcels: list[wire.Parcel] = []
        self._size = 0
        self._unpacker = wire.Unpacker()
        self._served = True
        self._selector = selectors.DefaultSelector()
        self._selector.register(server, READS)
        self._selector.register(newcomers, READS)
        newcomers.setblocking(False)

    def run(self) -> None:
        """Until the server is gone, and those who were told goodbye had a moment to read it."""
        while self._served or self._leaving:
            for key, events in self._next():
                visitor = key.data
                if visitor is None:
                    self._serve() if key.fileobj is self._server else self._let_in()
                    continue
                if events & selectors.EVENT_WRITE:
                    self._send_on(visitor)
                if events & READS:
                    self._listen(visitor)
            self._look_at_the_clock(time.monotonic())
            self._report()
        self._selector.close()

    def _next(self) -> list[tuple[selectors.SelectorKey, int]]:
        """Whoever has something to say, or can be told something."""
        until = time.perf_counter() + STAYS_AWAKE
        while time.perf_counter() < until:
            if found := self._selector.select(0):
                return found
            give_way()
        return self._selector.select(1.0)

    # ---- the server ----

    def _let_in(self) -> None:
        while True:
            try:
                data, files, _, _ = socket.recv_fds(self._newcomers, wire.NUMBER + wire.MOST_FIRST, 1)
            except OSError:
                return
            if not data:  # the server is gone; what it said before is still to be told
                self._selector.unregister(self._newcomers)
                self._newcomers.close()
                return
            self._comes(int.from_bytes(data[: wire.NUMBER], "big"), files, data[wire.NUMBER :])

    def _comes(self, number: int, files: list[int], first: bytes) -> None:
        if not files:  # there was no room for one more open file here
            self._parcels.append((number, wire.GONE, b""))
            return
        sock = socket.socket(fileno=files[0])
        sock.setblocking(False)
        visitor = self._visitors[number] = Visitor(number, sock, fr.FrameReader(self._limits.frame_bytes))
        self._selector.register(sock, READS, visitor)
        self._pings.append((time.monotonic() + fr.PING_EVERY, visitor))
        self._write(visitor, first)

    def _serve(self) -> None:
        """What the server wants to have told. It never waits for us to read it, so we may for it."""
        try:
            data = self._server.recv(READ_SERVER, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._end()
            return
        for batch in self._unpacker.feed(data):
            for number, what, payload in batch:
                if number not in self._visitors:
                    self._let_in()  # he was handed over before he was spoken to
                if (visitor := self._visitors.get(number)) is None:
                    continue
                if what == wire.TELL:
                    self._write(visitor, fr.frame(fr.TEXT, payload))
                else:
                    self._hang_up(visitor, payload)

    def _end(self) -> None:
        """Nobody is there to talk to."""
        if not self._served:
            return
        self._served = False
        self._selector.unregister(self._server)
        for visitor in tuple(self._visitors.values()):
            self._lose(visitor)

    def _report(self) -> None:
        if self._parcels and self._served:
            try:
                self._server.sendall(wire.packed(self._parcels))
            except OSError:
                self._end()
        self._parcels.clear()
        self._size = 0

    # ---- visitors ----

    def _listen(self, visitor: Visitor) -> None:
        try:
            data = visitor.socket.recv(READ)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self._lose(visitor)
            return
        visitor.heard = True
        try:
            for opcode, payload in () if visitor.leaving else visitor.reader.feed(data):
                self._take(visitor, opcode, payload)
                if visitor.leaving:
                    return
        except fr.FrameError as error:
            self._hang_up(visitor, fr.close_frame(error.code, error.reason))

    def _take(self, visitor: Visitor, opcode: int, payload: bytes) -> None:
        if opcode in (fr.TEXT, fr.BINARY):
            self._parcels.append((visitor.number, wire.SAID, payload))
            self._size += len(payload)
            if self._size > AT_ONCE:
                self._report()
        elif opcode == fr.PING:
            self._write(visitor, fr.frame(fr.PONG, payload))
        elif opcode == fr.CLOSE:
            self._hang_up(visitor, fr.close_frame(fr.NORMAL))

    def _write(self, visitor: Visitor, framed: bytes) -> None:
        if visitor.leaving:
            return
        if visitor.waiting:
            # One message may be long. Whoever has still not read what came before it is too slow.
            if len(visitor.waiting) > self._limits.output_bytes:
                self._lose(visitor, wire.SLOW)
            else:
                visitor.waiting += framed
            return
        try:
            sent = visitor.socket.send(framed)
        except (BlockingIOError, InterruptedError):
            sent = 0
        except OSError:
            self._lose(visitor)
            return
        if sent < len(framed):
            visitor.waiting += framed[sent:]
            self._selector.modify(visitor.socket, BOTH, visitor)

    def _send_on(self, visitor: Visitor) -> None:
        """He reads again."""
        try:
            sent = visitor.socket.send(visitor.waiting)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self._lose(visitor)
            return
        del visitor.waiting[:sent]
        if not visitor.waiting:
            self._selector.modify(visitor.socket, READS, visitor)
            if visitor.leaving:
                self._say_no_more(visitor)

    def _hang_up(self, visitor: Visitor, close_frame: bytes) -> None:
        """The last word. The server need not wait until it is read, or not."""
        self._write(visitor, close_frame)
        if self._visitors.pop(visitor.number, None) is None:
            return
        visitor.leaving = True
        self._parcels.append((visitor.number, wire.GONE, b""))
        self._leaving.append((time.monotonic() + fr.LAST_WORDS, visitor))
        if not visitor.waiting:
            self._say_no_more(visitor)

    def _say_no_more(self, visitor: Visitor) -> None:
        """Half closed, so that what is on its way to us does not cut our last word off."""
        with suppress(OSError):
            visitor.socket.shutdown(socket.SHUT_WR)

    def _lose(self, visitor: Visitor, how: int = wire.GONE) -> None:
        """He is gone, or has to be."""
        if visitor.socket.fileno() < 0:
            return
        self._selector.unregister(visitor.socket)
        visitor.socket.close()
        visitor.waiting.clear()
        if not visitor.leaving:
            visitor.leaving = True
            del self._visitors[visitor.number]
            self._parcels.append((visitor.number, how, b""))

    def _look_at_the_clock(self, now: float) -> None:
        while self._leaving and (self._leaving[0][0] <= now or self._leaving[0][1].socket.fileno() < 0):
            self._lose(self._leaving.popleft()[1])
        while self._pings and self._pings[0][0] <= now:
            _, visitor = self._pings.popleft()
            if visitor.leaving:
                continue
            if not visitor.heard:
                self._lose(visitor)
                continue
            visitor.heard = False
            self._write(visitor, fr.frame(fr.PING, b""))
            self._pings.append((now + fr.PING_EVERY, visitor))
