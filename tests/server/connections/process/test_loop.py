"""The loop of the connection process, with real sockets: a client on one side, the server on the other."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from tavola.server.connections import frames as fr
from tavola.server.connections.process import loop, wire
from tavola.server.connections.websocket_peer import WebSocketLimits
from tests.server.connections.process.peer import Visitor, said_by_client

PATIENCE = 30.0


class Server:
    """The other end of the street."""

    def __init__(self, conversation: socket.socket, newcomers: socket.socket) -> None:
        self.conversation, self.newcomers = conversation, newcomers
        self._unpacker = wire.Unpacker()
        self._heard: list[wire.Parcel] = []
        self._last = 0
        self.let_in: list[socket.socket] = []

    def lets_in(self, first: bytes = b"welcome") -> tuple[int, Visitor]:
        """Somebody has come; his socket is handed over."""
        theirs, ours = socket.socketpair()
        theirs.settimeout(PATIENCE)
        self.let_in.append(theirs)
        self._last += 1
        introduction = self._last.to_bytes(wire.NUMBER, "big") + first
        socket.send_fds(self.newcomers, [introduction], [ours.fileno()])
        ours.close()
        visitor = Visitor(theirs)
        assert visitor.reads(len(first)) == first
        return self._last, visitor

    def says(self, *parcels: wire.Parcel) -> None:
        self.conversation.sendall(wire.packed(parcels))

    def hears(self) -> wire.Parcel:
        while not self._heard:
            data = self.conversation.recv(1 << 16)
            assert data, "the connection process hung up"
            for batch in self._unpacker.feed(data):
                self._heard += batch
        return self._heard.pop(0)


@contextmanager
def street(frame_bytes: int = 1000, output_bytes: int = 1000) -> Iterator[Server]:
    ours, theirs = socket.socketpair()
    handing, receiving = wire.way_in()
    ours.settimeout(PATIENCE)
    with ours, theirs, handing, receiving:
        thread = threading.Thread(
            target=loop.ConnectionLoop(theirs, receiving, WebSocketLimits(frame_bytes, output_bytes)).run
        )
        thread.start()
        server = Server(ours, handing)
        try:
            yield server
        finally:
            with suppress(OSError):
                ours.shutdown(socket.SHUT_RDWR)
            for sock in server.let_in:
                sock.close()
            thread.join(PATIENCE)
        assert not thread.is_alive(), "the connection process ends when the server does"


def test_what_a_visitor_says_is_heard_and_what_he_is_told_arrives() -> None:
    with street() as server:
        (one, ada), (two, bo) = server.lets_in(), server.lets_in()
        ada.socket.sendall(said_by_client(b"hello") + said_by_client(b"again", fr.BINARY))
        assert [server.hears(), server.hears()] == [(one, wire.SAID, b"hello"), (one, wire.SAID, b"again")]
        server.says((two, wire.TELL, b"good evening"), (one, wire.TELL, b"x" * 500), (77, wire.TELL, b"who?"))
        assert bo.frame() == (fr.TEXT, b"good evening")
        assert ada.frame() == (fr.TEXT, b"x" * 500)


def test_he_is_spoken_to_as_soon_as_he_is_handed_over() -> None:
    with street() as server:
        for _ in range(50):
            number, visitor = server.lets_in(b"w")
            server.says((number, wire.TELL, b"sit down"))
            assert visitor.frame() == (fr.TEXT, b"sit down")


def test_a_ping_is_answered_here() -> None:
    with street() as server:
        _, visitor = server.lets_in()
        visitor.socket.sendall(said_by_client(b"there?", fr.PING))
        assert visitor.frame() == (fr.PONG, b"there?")


def test_who_goes_is_reported() -> None:
    with street() as server:
        (one, politely), (two, rudely) = server.lets_in(), server.lets_in()
        politely.socket.sendall(said_by_client(fr.NORMAL.to_bytes(2, "big"), fr.CLOSE))
        assert server.hears() == (one, wire.GONE, b"")
        assert politely.frame() == (fr.CLOSE, fr.NORMAL.to_bytes(2, "big"))
        rudely.socket.close()
        assert server.hears() == (two, wire.GONE, b"")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (said_by_client(b"x" * 1001), fr.TOO_BIG),
        (b"\x81\x01x", fr.PROTOCOL_ERROR),  # not masked
        (said_by_client(b"", 0xB), fr.PROTOCOL_ERROR),
    ],
    ids=["too long", "not masked", "no such opcode"],
)
def test_who_breaks_the_protocol_hears_why_and_is_gone(sent: bytes, code: int) -> None:
    with street() as server:
        number, visitor = server.lets_in()
        visitor.socket.sendall(sent)
        opcode, payload = visitor.frame()
        assert (opcode, payload[:2]) == (fr.CLOSE, code.to_bytes(2, "big"))
        assert server.hears() == (number, wire.GONE, b"")
        visitor.socket.sendall(said_by_client(b"but"))  # nobody listens any more
        visitor.socket.close()
        other, bo = server.lets_in()
        bo.socket.sendall(said_by_client(b"hello"))
        assert server.hears() == (other, wire.SAID, b"hello")


def test_the_server_hangs_up_with_a_last_word() -> None:
    with street() as server:
        number, visitor = server.lets_in()
        server.says(
            (number, wire.TELL, b"goodbye"),
            (number, wire.CLOSE, fr.close_frame(fr.GOING_AWAY, "closing")),
            (number, wire.TELL, b"too late"),
        )
        assert visitor.frame() == (fr.TEXT, b"goodbye")
        assert visitor.frame() == (fr.CLOSE, fr.GOING_AWAY.to_bytes(2, "big") + b"closing")
        assert visitor.reads(1) == b""
        assert server.hears() == (number, wire.GONE, b"")


def test_who_does_not_read_is_lost_and_whoever_reads_late_misses_nothing() -> None:
    with street(output_bytes=200_000) as server:
        (one, lazy), (two, late) = server.lets_in(), server.lets_in()
        page = b"p" * 60_000
        for _ in range(20):
            server.says((one, wire.TELL, page))
        assert server.hears() == (one, wire.SLOW, b"")
        for _ in range(5):
            server.says((two, wire.TELL, page))
        assert [late.frame() for _ in range(5)] == [(fr.TEXT, page)] * 5
        lazy.socket.close()


def test_who_is_silent_is_asked_and_then_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fr, "PING_EVERY", 1.5)
    with street() as server:
        (one, _), (two, alive) = server.lets_in(), server.lets_in()
        assert alive.frame() == (fr.PING, b"")
        alive.socket.sendall(said_by_client(b"", fr.PONG))
        assert server.hears() == (one, wire.GONE, b"")
        server.says((two, wire.TELL, b"still here?"))
        while (frame := alive.frame()) == (fr.PING, b""):
            alive.socket.sendall(said_by_client(b"", fr.PONG))
        assert frame == (fr.TEXT, b"still here?")


def test_without_a_server_everybody_is_hung_up_on() -> None:
    with street() as server:
        visitors = [server.lets_in()[1] for _ in range(3)]
        server.conversation.shutdown(socket.SHUT_RDWR)
        assert [visitor.reads(1) for visitor in visitors] == [b""] * 3
