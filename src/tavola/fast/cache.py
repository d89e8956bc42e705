"""Where compiled code is kept between runs."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

KEPT = 96  # cache folders, one for each set of sources; the oldest are deleted
PATIENCE = 60.0  # seconds to wait for the lock: no compilation takes so long, so its holder may hang


def cache_dir() -> Path:
    """The user's cache folder for Tavola; the environment variable TAVOLA_CACHE names another."""
    if chosen := os.environ.get("TAVOLA_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "tavola"


def folder(key: str) -> Path | None:
    """The folder for code compiled from the sources behind a key; None where nothing can be written."""
    place = cache_dir() / "compiled" / key
    try:
        if not place.is_dir():
            place.mkdir(parents=True, exist_ok=True)
            _forget_old(place)
        place.touch()
    except OSError:
        return None
    return place if os.access(place, os.W_OK) else None


def _forget_old(newest: Path) -> None:
    """Delete the oldest folders: edited rules leave compiled code behind that is never used again."""
    others = [each for each in newest.parent.iterdir() if each != newest and each.is_dir()]
    others.sort(key=lambda each: each.stat().st_mtime, reverse=True)
    for each in others[KEPT - 1 :]:
        shutil.rmtree(each, ignore_errors=True)


@contextmanager
def one_at_a_time(place: Path | None, name: str) -> Iterator[None]:
    """A file lock: of several processes that need the same function, one compiles it and the others find it
    in the cache. Without file locks or a folder to write in, each compiles for itself."""
    with ExitStack() as held:
        if place is not None:
            with suppress(ImportError, OSError):
                import fcntl

                lock = held.enter_context((place / f"{name}.lock").open("w"))
                deadline = time.monotonic() + PATIENCE
                while time.monotonic() < deadline:
                    try:
                        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                        break
                    except BlockingIOError:
                        time.sleep(0.05)
        yield
