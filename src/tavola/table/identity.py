"""Who somebody is: a token, known to us only by its fingerprint."""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass

HOLDER_LENGTH = 32


@dataclass(frozen=True, slots=True)
class Person:
    """Whoever holds a token. The holder is the token's fingerprint: it can't be turned back."""

    holder: str
    name: str
    claimed: bool = False  # is the name his own?
    bot: bool = False  # claimed for a program


def new_token() -> str:
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """So long that nobody finds a private table by guessing."""
    return _written(secrets.token_bytes(16))


def wished_table_id(holder: str, wish: str) -> str:
    """The id of a table that is created by a command with an id.

    The same command of the same holder gives the same table. Nobody else can compute it, because the holder's
    fingerprint never leaves the server.
    """
    digest = hashlib.sha256(f"table\n{holder}\n{wish}".encode()).digest()
    return _written(digest[:16])


def _written(table: bytes) -> str:
    """As it stands in addresses and commands, where what begins with a dash is an option."""
    text = urlsafe_b64encode(table).rstrip(b"=").decode()
    return f"_{text[1:]}" if text.startswith("-") else text


def holder_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()[:HOLDER_LENGTH]


def guest_name(holder: str) -> str:
    """What a guest is called who gave no name: the same for the same token."""
    return f"guest-{hashlib.sha256(holder.encode()).hexdigest()[:6]}"
