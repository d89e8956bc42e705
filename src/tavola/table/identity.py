"""Who a person is: the owner of a token, of which only a fingerprint is stored."""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass

HOLDER_LENGTH = 32


@dataclass(frozen=True, slots=True)
class Person:
    """The owner of a token. `holder` is the token's fingerprint, a one-way hash."""

    holder: str
    name: str
    claimed: bool = False  # is the name theirs alone?
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
    """For URLs and command lines: no dash at the beginning, which would make it an option."""
    text = urlsafe_b64encode(table).rstrip(b"=").decode()
    return f"_{text[1:]}" if text.startswith("-") else text


def holder_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()[:HOLDER_LENGTH]


def guest_name(holder: str) -> str:
    """The name of a guest who gave none: always the same for the same token."""
    return f"guest-{hashlib.sha256(holder.encode()).hexdigest()[:6]}"
