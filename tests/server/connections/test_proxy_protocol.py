"""PROXY headers: read as haproxy's specification says, whole or in pieces, and never beyond their bounds."""

from __future__ import annotations

import socket
from random import Random

import pytest

from tavola.server.connections.proxy_protocol import BODY_BYTES, SIGNATURE, BadHeader, Header, read_header

V4 = socket.inet_aton("192.0.2.1") + socket.inet_aton("198.51.100.1") + b"\xdc\x04\x20\xe6"
V6 = (
    socket.inet_pton(socket.AF_INET6, "2001:db8::1")
    + socket.inet_pton(socket.AF_INET6, "2001:db8::2")
    + b"\xdc\x04\x20\xe6"
)
FULL = b":".join([b"ffff"] * 8)
LONG = b"\x04" + (BODY_BYTES - 15).to_bytes(2, "big") + bytes(BODY_BYTES - 15)
MORE = b"\x04\x00\x03abc" + b"\x02\x00\x00"  # NOOP, and an empty AUTHORITY


def binary(command: int, family: int, body: bytes, size: int | None = None) -> bytes:
    size = len(body) if size is None else size
    return SIGNATURE + bytes([command, family]) + size.to_bytes(2, "big") + body


GOOD = [
    (b"PROXY TCP4 192.0.2.1 198.51.100.1 56324 8422\r\n", "192.0.2.1", 56324),
    (b"PROXY TCP6 2001:db8::1 2001:db8::2 56324 8422\r\n", "2001:db8::1", 56324),
    (b"PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n", "255.255.255.255", 65535),
    (b"PROXY TCP6 %s %s 65535 65535\r\n" % (FULL, FULL), FULL.decode(), 65535),
    (b"PROXY UNKNOWN\r\n", "", 0),
    (b"PROXY UNKNOWN " + b"x" * 91 + b"\r\n", "", 0),
    (binary(0x21, 0x11, V4), "192.0.2.1", 56324),
    (binary(0x21, 0x11, V4 + MORE), "192.0.2.1", 56324),
    (binary(0x21, 0x21, V6), "2001:db8::1", 56324),
    (binary(0x21, 0x21, V6 + MORE), "2001:db8::1", 56324),
    (binary(0x21, 0x31, b"/run/x" + bytes(210)), "", 0),
    (binary(0x21, 0x00, b""), "", 0),
    (binary(0x21, 0x00, b"whatever"), "", 0),
    (binary(0x20, 0x00, b""), "", 0),
    (binary(0x20, 0x11, V4), "", 0),
    (binary(0x20, 0xFF, b"rubbish"), "", 0),
    (binary(0x21, 0x11, V4 + LONG), "192.0.2.1", 56324),
]


@pytest.mark.parametrize(("data", "address", "port"), GOOD)
def test_a_header_in_any_pieces(data: bytes, address: str, port: int) -> None:
    expected = Header(len(data), address, port)
    assert read_header(data) == expected
    assert read_header(data + b'{"type":"ping"}\n') == expected
    cuts = range(len(data)) if len(data) < 300 else (0, 5, 15, 16, 28, 300, len(data) - 1)
    assert all(read_header(data[:cut]) is None for cut in cuts)


BAD = [
    b"GET / HTTP/1.1\r\n",
    b'{"type":"ping"}\n',
    b"proxy TCP4 192.0.2.1 198.51.100.1 1 2\r\n",
    b"PROXYTCP4",
    b"PROXY TCP4 192.0.2.1 198.51.100.1 1\r\n",
    b"PROXY TCP4 192.0.2.1 198.51.100.1 1 2 3\r\n",
    b"PROXY TCP4  192.0.2.1 198.51.100.1 1 2\r\n",
    b"PROXY TCP4 192.0.2.256 198.51.100.1 1 2\r\n",
    b"PROXY TCP4 192.0.2.1 nobody 1 2\r\n",
    b"PROXY TCP4 2001:db8::1 2001:db8::2 1 2\r\n",
    b"PROXY TCP6 192.0.2.1 198.51.100.1 1 2\r\n",
    b"PROXY TCP6 fe80::1%eth0 fe80::2 1 2\r\n",
    b"PROXY TCP4 192.0.2.1 198.51.100.1 -1 2\r\n",
    b"PROXY TCP4 192.0.2.1 198.51.100.1 1 65536\r\n",
    b"PROXY TCP4 192.0.2.1 198.51.100.1 000001 2\r\n",
    "PROXY TCP4 192.0.2.1 198.51.100.1 ¹ 2\r\n".encode(),
    b"PROXY UDP4 192.0.2.1 198.51.100.1 1 2\r\n",
    b"PROXY \r\n",
    b"PROXY TCP4 192.0.2.1 198.51.100.1 1 2\n" + b"x" * 107,
    b"PROXY UNKNOWN " + b"x" * 200,
    b"\r\n\r\n\x00\r\nQUIX\n",
    b"\r\n\r\nGET",
    binary(0x11, 0x11, V4),
    binary(0x31, 0x11, V4),
    binary(0x22, 0x11, V4),
    binary(0x21, 0x12, V4),
    binary(0x21, 0x10, V4),
    binary(0x21, 0x41, V4),
    binary(0x21, 0x01, V4),
    binary(0x21, 0x11, V4[:-1]),
    binary(0x21, 0x21, V4),
    binary(0x21, 0x31, V6),
    binary(0x21, 0x11, V4 + b"\x04"),
    binary(0x21, 0x11, V4 + b"\x04\x00\x09abc"),
    binary(0x21, 0x11, b"", size=0xFFFF),
    binary(0x20, 0x00, b"", size=BODY_BYTES + 1),
]


@pytest.mark.parametrize("data", BAD)
def test_what_is_no_header(data: bytes) -> None:
    with pytest.raises(BadHeader):
        read_header(data)


def test_rubbish_is_answered_one_way_or_the_other() -> None:
    random = Random(421)
    for _ in range(3000):
        data = bytearray(random.choice(GOOD)[0][:200])
        for _ in range(random.randrange(1, 6)):
            data[random.randrange(len(data))] = random.randrange(256)
        try:
            header = read_header(bytes(data))
        except BadHeader:
            continue
        assert header is None or header.length <= 16 + BODY_BYTES
