"""Folding: when two names are the same name."""

from __future__ import annotations

import unicodedata

from tavola.core.errors import TavolaError

MAX_NAME = 200


def fold(name: str) -> str:
    """The form in which names are compared: "  ADA  Lovelace" is "ada lovelace", "ﬁfi" is "fifi".

    Invisible characters (zero-width, control characters) make no difference either.
    """
    text = unicodedata.normalize("NFKC", name[:MAX_NAME]).casefold()
    text = unicodedata.normalize("NFKC", text)
    return " ".join("".join(c if c.isprintable() else " " * c.isspace() for c in text).split())


def key_of(name: str) -> str:
    """The folded name; refused if nothing of it remains."""
    if not (key := fold(name)):
        raise TavolaError("a name needs at least one character that can be seen")
    return key


def storable(text: str, most: int = MAX_NAME) -> str:
    """The text as any database takes it: PostgreSQL refuses NUL, and UTF-8 lone surrogates."""
    return text[:most].encode("utf-8", "replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")
