"""A visitor with a bare socket, who knows frames."""

from __future__ import annotations

import socket

from tavola.server.connections import frames as fr

MASK = b"\x01\x02\x03\x04"


def said_by_client(payload: bytes, opcode: int = fr.TEXT) -> bytes:
    """One whole frame, masked as a client must."""
    size = len(payload)
    head = (
        bytes((0x80 | opcode, 0x80 | size))
        if size < 126
        else (bytes((0x80 | opcode, 0x80 | 126)) + size.to_bytes(2, "big"))
    )
    return head + MASK + bytes(byte ^ MASK[at % 4] for at, byte in enumerate(payload))


class Visitor:
    def __init__(self, sock: socket.socket) -> None:
        self.socket = sock

    def reads(self, size: int) -> bytes:
        """So many bytes, fewer if that is all there is."""
        found = b""
        while len(found) < size and (more := self.socket.recv(size - len(found))):
            found += more
        return found

    def frame(self) -> tuple[int, bytes]:
        """The next frame of the server: its opcode and what is in it."""
        first, size = self.reads(2)
        if size == 126:
            size = int.from_bytes(self.reads(2), "big")
        return first & 0x0F, self.reads(size)
