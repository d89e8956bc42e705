"""The loop of the connection process: reads what clients send, sends what they are told."""

from __future__ import annotations

import os
import selectors
import socket
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from tavola.server.connections import frames as fr
from tavola.server.connections.process import wire
from tavola.server.connections.websocket_peer import WebSocketLimits, WebSocketPeer

READ = 1 << 13  # bytes at a time: a client that sends a lot must not delay the others
READ_SERVER = 1 << 18
AT_ONCE = 1 << 20  # bytes of one batch
STAYS_AWAKE = 0.0001  # seconds of polling after the last event: cheaper than to sleep and be woken
give_way: Callable[[], None] = getattr(os, "sched_yield", lambda: None)  # the core to whoever waits for it
READS, BOTH = selectors.EVENT_READ, selectors.EVENT_READ | selectors.EVENT_WRITE


class Client(WebSocketPeer):
    """One socket that was handed over."""

    __slots__ = ("_owner", "number", "socket", "waiting")

    def __init__(self, owner: ConnectionLoop, number: int, sock: socket.socket) -> None:
        self.waiting = bytearray()  # what it has not read yet
        super().__init__(owner.limits, self.waiting.__len__)
        self._owner = owner
        self.number = number
        self.socket = sock

    def message(self, message: bytes) -> None:
        self._owner.said(self.number, message)

    def transmit(self, framed: bytes) -> None:
        if self.waiting:
            self.waiting += framed
            return
        try:
            sent = self.socket.send(framed)
        except (BlockingIOError, InterruptedError):
            sent = 0
        except OSError:
            self.drop()
            return
        if sent < len(framed):
            self.waiting += framed[sent:]
            self._owner.wait_to_write(self)

    def drop(self, *, slow: bool = False) -> None:
        self._owner.disconnected(self, slow=slow)

    def finish(self) -> None:
        self._owner.closed(self)


class ConnectionLoop:
    """All clients that were handed over. `server` carries batches, `newcomers` new sockets."""

    def __init__(self, server: socket.socket, newcomers: socket.socket, limits: WebSocketLimits) -> None:
        self._server, self._newcomers, self.limits = server, newcomers, limits
        self._clients: dict[int, Client] = {}
        self._heartbeats: deque[tuple[float, Client]] = deque()  # the next one first
        self._lingering: deque[tuple[float, Client]] = deque()  # until when they may read the close frame
        self._parcels: list[wire.Parcel] = []
        self._size = 0
        self._unpacker = wire.Unpacker()
        self._served = True
        self._selector = selectors.DefaultSelector()
        self._selector.register(server, READS)
        self._selector.register(newcomers, READS)
        newcomers.setblocking(False)

    def run(self) -> None:
        """Until the server is gone, and clients that were told goodbye had a moment to read it."""
        while self._served or self._lingering:
            for key, events in self._next():
                client = key.data
                if client is None:
                    self._serve() if key.fileobj is self._server else self._accept()
                    continue
                if events & selectors.EVENT_WRITE:
                    self._send_on(client)
                if events & READS:
                    self._read(client)
            self._timers(time.monotonic())
            self._report()
        self._selector.close()

    def _next(self) -> list[tuple[selectors.SelectorKey, int]]:
        """Sockets that can be read or written."""
        until = time.perf_counter() + STAYS_AWAKE
        while time.perf_counter() < until:
            if found := self._selector.select(0):
                return found
            give_way()
        return self._selector.select(1.0)

    # ---- the server ----

    def _accept(self) -> None:
        while True:
            try:
                data, files, _, _ = socket.recv_fds(self._newcomers, wire.NUMBER + wire.MOST_FIRST, 1)
            except OSError:
                return
            if not data:  # the server is gone; what it said before is still to be told
                self._selector.unregister(self._newcomers)
                self._newcomers.close()
                return
            self._take_over(int.from_bytes(data[: wire.NUMBER], "big"), files, data[wire.NUMBER :])

    def _take_over(self, number: int, files: list[int], first: bytes) -> None:
        if not files:  # this process had no room for one more open file
            self._parcels.append((number, wire.GONE, b""))
            return
        sock = socket.socket(fileno=files[0])
        sock.setblocking(False)
        client = self._clients[number] = Client(self, number, sock)
        self._selector.register(sock, READS, client)
        self._heartbeats.append((time.monotonic() + fr.PING_EVERY, client))
        client.send_frame(first)

    def _serve(self) -> None:
        """What the server tells clients. It never waits for this process, which may therefore wait for it."""
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
                if number not in self._clients:
                    self._accept()  # its socket was sent before this message
                if (client := self._clients.get(number)) is None:
                    continue
                if what == wire.TELL:
                    client.send_frame(fr.frame(fr.TEXT, payload))
                else:
                    client.close_with(payload)

    def _end(self) -> None:
        """The server is gone: every connection ends."""
        if not self._served:
            return
        self._served = False
        self._selector.unregister(self._server)
        for client in tuple(self._clients.values()):
            self.disconnected(client)

    def _report(self) -> None:
        if self._parcels and self._served:
            try:
                self._server.sendall(wire.packed(self._parcels))
            except OSError:
                self._end()
        self._parcels.clear()
        self._size = 0

    # ---- clients ----

    def said(self, number: int, message: bytes) -> None:
        self._parcels.append((number, wire.SAID, message))
        self._size += len(message)
        if self._size > AT_ONCE:
            self._report()

    def wait_to_write(self, client: Client) -> None:
        self._selector.modify(client.socket, BOTH, client)

    def _read(self, client: Client) -> None:
        try:
            data = client.socket.recv(READ)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if data:
            client.received(data)
        else:
            self.disconnected(client)

    def _send_on(self, client: Client) -> None:
        """It reads again."""
        try:
            sent = client.socket.send(client.waiting)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.disconnected(client)
            return
        del client.waiting[:sent]
        if not client.waiting:
            self._selector.modify(client.socket, READS, client)
            if client.closing:
                self._half_close(client)

    def closed(self, client: Client) -> None:
        """The close frame is sent. The server need not wait until the client has read it."""
        del self._clients[client.number]
        self._parcels.append((client.number, wire.GONE, b""))
        self._lingering.append((time.monotonic() + fr.LAST_WORDS, client))
        if not client.waiting:
            self._half_close(client)

    def _half_close(self, client: Client) -> None:
        """To close a socket with unread input would reset it, and the close frame might be lost."""
        with suppress(OSError):
            client.socket.shutdown(socket.SHUT_WR)

    def disconnected(self, client: Client, *, slow: bool = False) -> None:
        """The connection is lost, or ended here without a word."""
        if client.socket.fileno() < 0:
            return
        self._selector.unregister(client.socket)
        client.socket.close()
        client.waiting.clear()
        if not client.closing:
            client.closing = True
            del self._clients[client.number]
            self._parcels.append((client.number, wire.SLOW if slow else wire.GONE, b""))

    def _timers(self, now: float) -> None:
        """Heartbeats that are due, and closed connections that had their moment."""
        while self._lingering and (self._lingering[0][0] <= now or self._lingering[0][1].socket.fileno() < 0):
            self.disconnected(self._lingering.popleft()[1])
        while self._heartbeats and self._heartbeats[0][0] <= now:
            _, client = self._heartbeats.popleft()
            if client.heartbeat():
                self._heartbeats.append((now + fr.PING_EVERY, client))
