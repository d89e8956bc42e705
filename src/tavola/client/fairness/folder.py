"""Where receipts are kept: a file each in the user's data folder, for this user only, and not too many.

A fault of the disk does not stop a game: the receipt is then in the memory of this process only, and `keep`
says so.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from tavola.client.fairness.receipt import Receipt
from tavola.core.folders import data_folder

FOLDER = "receipts"
MOST = 300  # games that are over, and as many that are not; the oldest are forgotten
LARGEST = 4 << 20  # bytes of a file that is still read


class Receipts:
    """The receipts of this user. `folder` None: the usual place."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def find(self, table: str, commitment: str, server: str | None) -> Receipt | None:
        """The receipt of that game; else that of a table with the same id at the same server (None: at any)
        and another commitment, which is a contradiction."""
        found = list(self.of_table(table))
        same = [each for each in found if each.commitment == commitment]
        near = [each for each in found if server is None or each.server == server]
        return next(iter(same or near), None)

    def of_table(self, table: str) -> Iterator[Receipt]:
        """All receipts of tables with that id, the latest first."""
        with suppress(OSError, RuntimeError):
            files = [*self.folder().glob(f"{short(table)}-*.json")]
            for path in sorted(files, key=_age):
                if (receipt := _read(path)) is not None and receipt.table == table:
                    yield receipt

    def index(self) -> frozenset[str]:
        """The ids of tables with receipts, shortened by `short`: for questions about thousands of tables."""
        with suppress(OSError, RuntimeError):
            return frozenset(path.name.partition("-")[0] for path in self.folder().glob("*.json"))
        return frozenset()

    def keep(self, receipt: Receipt) -> bool:
        """Save it; False if that fails."""
        stem = f"{short(receipt.table)}-{short(receipt.commitment)}"
        done, still = f"{stem}-done.json", f"{stem}-open.json"
        name, other = (done, still) if receipt.finding else (still, done)
        try:
            place = self.folder()
            place.mkdir(parents=True, exist_ok=True, mode=0o700)
            new = not (place / name).exists()
            _write(place / name, msgspec.json.encode(receipt))
            (place / other).unlink(missing_ok=True)
            if new:
                _forget(place)
        except (OSError, RuntimeError):
            return False
        return True

    def folder(self) -> Path:
        return data_folder() / FOLDER if self._folder is None else self._folder


class Forgetful(Receipts):
    """Keeps nothing on the disk."""

    def find(self, table: str, commitment: str, server: str | None) -> Receipt | None:
        del table, commitment, server
        return None

    def keep(self, receipt: Receipt) -> bool:
        del receipt
        return False


def short(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:20]


def _age(path: Path) -> float:
    """Seconds since it was written; infinite for a file that has just been deleted."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return float("inf")


def _read(path: Path) -> Receipt | None:
    """None for a file that can't be read: nothing could be proven by it."""
    try:
        if path.stat().st_size > LARGEST:
            return None
        return msgspec.json.decode(path.read_bytes(), type=Receipt)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _write(path: Path, data: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:  # noqa: PTH123
            file.write(data)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _forget(place: Path) -> None:
    """Delete the oldest, if there are too many: finished and open games apart, so that a bot that plays for
    days never deletes the receipt of an open game."""
    for kind in ("open", "done"):
        for path in sorted(place.glob(f"*-{kind}.json"), key=_age)[MOST:]:
            path.unlink(missing_ok=True)
