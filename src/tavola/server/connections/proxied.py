"""Connections that come through a TCP balancer: first its PROXY header, then the client's own bytes.

`--proxy-protocol` says at which doors, `--trusted-proxies` from whom. There such a proxy has to send a
header: if it might not, a client's forged one could be taken for the proxy's own. From anywhere else a header
means nothing, and the door takes it for what a client said.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Literal, cast

from tavola.server.connections.proxy_protocol import BadHeader, Header, read_header
from tavola.server.limits.addresses import is_trusted
from tavola.server.limits.connections import SAID_EVERY
from tavola.server.settings import Settings
from tavola.server.telemetry.logs import RateLimitedLog
from tavola.server.telemetry.metrics import Metrics

log = logging.getLogger(__name__)
HEADER_SECONDS = 5.0  # a proxy sends it at once
NO_HEADER = b"a PROXY header is expected from this address (--proxy-protocol)\n"

Door = Literal["lines", "http"]
Make = Callable[..., asyncio.Protocol]


def behind_proxies(door: Door, settings: Settings, metrics: Metrics, make: Make) -> Make:
    """The same protocol factory; where PROXY headers are expected, one that reads these first."""
    if door not in settings.proxy_protocol:
        return make
    notes = RateLimitedLog(1, SAID_EVERY)

    def refused(address: str, why: str) -> None:
        metrics.turned_away.add(door)
        notes.happened(log, "a trusted proxy is refused", address=address, why=why)

    def made(**given: Any) -> asyncio.Protocol:
        return ProxyHeader(lambda: make(**given), settings.trusted_proxies, refused)

    return made


class ProxyHeader(asyncio.Protocol):
    """One connection until its header is read."""

    def __init__(
        self,
        make: Callable[[], asyncio.Protocol],
        trusted: tuple[str, ...],
        refused: Callable[[str, str], None],
    ) -> None:
        self._make, self._trusted, self._refused = make, trusted, refused
        self._transport: asyncio.Transport
        self._timer: asyncio.TimerHandle | None = None
        self._peer = ""
        self._said = b""
        self._checked = False  # is it a health check of the proxy?

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._peer = (transport.get_extra_info("peername") or ("unknown",))[0]
        if not is_trusted(self._peer, self._trusted):
            self._hand_over(Header(0))
            return
        self._timer = asyncio.get_running_loop().call_later(HEADER_SECONDS, self._late)

    def data_received(self, data: bytes) -> None:
        if self._transport.is_closing():
            return
        self._said += data
        try:
            header = read_header(self._said)
        except BadHeader as bad:
            self._refuse(str(bad))
            return
        if header is None:
            return
        # Without an address it is the proxy's own health check, and not counted as a connection. Only if it
        # sends more, such as an HTTP request, does it get through.
        self._checked = not header.address and len(self._said) == header.length
        if not self._checked:
            self._hand_over(header)

    def _late(self) -> None:
        if self._checked:
            self._transport.close()
        else:
            self._refuse("no header came")

    def _refuse(self, why: str) -> None:
        self._refused(self._peer, why)
        self._transport.write(NO_HEADER)
        self._transport.close()

    def _hand_over(self, header: Header) -> None:
        """From here on the door's own protocol has the connection."""
        self.connection_lost(None)
        transport: asyncio.Transport = self._transport
        if header.address:
            transport = cast(asyncio.Transport, ProxiedTransport(transport, (header.address, header.port)))
        protocol = self._make()
        self._transport.set_protocol(protocol)
        protocol.connection_made(transport)
        if (rest := self._said[header.length :]) and not self._transport.is_closing():
            protocol.data_received(rest)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc  # why does not matter
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class ProxiedTransport:
    """A transport whose peer is the proxy's client. All the rest is the transport's own."""

    def __init__(self, transport: asyncio.Transport, peer: tuple[str, int]) -> None:
        self._transport, self._peer = transport, peer
        self.write, self.is_closing = transport.write, transport.is_closing  # called most often

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._peer if name == "peername" else self._transport.get_extra_info(name, default)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
