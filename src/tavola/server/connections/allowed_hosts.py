"""The host names this server answers to: protection from DNS rebinding.

A page of evil.example may have its name point to 127.0.0.1 once it is loaded. The browser then takes what
this server says for its own site's, and `Origin` and `Host` agree. Only the name itself gives it away.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache

from tavola.server.settings import Settings

LOCAL = "localhost"
LONGEST = 255  # characters of a host name; anything longer must not fill the cache


def why_not_called(host: str, settings: Settings) -> str | None:
    """Why a request with that `Host` is refused; None: it is not.

    A request without a name comes from no browser. Behind a trusted proxy names are checked only if
    --allowed-hosts says which.
    """
    bound = is_here(settings.host)
    if not host.strip() or not (settings.allowed_hosts or (bound and not settings.trusted_proxies)):
        return None
    name = host_name(host)
    known = (settings.host.lower(), *settings.allowed_hosts)
    if (
        name in known
        or (len(name) <= LONGEST and is_here(name))
        or (not bound and _address(name) is not None)
    ):
        return None
    return f"this server is not called {name[:80]!r}; what else it may be called is said by --allowed-hosts"


def host_name(host: str) -> str:
    """The name in a `Host` header: no port, no brackets, no dot at its end."""
    text = host.strip().lower()
    name = text[1:].partition("]")[0] if text.startswith("[") else text.partition(":")[0]
    return name.removesuffix(".")


@lru_cache(maxsize=1024)
def is_here(name: str) -> bool:
    """Is this a loopback name or address?"""
    found = _address(name)
    return name.lower() == LOCAL if found is None else found.is_loopback


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None
