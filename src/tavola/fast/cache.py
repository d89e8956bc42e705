"""Where compiled code is kept between runs."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

KEPT = 96  # how many sets of compiled sources are kept; the oldest go first
PATIENCE = 60.0  # seconds: nothing of ours takes so long to compile; whoever has the lock may stand still


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
    """Edited rules leave compiled code behind that nothing will ask for again."""
    others = [each for each in newest.parent.iterdir() if each != newest and each.is_dir()]
    others.sort(key=lambda each: each.stat().st_mtime, reverse=True)
    for each in others[KEPT - 1 :]:
        shutil.rmtree(each, ignore_errors=True)


@contextmanager
def one_at_a_time(place: Path | None, name: str) -> Iterator[None]:
    """Of several processes that want the same compiled, one does it and the others find it done. Where the
    system has no such locks, or nothing can be written, each does it by itself."""
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
