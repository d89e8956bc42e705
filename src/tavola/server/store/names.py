"""Folding: when two names are the same name."""

from __future__ import annotations

import unicodedata

from tavola.core.errors import TavolaError

MAX_NAME = 200
# Printable for Python, and yet nothing is drawn: fillers of Hangul, Khmer vowels, variation selectors.
_FILLERS = (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0)
_SELECTORS = (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
# The empty Braille cell is drawn as a space.
_BLANK = str.maketrans({**dict.fromkeys((*_FILLERS, *_SELECTORS)), 0x2800: " "})


def fold(name: str) -> str:
    """The form in which names are compared: "  ADA  Lovelace" is "ada lovelace", "ﬁfi" is "fifi".

    Invisible characters (zero-width, control characters, variation selectors) make no difference either.
    """
    text = unicodedata.normalize("NFKC", name[:MAX_NAME]).casefold()
    text = unicodedata.normalize("NFKC", text).translate(_BLANK)
    return " ".join("".join(c if c.isprintable() else " " * c.isspace() for c in text).split())


def key_of(name: str) -> str:
    """The folded name; refused if nothing of it remains."""
    if not (key := fold(name)):
        raise TavolaError("a name needs at least one character that can be seen")
    return key


def storable(text: str, most: int = MAX_NAME) -> str:
    """The text as any database takes it: PostgreSQL refuses NUL, and UTF-8 lone surrogates."""
    return text[:most].encode("utf-8", "replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")
