"""Reading records and saved matches from files or a pipe, never more than one can sensibly be."""

from __future__ import annotations

from pathlib import Path

from tavola.core.errors import BrokenRecord
from tavola.core.record import Record
from tavola.games.capture.saved import SavedMatch, read_match
from tavola.library.reading import parsed, read_bytes, shown

# What the original card client saved: known by its name, or on a pipe by how YAML begins.
YAML_NAMES = (".yaml", ".yml")
YAML_STARTS = (b"---", b"%YAML", b":")
BYTE_ORDER_MARKS = b"\xef\xbb\xbf\xff\xfe\x00"


def read_game(name: str) -> Record | SavedMatch:
    """The game in a file; `-` is the standard input."""
    data = read_bytes(name)
    if Path(name).suffix.lower() in YAML_NAMES or _looks_saved(data):
        return _saved_match(name, data)
    return parsed(name, data)


def _looks_saved(data: bytes) -> bool:
    return data[:200].lstrip(BYTE_ORDER_MARKS).lstrip().startswith(YAML_STARTS)


def _saved_match(name: str, data: bytes) -> SavedMatch:
    from tavola.games.capture.terminal.plain_yaml import decoded, plain_data

    try:
        return read_match(plain_data(decoded(data)))
    except BrokenRecord as error:
        raise BrokenRecord(0, f"{shown(name)}: {error}") from None
