"""The ways to a server: a wire carries whole messages, each as bytes, and knows nothing of what they mean."""

from __future__ import annotations

from typing import Protocol
from urllib.parse import SplitResult, urlsplit

from tavola.client.errors import BadAddress

LONGEST = 16 << 20  # bytes of one message: a long game told again is long
OPENING = 10.0  # seconds until a server should have answered the door
WAYS = "ws://HOST:8421/ws, wss://..., tcp://HOST:8422 or stdio:"


class Wire(Protocol):
    """A connection. Errors of any kind while sending or receiving are OSError: it is lost."""

    async def send(self, data: bytes) -> None: ...

    async def receive(self) -> bytes | None:
        """The next message; None when the other side has closed."""

    async def close(self) -> None: ...


def address(url: str, ways: str = WAYS) -> SplitResult:
    """The URL taken apart; BadAddress says what one looks like: `ways`, if the asker knows more of them."""
    try:
        found = urlsplit(url.strip())
        port = found.port
    except ValueError:
        raise BadAddress(f"{url[:80]!r} is no address; write {ways}") from None
    if found.scheme == "tcp" and (not found.hostname or port is None or found.path not in ("", "/")):
        raise BadAddress(f"{url[:80]!r} is no address; a line over TCP is tcp://HOST:PORT")
    if found.scheme in ("ws", "wss") and not found.hostname:
        raise BadAddress(f"{url[:80]!r} is no address; a WebSocket is ws://HOST:PORT/ws")
    if found.scheme not in ("ws", "wss", "tcp", "stdio"):
        raise BadAddress(f"{url[:80]!r} is no address; write {ways}")
    return found


async def open_wire(url: str) -> Wire:
    """A connection to that address; OSError or TimeoutError if nobody answers."""
    found = address(url)
    if found.scheme == "tcp":
        from tavola.client.wires.lines import open_lines

        assert found.hostname is not None
        assert found.port is not None
        return await open_lines(found.hostname, found.port)
    if found.scheme == "stdio":
        from tavola.client.wires.stdio import open_stdio

        return await open_stdio()
    from tavola.client.wires.websocket import open_websocket

    return await open_websocket(url if found.path not in ("", "/") else found._replace(path="/ws").geturl())
