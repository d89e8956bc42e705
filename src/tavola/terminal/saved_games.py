"""Where games played at home are kept: in the user's data folder, never in the one he stands in."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from tavola.core.folders import data_folder

FOLDER = "games"


def games_folder() -> Path:
    """Made when it is first asked for; where that can't be, a folder for passing things."""
    try:
        place = data_folder() / FOLDER
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return Path(tempfile.gettempdir())
    return place


def free_path(game: str) -> Path:
    """A name for a game that begins now, which no file has yet."""
    place, stem = games_folder(), f"{game}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    path, number = place / f"{stem}.txt", 1
    while path.exists():
        number += 1
        path = place / f"{stem}-{number}.txt"
    return path
