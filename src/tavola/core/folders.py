"""Where this user's files go, by the rules of the platform."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Where this user's programs keep their data. RuntimeError: the user has no home."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "tavola"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "tavola"
    given = os.environ.get("XDG_DATA_HOME", "")
    base = Path(given) if given and Path(given).is_absolute() else home / ".local" / "share"
    return base / "tavola"
