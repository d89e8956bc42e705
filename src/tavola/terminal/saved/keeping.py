"""Keeping the record of a game on disk: whole or not at all, at every moment."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from pathlib import Path

from tavola.core.errors import TavolaError, Trouble
from tavola.core.record import Record
from tavola.core.words import Phrase, same
from tavola.terminal.saved.folder import Lock, free_path
from tavola.terminal.words import RESUME_OR_FORCE

CANT_WRITE = Phrase(
    "can't write {path}: {why}", "impossible d'écrire {path} : {why}", "impossibile scrivere {path}: {why}"
)
NOT_A_FILE = Phrase(
    "{path} is not a file a record can be written to",
    "{path} n'est pas un fichier où écrire une partie",
    "{path} non è un file in cui scrivere una partita",
)
EXISTS = Phrase("{path} exists already", "{path} existe déjà", "{path} esiste già")
NO_MORE = same("")
# Error texts that systems have in English only; by errno, in French and Italian.
NO_ENTRY = "permission refusée", "permesso negato"
NO_FOLDER = "ce dossier n'existe pas", "la cartella non esiste"
REASONS = {
    errno.EACCES: NO_ENTRY,
    errno.EPERM: NO_ENTRY,
    errno.EROFS: ("disque en lecture seule", "disco in sola lettura"),
    errno.ENOSPC: ("le disque est plein", "il disco è pieno"),
    errno.ENOENT: NO_FOLDER,
    errno.ENOTDIR: NO_FOLDER,
    errno.ENAMETOOLONG: ("le nom est trop long", "il nome è troppo lungo"),
}


class CantKeep(TavolaError):
    """A place where no record can be kept: `why`, in three languages."""

    def __init__(self, why: Phrase, rest: Phrase = NO_MORE) -> None:
        self.why = why
        super().__init__(Phrase(*(first + last for first, last in zip(why, rest, strict=True))))


class CantWrite(Trouble):
    """A record that could not be written just now: `why`, in three languages."""

    def __init__(self, why: Phrase) -> None:
        self.why = why
        super().__init__(why)


class Keeper:
    """Writes a record to its file, again and again. A name that ends in .json asks for the JSON form."""

    def __init__(self, path: Path, force: bool = False) -> None:
        self.path = path
        self.lock: Lock | None = None  # held as long as the game is played
        self.passing = False  # deleted at the end, unless it is wanted
        self._ours: tuple[int, ...] | None = None  # stat of our file after our last write
        try:
            exists, is_file = path.exists(), path.is_file()
            self._real = path.resolve()  # writes through a symbolic link
        except (OSError, RuntimeError, ValueError) as error:
            raise CantKeep(CANT_WRITE.fill(path=repr(str(path)), why=_why(error))) from None
        if exists and not is_file:
            raise CantKeep(NOT_A_FILE.fill(path=repr(str(path))))
        if exists and not force:
            raise CantKeep(EXISTS.fill(path=repr(str(path))), RESUME_OR_FORCE)

    def begin(self, record: Record) -> None:
        """The first save: a path that can't be written is refused before the game begins."""
        try:
            self.save(record)
        except CantWrite as trouble:
            raise CantKeep(trouble.why) from None

    def save(self, record: Record) -> None:
        """To a temporary file, then renamed, so that there is never half a record."""
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
            raise CantWrite(CANT_WRITE.fill(path=repr(str(self.path)), why=_why(error))) from None
        finally:
            _remove(beside)

    def _step_aside(self) -> None:
        """If another program has written to our file, leave it alone and continue in a file beside it."""
        there = _looks(self._real)
        if self._ours is None or there is None or there == self._ours:
            return
        number = 2
        while (other := self._real.with_stem(f"{self._real.stem}-{number}")).exists():
            number += 1
        self.path, self._real, self._ours = self.path.with_name(other.name), other, None

    def close(self, *, forget: bool = False) -> None:
        """The game is not played any more."""
        if forget:
            _remove(self._real)
        if self.lock is not None:
            self.lock.release()

    def last_resort(self, record: Record) -> None:
        """If the file can't be written any more: a temporary file, rather than nothing."""
        with tempfile.NamedTemporaryFile(prefix="tavola-", suffix=self.path.suffix, delete=False) as file:
            self.path = self._real = Path(file.name)
        self._ours = None
        self.save(record)


def passing(game: str) -> Keeper | None:
    """For a game without a file of its own: in the data folder until it is over, in case it is
    interrupted."""
    try:
        keeper = Keeper(free_path(game))
        keeper.lock, keeper.passing = Lock(keeper.path), True
    except TavolaError:
        return None
    return keeper


def _looks(path: Path) -> tuple[int, ...] | None:
    """What identifies the version of a file (stat), None if there is none."""
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


def _why(error: Exception) -> Phrase:
    said = getattr(error, "strerror", None) or str(error)
    known = REASONS.get(error.errno or 0) if isinstance(error, OSError) else None
    return Phrase(said, *known) if known else same(said)
