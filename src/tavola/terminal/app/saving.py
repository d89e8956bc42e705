"""Keeping the record of a game that was not kept from the start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.app import App

from tavola.terminal.app import words as w
from tavola.terminal.app.dialogs import LineDialog
from tavola.terminal.app.local import Local
from tavola.terminal.drawings.pen import Pen
from tavola.terminal.saved.folder import free_path
from tavola.terminal.saved.keeping import CantKeep, Keeper

LONGEST_PATH = 400


async def save_record(app: App[Any], game: Local, pen: Pen) -> str:
    """Ask for a name until one can be written; where the record is then, empty if it is not wanted."""
    name, wrong = str(free_path(game.rules.info.name)), ""
    while name := await app.push_screen_wait(LineDialog(pen.word(w.FILE_NAME), name, wrong, LONGEST_PATH)):
        try:
            keeper = Keeper(Path(name).expanduser())
            keeper.begin(game.sitting.record())
            return str(keeper.path)
        except CantKeep as error:
            wrong = error.why.in_(pen.lang)
        except RuntimeError:  # a home that is nobody's
            wrong = pen.word(w.NO_HOME)
    return ""
