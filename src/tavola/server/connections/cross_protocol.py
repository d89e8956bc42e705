"""Cross-protocol attacks: HTTP or TLS at a port of plain lines, above all from a browser.

Any page may have its reader's browser send a request to any port. The head of it is no command, but the lines
of its body may be, and would come from an address that is trusted, perhaps from behind a firewall. So a
connection that begins like HTTP, or like nothing a person or a bot would type (TLS, STUN), is closed before
anything of it is read. Small letters, or blank lines before the verb, make no difference.
"""

from __future__ import annotations

VERBS = tuple(
    verb + b" "
    for verb in (
        b"GET",
        b"HEAD",
        b"POST",
        b"PUT",
        b"DELETE",
        b"OPTIONS",
        b"PATCH",
        b"TRACE",
        b"CONNECT",
        b"PRI",
    )
)
ENOUGH = max(map(len, VERBS))  # bytes that are always enough to decide
NO_WEB = "this port speaks plain lines and no HTTP; web pages and the API are at the server's HTTP port"


def begins(said: bytes) -> bytes:
    """The first bytes that were sent, as many as it takes to decide."""
    return said.lstrip()[:ENOUGH]


def is_http(said: bytes) -> bool | None:
    """Does the connection begin like HTTP? None: there are too few bytes to decide."""
    first = begins(said).upper()
    if not first or any(len(first) < len(verb) and verb.startswith(first) for verb in VERBS):
        return None
    return first.startswith(VERBS)


def is_foreign(said: bytes) -> bool | None:
    """Does it begin like HTTP, or like any binary protocol? None: there are too few bytes to decide."""
    first = begins(said)
    return True if first and first[0] < 0x20 else is_http(first)
