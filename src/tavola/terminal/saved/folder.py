"""Games at home that are kept: in the user's data folder, never in the current one.

While a game is played, a lock beside its file shows it; the system releases the lock however the game ends.
So a game can't be resumed twice at once, which would be a way to throw dice again.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tavola.core.errors import TavolaError
from tavola.core.folders import data_folder
from tavola.core.record import Record
from tavola.core.words import Phrase

FOLDER = "games"
BUSY = Phrase(
    "{path} is being played in another window",
    "{path} se joue dans une autre fenêtre",
    "{path} si sta giocando in un'altra finestra",
)


def games_folder() -> Path:
    """Created when first needed; if that fails, a temporary folder."""
    try:
        place = data_folder() / FOLDER
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return Path(tempfile.gettempdir())
    return place


def free_path(game: str) -> Path:
    """A new file name for a game that begins now."""
    place, stem = games_folder(), f"{game}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    path, number = place / f"{stem}.txt", 1
    while path.exists() or _lock_of(path).exists():
        number += 1
        path = place / f"{stem}-{number}.txt"
    return path


def unfinished() -> Iterator[tuple[Path, Record]]:
    """The unfinished games that are not being played now, the latest first."""
    found = [path for path in games_folder().glob("*.txt") if path.is_file()]
    for path in sorted(found, key=lambda each: each.stat().st_mtime, reverse=True):
        with suppress(OSError, ValueError, TavolaError):
            record = Record.parse(path.read_text(encoding="utf-8"))
            if record.result is None and not is_played(path):
                yield path, record


class Lock:
    """Held while a game is played. Where a system or a disk has no locks, it has no effect."""

    def __init__(self, path: Path) -> None:
        self.path = _lock_of(path)
        self._held: int | None = None
        with suppress(OSError, ImportError):
            import fcntl

            handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(handle)
                raise TavolaError(BUSY.fill(path=repr(str(path)))) from None
            self._held = handle

    def release(self) -> None:
        if self._held is not None:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)
                os.close(self._held)
            self._held = None


def is_played(path: Path) -> bool:
    """Is its lock held?"""
    if not _lock_of(path).exists():
        return False
    try:
        Lock(path).release()
    except TavolaError:
        return True
    return False


def _lock_of(path: Path) -> Path:
    return path.with_name(f".{path.name[:200]}.lock")
