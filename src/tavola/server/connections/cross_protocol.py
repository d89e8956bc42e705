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
ENOUGH = max(map(len, VERBS))  # bytes that always tell
NO_WEB = "this port speaks plain lines and no HTTP; web pages and the API are at the server's HTTP port"


def begins(said: bytes) -> bytes:
    """As much of what was said first as tells who speaks."""
    return said.lstrip()[:ENOUGH]


def is_http(said: bytes) -> bool | None:
    """Is a connection that begins so a browser's? None: that can't be told yet."""
    first = begins(said).upper()
    if not first or any(len(first) < len(verb) and verb.startswith(first) for verb in VERBS):
        return None
    return first.startswith(VERBS)


def is_foreign(said: bytes) -> bool | None:
    """The same, and for whatever else is no text."""
    first = begins(said)
    return True if first and first[0] < 0x20 else is_http(first)
