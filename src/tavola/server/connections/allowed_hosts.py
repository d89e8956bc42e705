"""By which names this server may be called: protection from DNS rebinding.

A page of evil.example may have its name point to 127.0.0.1 once it is loaded. The browser then takes what
this server says for its own site's, and `Origin` and `Host` agree. Only the name itself gives it away.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache

from tavola.server.settings import Settings

LOCAL = "localhost"
LONGEST = 255  # characters: no name is longer, and who asks about one is not remembered


def why_not_called(host: str, settings: Settings) -> str | None:
    """Why nothing is told to who calls this server by that `Host`; None: he may.

    No name at all is no browser's doing. A proxy we were told of is there for some site: which, need not be
    said, but may be.
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
    """Does this name or address mean the machine it is said on, whoever is asked?"""
    found = _address(name)
    return name.lower() == LOCAL if found is None else found.is_loopback


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None
