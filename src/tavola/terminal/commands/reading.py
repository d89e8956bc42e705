"""Reading records, and files of other programs, from a file or a pipe, with a limit on their size."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Protocol, cast

from tavola.core.errors import BrokenRecord, TavolaError
from tavola.core.game import Game
from tavola.core.plugins import BrokenPlugin, guarded
from tavola.core.record import Record
from tavola.core.words import Lang
from tavola.games import game_names, game_of
from tavola.library.reading import parsed, read_bytes, shown
from tavola.terminal.drawings.screen import Screen


class Foreign(Protocol):
    """A match that another program saved, as the reader of a game makes it."""

    def replay(self, screen: Screen | None, lang: Lang, step: bool) -> None:
        """Play it again: to the screen, or as JSON where there is none."""


def read_game(name: str) -> Record | Foreign:
    """The game in a file; `-` is the standard input."""
    data = read_bytes(name)
    try:
        for game in _with_readers():
            read = game.part("reader")
            if (found := guarded("game", game.name, partial(read, name, data), TavolaError)) is not None:
                return cast(Foreign, found)
    except BrokenRecord as error:
        raise BrokenRecord(0, f"{shown(name)}: {error}") from None
    return parsed(name, data)


def _with_readers() -> Iterable[Game]:
    """The games that read files of other programs, one for each reader."""
    found: dict[str, Game] = {}
    for name in game_names():
        with suppress(BrokenPlugin):  # it reads nothing
            game = game_of(name)
            found.setdefault(game.reader, game)
    found.pop("", None)
    return found.values()
