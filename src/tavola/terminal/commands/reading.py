"""Reading records and saved matches from files or a pipe, never more than one can sensibly be."""

from __future__ import annotations

import sys
from pathlib import Path

from tavola.core.errors import BrokenRecord, Trouble
from tavola.core.record import Record
from tavola.games.capture.saved import SavedMatch, read_match
from tavola.terminal.refusals import CANT_READ, NO_FILE

LARGEST = 64 * 1024 * 1024  # bytes
STDIN = "-"

# What the original card client saved: known by its name, or on a pipe by how YAML begins.
YAML_NAMES = (".yaml", ".yml")
YAML_STARTS = (b"---", b"%YAML", b":")
BYTE_ORDER_MARKS = b"\xef\xbb\xbf\xff\xfe\x00"


def read_game(name: str) -> Record | SavedMatch:
    """The game in a file; `-` is the standard input."""
    data = _data(name)
    if Path(name).suffix.lower() in YAML_NAMES or _looks_saved(data):
        return _saved_match(name, data)
    return _record(name, data)


def read_record(name: str) -> Record:
    """The record in a file."""
    return _record(name, _data(name))


def _looks_saved(data: bytes) -> bool:
    return data[:200].lstrip(BYTE_ORDER_MARKS).lstrip().startswith(YAML_STARTS)


def _saved_match(name: str, data: bytes) -> SavedMatch:
    from tavola.games.capture.terminal.plain_yaml import decoded, plain_data

    try:
        return read_match(plain_data(decoded(data)))
    except BrokenRecord as error:
        raise BrokenRecord(0, f"{_shown(name)}: {error}") from None


def _record(name: str, data: bytes) -> Record:
    try:
        return Record.parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Trouble(f"{_shown(name)} is not a record: it is no text in UTF-8") from None
    except (ValueError, TypeError, ArithmeticError, RecursionError) as error:
        raise BrokenRecord(0, f"{_shown(name)} is not a record: {error}") from None


def _data(name: str) -> bytes:
    try:
        if name == STDIN:
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise Trouble(NO_FILE.fill(path=_shown(name))) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Trouble(CANT_READ.fill(path=_shown(name), why=why)) from None
    if len(data) > LARGEST:
        raise Trouble(f"{_shown(name)} is too large for a record: more than {LARGEST >> 20} MiB")
    return data


def _shown(name: str) -> str:
    return "the standard input" if name == STDIN else repr(name)
