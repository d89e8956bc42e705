"""One server to one SQLite file: a lock beside it, released when the process ends, however it ends."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from tavola.server.store.trouble import StorageTrouble

# A process does not exclude itself by a file lock, so what this one holds is remembered here.
_held: set[str] = set()


class FileLock:
    """The lock of a database file. Held from `take` to `release`."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.path = database.with_name(database.name + ".lock")
        self._key = os.path.realpath(self.path)
        self._file: int | None = None

    @property
    def held_here(self) -> bool:
        """Does this process have it already?"""
        return self._key in _held

    def take(self) -> None:
        """Take the lock, or raise StorageTrouble with the process that has it."""
        if self.held_here:
            raise self._refusal("")
        # Not flock: a forked child would inherit that lock.
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            why = f"can't make {self.path}: {error.strerror}; give another file (--storage)"
            raise StorageTrouble(why) from None
        try:
            _lock(file)
        except OSError:
            who = _process(self.path)
            os.close(file)
            raise self._refusal(who) from None
        _held.add(self._key)
        self._file = file
        _write_process(file)

    def release(self) -> None:
        if self._file is None:
            return
        with contextlib.suppress(OSError):
            _unlock(self._file)
        os.close(self._file)
        self._file = None
        _held.discard(self._key)

    def _refusal(self, who: str) -> StorageTrouble:
        return StorageTrouble(
            f"{self.database} is in use by another tavola{who}; stop that one, or give this one another file "
            "(--storage)"
        )


def _process(path: Path) -> str:
    """The process that holds the lock. To open and close the file drops no lock: this process has none."""
    with contextlib.suppress(OSError, ValueError):
        return f" (process {int(path.read_bytes()[:20])})"
    return ""


def _write_process(file: int) -> None:
    with contextlib.suppress(OSError):
        os.ftruncate(file, 0)
        os.write(file, f"{os.getpid()}\n".encode())


if sys.platform == "win32":
    import msvcrt

    _FAR = 2**30  # the locked byte lies beyond the text, which others may then still read

    def _lock(file: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)

    def _unlock(file: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(file: int) -> None:
        fcntl.lockf(file, fcntl.LOCK_UN)
