"""Reading records from files or a pipe, never more than a record can sensibly be."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from tavola.core.errors import BrokenRecord
from tavola.core.record import Record
from tavola.terminal.trouble import Trouble

LARGEST = 64 * 1024 * 1024  # bytes
STDIN = "-"

# Other forms than our own two, by the ending of the file's name; each turns a text into a record.
FORMS: dict[str, Callable[[str], Record]] = {}


def read_record(name: str) -> Record:
    """The record in a file; `-` is the standard input."""
    text = _text(name)
    form = FORMS.get(Path(name).suffix.lower(), Record.parse)
    try:
        return form(text)
    except (ValueError, TypeError, ArithmeticError, RecursionError) as error:
        raise BrokenRecord(0, f"{_shown(name)} is not a record: {error}") from None


def _text(name: str) -> str:
    try:
        if name == STDIN:
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise Trouble(f"can't read {_shown(name)}: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > LARGEST:
        raise Trouble(f"{_shown(name)} is too large for a record: more than {LARGEST >> 20} MiB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Trouble(f"{_shown(name)} is not a record: it is no text in UTF-8") from None


def _shown(name: str) -> str:
    return "the standard input" if name == STDIN else repr(name)
