"""The server, and which of its tables, from an address or link that a person types."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from tavola.client.errors import BadAddress

LONGEST = 400
EXAMPLES = "http://HOST:8421/table/NAME, http://HOST:8421, ws://HOST:8421/ws or tcp://HOST:8422"
TABLE = re.compile(r"(.*)/(?:table|join)/([^/]{1,64})/?")  # a prefix may come before it
IN_TABLE = re.compile("/(table|join)/")
WIRES = {"http": "ws", "ws": "ws", "https": "wss", "wss": "wss"}


@dataclass(frozen=True, slots=True)
class ServerPlace:
    """A server, by its WebSocket address; and a table, if one is named."""

    url: str
    table: str | None = None

    @property
    def home(self) -> str:
        """The address of its page."""
        found = urlsplit(self.url)
        if found.scheme == "tcp":
            return self.url
        scheme = "https" if found.scheme == "wss" else "http"
        return f"{scheme}://{found.netloc}{found.path.removesuffix('/ws')}"

    def link(self, table: str) -> str:
        """The link to send to a friend."""
        return f"{self.home}/table/{table}"


def read_place(text: str) -> ServerPlace:
    """The place of a text; BadAddress shows what one looks like."""
    given = text.strip()
    if "://" not in given:
        given = f"http://{given}"
    try:
        found = urlsplit(given)
        port, host = found.port, found.hostname
    except ValueError:
        raise _bad(text) from None
    if len(given) > LONGEST or not host or found.scheme not in (*WIRES, "tcp"):
        raise _bad(text)
    path, table = found.path, ""
    if named := TABLE.fullmatch(path):
        path, table = named.groups()
    elif IN_TABLE.search(path):
        raise _bad(text)
    if found.scheme == "tcp":
        if port is None or path.strip("/"):
            raise _bad(text)
        return ServerPlace(f"tcp://{found.netloc}", table or None)
    path = path.rstrip("/").removesuffix("/ws")
    return ServerPlace(f"{WIRES[found.scheme]}://{found.netloc}{path}/ws", table or None)


def _bad(text: str) -> BadAddress:
    return BadAddress(f"{text[:80]!r} is no address of a server or a table; one looks like {EXAMPLES}")
