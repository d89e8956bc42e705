"""Where this user's files go, by the rules of the platform."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Where this user's programs keep their data. RuntimeError: the user has no home."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "tavola"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tavola"
    given = os.environ.get("XDG_DATA_HOME", "")  # a container's user may have this, and no home
    base = Path(given) if given and Path(given).is_absolute() else Path.home() / ".local" / "share"
    return base / "tavola"
