"""Keeping the record of a game that was not kept from the start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.app import App

from tavola.core.errors import TavolaError
from tavola.terminal.app import words as w
from tavola.terminal.app.dialogs import Line
from tavola.terminal.app.local import Local
from tavola.terminal.keeping import Keeper
from tavola.terminal.pen import Pen

LONGEST_PATH = 400


async def save_record(app: App[Any], game: Local, pen: Pen) -> str:
    """Ask for a name until one can be written; where the record is then, empty if it is not wanted."""
    name, wrong = f"{game.rules.info.name}-{game.setup.seed}.txt", ""
    while name := await app.push_screen_wait(Line(pen.word(w.FILE_NAME), name, wrong, LONGEST_PATH)):
        try:
            keeper = Keeper(Path(name).expanduser())
            keeper.begin(game.match.record(game.setup.tags))
            return str(keeper.path)
        except (TavolaError, RuntimeError) as error:  # the latter: a home that is nobody's
            wrong = str(error).replace("; --force overwrites it", "")
    return ""
