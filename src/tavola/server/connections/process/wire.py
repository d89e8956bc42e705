"""What a server and its connection process say to each other: batches of parcels, each of one client."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

# From the process: the client said this; it is gone; it was dropped, because it did not read.
SAID: Final = 0
GONE: Final = 1
SLOW: Final = 2
# To the process: tell the client this; hang up, with this close frame.
TELL: Final = 0
CLOSE: Final = 1

LENGTH: Final = 4  # bytes before each batch that say how long it is
NUMBER: Final = 8  # bytes of the number of a client that is handed over; what to send it first follows
MOST_FIRST: Final = 4096

Parcel = tuple[int, int, bytes]  # client, what, the bytes

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Parcel]).decode


def way_in() -> tuple[socket.socket, socket.socket]:
    """Two ends of what sockets are handed over through, one message each.

    Datagrams would do, and must where there is nothing better; but only ten of them may be on their way.
    """
    try:
        return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    except OSError:
        return socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)


def packed(parcels: Sequence[Parcel]) -> bytes:
    """A batch as it is sent."""
    body = _encode(parcels)
    return len(body).to_bytes(LENGTH, "big") + body


class Unpacker:
    """Bytes in, whole batches out."""

    __slots__ = ("_rest",)

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[list[Parcel]]:
        rest = self._rest + data if self._rest else data
        at = 0
        while (start := at + LENGTH) <= len(rest):
            end = start + int.from_bytes(rest[at:start], "big")
            if end > len(rest):
                break
            yield _decode(rest[start:end])
            at = end
        self._rest = rest[at:]
