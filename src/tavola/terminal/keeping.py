"""Keeping the record of a game on disk: whole or not at all, at every moment."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

from tavola.core.errors import TavolaError, Trouble
from tavola.core.record import Record


class Keeper:
    """Writes a record to its file, again and again. A name that ends in .json asks for the JSON form."""

    def __init__(self, path: Path, force: bool = False) -> None:
        self.path = path
        self._ours: tuple[int, ...] | None = None  # what our file looked like when we last left it
        try:
            exists, is_file = path.exists(), path.is_file()
            self._real = path.resolve()  # a link stays a link
        except (OSError, RuntimeError, ValueError) as error:
            raise TavolaError(f"can't write {str(path)!r}: {_why(error)}") from None
        if exists and not is_file:
            raise TavolaError(f"{str(path)!r} is not a file a record can be written to")
        if exists and not force:
            raise TavolaError(f"{str(path)!r} exists already; --force overwrites it")

    def begin(self, record: Record) -> None:
        """The first save: a path that can't be written is refused before anybody plays."""
        try:
            self.save(record)
        except Trouble as trouble:
            raise TavolaError(str(trouble)) from None

    def save(self, record: Record) -> None:
        """Beside the file first and then in its place, so that no moment leaves half a record."""
        text = json.dumps(record.as_json(), indent=1) + "\n" if self.path.suffix == ".json" else str(record)
        self._step_aside()
        beside = self._real.with_name(f".{self._real.name[:200]}.{os.getpid()}")
        try:
            with beside.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self._real)
            self._ours = _looks(self._real)
        except (OSError, ValueError) as error:
            raise Trouble(f"can't write {str(self.path)!r}: {_why(error)}") from None
        finally:
            _remove(beside)

    def _step_aside(self) -> None:
        """If somebody else has written to our file, leave it to him and go on in one beside it."""
        there = _looks(self._real)
        if self._ours is None or there is None or there == self._ours:
            return
        number = 2
        while (other := self._real.with_stem(f"{self._real.stem}-{number}")).exists():
            number += 1
        self.path, self._real, self._ours = self.path.with_name(other.name), other, None

    def last_resort(self, record: Record) -> None:
        """Where the file can't be written any more: a file for passing things, rather than nothing."""
        with tempfile.NamedTemporaryFile(prefix="tavola-", suffix=self.path.suffix, delete=False) as file:
            self.path = self._real = Path(file.name)
        self._ours = None
        self.save(record)


def _looks(path: Path) -> tuple[int, ...] | None:
    """What tells a file from another one, None if there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except (OSError, ValueError):
        return


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
