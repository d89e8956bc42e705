"""The PROXY protocol, versions 1 and 2: what a TCP balancer says first, so that its clients have addresses.

Only the parser, without a socket. The specification is haproxy's doc/proxy-protocol.txt.

    version 1, a line:  PROXY TCP4 192.0.2.1 198.51.100.1 56324 8422
    version 2, binary:  signature (12 bytes), command, family, length (2 bytes), addresses, more
"""

from __future__ import annotations

import ipaddress
from typing import Final, NamedTuple

LINE: Final = b"PROXY "
LINE_BYTES: Final = 107  # of version 1, its end of line included
SIGNATURE: Final = b"\r\n\r\n\0\r\nQUIT\n"
HEAD: Final = 16  # bytes of version 2 before its body
BODY_BYTES: Final = 4096  # of version 2: addresses, and whatever else the proxy knows
# Version 2: how long the addresses are, by family and transport; the client's own comes first.
ADDRESSES: Final = {0x11: 12, 0x21: 36, 0x31: 216}
LOCAL, PROXY = 0x20, 0x21


class BadHeader(ValueError):
    """No PROXY header, or none that can be understood."""


class Header(NamedTuple):
    """Who connected to the proxy. No address: the proxy itself, as for a health check; or it does not say."""

    length: int  # bytes; what follows is the client's
    address: str = ""
    port: int = 0


def read_header(data: bytes) -> Header | None:
    """The header with which a connection begins; None: more has to come."""
    if data.startswith(LINE):
        return _line(data)
    if data.startswith(SIGNATURE):
        return _binary(data)
    if LINE.startswith(data) or SIGNATURE.startswith(data):
        return None
    raise BadHeader("there is no PROXY header")


def _line(data: bytes) -> Header | None:
    line, end, _ = data[:LINE_BYTES].partition(b"\r\n")
    if not end:
        if len(data) >= LINE_BYTES:
            raise BadHeader(f"the line has more than {LINE_BYTES} bytes")
        return None
    length = len(line) + len(end)
    match line.split(b" "):
        case [_, b"UNKNOWN", *_]:
            return Header(length)
        case [_, b"TCP4" | b"TCP6" as family, source, target, port, other]:
            version = 4 if family == b"TCP4" else 6
            _address(target, version)
            _port(other)
            return Header(length, _address(source, version), _port(port))
    raise BadHeader("the line is none of TCP4, TCP6 or UNKNOWN with two addresses and two ports")


def _address(text: bytes, version: int) -> str:
    try:
        found = ipaddress.ip_address(text.decode("ascii"))
    except ValueError:
        raise BadHeader("an address is none") from None
    if found.version != version or b"%" in text:
        raise BadHeader("an address is of another family")
    return str(found)


def _port(text: bytes) -> int:
    if not (text.isdigit() and len(text) <= 5 and int(text) <= 0xFFFF):
        raise BadHeader("a port is none")
    return int(text)


def _binary(data: bytes) -> Header | None:
    if len(data) < HEAD:
        return None
    command, family, size = data[12], data[13], int.from_bytes(data[14:16], "big")
    if command not in (LOCAL, PROXY):
        raise BadHeader("the version or the command is unknown")
    if size > BODY_BYTES:
        raise BadHeader(f"the body has more than {BODY_BYTES} bytes")
    length = HEAD + size
    if len(data) < length:
        return None
    if command == LOCAL:
        return Header(length)  # whatever the rest says
    body = data[HEAD:length]
    if family == 0x00:
        return Header(length)
    if family not in ADDRESSES:
        raise BadHeader("the family or the transport is not one of TCP or Unix sockets")
    addresses = ADDRESSES[family]
    if size < addresses:
        raise BadHeader("the addresses are cut off")
    _check_more(body[addresses:])
    if addresses == 216:  # a Unix socket has no address to count
        return Header(length)
    own = (addresses - 4) // 2
    port = int.from_bytes(body[2 * own : 2 * own + 2], "big")
    return Header(length, str(ipaddress.ip_address(body[:own])), port)


def _check_more(rest: bytes) -> None:
    """What else it says (TLV: a type, a length, a value) is not used, but has to be well formed."""
    at = 0
    while at < len(rest):
        at += 3 + int.from_bytes(rest[at + 1 : at + 3], "big")
    if at != len(rest):
        raise BadHeader("what follows the addresses is cut off")
