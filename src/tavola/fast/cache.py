"""Where compiled code is kept between runs."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

KEPT = 96  # how many sets of compiled sources are kept; the oldest go first


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
