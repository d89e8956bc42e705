"""Reading records, and what other programs saved, from a file or a pipe, and never more than is sensible."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol, cast

from tavola.core.errors import BrokenRecord, TavolaError, Trouble
from tavola.core.game import Game
from tavola.core.plugins import BrokenPlugin, guarded
from tavola.core.record import Record
from tavola.core.words import Lang
from tavola.games import game_names, game_of
from tavola.terminal.drawings.screen import Screen
from tavola.terminal.refusals import CANT_READ, NO_FILE

LARGEST = 64 * 1024 * 1024  # bytes
STDIN = "-"


class Foreign(Protocol):
    """A match that another program saved, as the reader of a game makes it."""

    def replay(self, screen: Screen | None, lang: Lang, step: bool) -> None:
        """Play it again: to the screen, or as JSON where there is none."""


def read_game(name: str) -> Record | Foreign:
    """The game in a file; `-` is the standard input."""
    data = _data(name)
    try:
        for game in _with_readers():
            read = game.part("reader")
            if (found := guarded("game", game.name, partial(read, name, data), TavolaError)) is not None:
                return cast(Foreign, found)
    except BrokenRecord as error:
        raise BrokenRecord(0, f"{_shown(name)}: {error}") from None
    return _record(name, data)


def _with_readers() -> Iterable[Game]:
    """The games that read files of other programs, one for each reader."""
    found: dict[str, Game] = {}
    for name in game_names():
        with suppress(BrokenPlugin):  # it reads nothing
            game = game_of(name)
            found.setdefault(game.reader, game)
    found.pop("", None)
    return found.values()


def read_record(name: str) -> Record:
    """The record in a file."""
    return _record(name, _data(name))


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
