"""WebSocket frames (RFC 6455) without I/O: bytes in, whole messages out, and the other way round.

Only what a server needs: clients mask their frames, there are no extensions. Whatever breaks the protocol or
a limit raises FrameError with its close code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiled wheel for this system
    from websockets.utils import apply_mask

CONTINUATION: Final = 0
TEXT: Final = 1
BINARY: Final = 2
CLOSE: Final = 8
PING: Final = 9
PONG: Final = 10

NORMAL, GOING_AWAY, PROTOCOL_ERROR, POLICY, TOO_BIG = 1000, 1001, 1002, 1008, 1009
FIN = 0x80
MASKED = 0x80
MOST_CONTROL = 125  # bytes in a control frame
SHORT_HEAD = 6  # bytes before the payload where a byte says its length: opcode, length, mask

PING_EVERY: Final = 20.0  # seconds; a client that is silent until the next ping counts as gone
LAST_WORDS: Final = 2.0  # seconds for a last message and the close handshake


class FrameError(Exception):
    """The other side broke the protocol, or a limit."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class FrameReader:
    """Puts frames together: feed it bytes, get (opcode, payload) of whole messages and control frames."""

    __slots__ = ("_buffer", "_most", "_opcode", "_parts", "_size")

    def __init__(self, most: int) -> None:
        self._most = most
        self._buffer = b""
        self._opcode = 0  # of a message that comes in several frames
        self._parts: list[bytes] = []
        self._size = 0

    def whole(self, data: bytes) -> bytes | None:
        """The text of one short unfragmented frame that is all of the data, as nearly every command comes;
        None: `feed` must look."""
        if (
            len(data) > SHORT_HEAD
            and data[0] == FIN | TEXT
            and data[1] == MASKED | len(data) - SHORT_HEAD
            and len(data) <= SHORT_HEAD + MOST_CONTROL
            and not (self._buffer or self._opcode)
            and len(data) - SHORT_HEAD <= self._most
        ):
            return apply_mask(data[SHORT_HEAD:], data[2:SHORT_HEAD])
        return None

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        buffer = self._buffer + data if self._buffer else data
        at = 0
        while at < len(buffer) and (frame := self._frame(buffer, at)) is not None:
            final, opcode, payload, at = frame
            if (whole := self._join(final, opcode, payload)) is not None:
                yield whole
        self._buffer = buffer[at:]

    def _frame(self, buffer: bytes, at: int) -> tuple[bool, int, bytes, int] | None:
        """One frame from there on, and where the next one begins; None if it is not all there."""
        if len(buffer) - at < 2:
            return None
        first, second = buffer[at], buffer[at + 1]
        length, head = second & 0x7F, at + 2
        self._check(first, second)
        if length == 126:
            length, head = int.from_bytes(buffer[head : head + 2], "big"), head + 2
        elif length == 127:
            length, head = int.from_bytes(buffer[head : head + 8], "big"), head + 8
        if head > len(buffer):
            return None
        if length > self._most:
            raise FrameError(TOO_BIG, f"a message has at most {self._most} bytes")
        end = head + 4 + length
        if end > len(buffer):
            return None
        payload = apply_mask(buffer[head + 4 : end], buffer[head : head + 4])
        return bool(first & FIN), first & 0x0F, payload, end

    def _check(self, first: int, second: int) -> None:
        opcode = first & 0x0F
        if first & 0x70:
            raise FrameError(PROTOCOL_ERROR, "reserved bits")
        if not second & MASKED:
            raise FrameError(PROTOCOL_ERROR, "a client masks its frames")
        if opcode >= CLOSE:
            if opcode > PONG or not first & FIN or second & 0x7F > MOST_CONTROL:
                raise FrameError(PROTOCOL_ERROR, "a malformed control frame")
        elif opcode > BINARY:
            raise FrameError(PROTOCOL_ERROR, "an unknown opcode")

    def _join(self, final: bool, opcode: int, payload: bytes) -> tuple[int, bytes] | None:
        if opcode >= CLOSE:
            return opcode, payload
        if (opcode == CONTINUATION) != bool(self._opcode):
            raise FrameError(PROTOCOL_ERROR, "a continuation out of place, or one that is missing")
        if final and opcode:
            return opcode, payload
        self._opcode = self._opcode or opcode
        self._parts.append(payload)
        self._size += len(payload) + 1  # empty frames count as well, or they could come for ever
        if self._size > self._most:
            raise FrameError(TOO_BIG, f"a message has at most {self._most} bytes")
        if not final:
            return None
        whole = self._opcode, b"".join(self._parts)
        self._opcode, self._parts, self._size = 0, [], 0
        return whole


def frame(opcode: int, payload: bytes) -> bytes:
    """A whole frame of a server: final, not masked."""
    length = len(payload)
    if length < 126:
        return bytes((FIN | opcode, length)) + payload
    if length < 65536:
        return bytes((FIN | opcode, 126, length >> 8, length & 0xFF)) + payload
    return bytes((FIN | opcode, 127)) + length.to_bytes(8, "big") + payload


def close_frame(code: int, reason: str = "") -> bytes:
    return frame(CLOSE, code.to_bytes(2, "big") + reason.encode()[: MOST_CONTROL - 2])
