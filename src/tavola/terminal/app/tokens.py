"""Whose seats are whose: a secret for each name at each server, kept for the next visit."""

from __future__ import annotations

import json
import os
from pathlib import Path

from tavola.core.folders import data_folder

FILE = "seats.json"
MOST = 200  # names; beyond it the oldest are forgotten


def kept_token(url: str, name: str) -> str | None:
    """The secret one had there under that name, if one was there before."""
    found = _read().get(_key(url, name))
    return found if isinstance(found, str) and 8 <= len(found) <= 128 else None


def keep_token(url: str, name: str, token: str) -> None:
    """For the next visit; where nothing can be kept, one comes as somebody new."""
    kept = _read()
    kept.pop(_key(url, name), None)
    kept[_key(url, name)] = token
    kept = dict(list(kept.items())[-MOST:])
    try:
        path = _path()
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:  # noqa: PTH123
            json.dump(kept, file, indent=1)
        beside.replace(path)
    except (OSError, RuntimeError):
        return


def _key(url: str, name: str) -> str:
    return f"{name} at {url}"


def _path() -> Path:
    return data_folder() / FILE


def _read() -> dict[str, object]:
    try:
        found = json.loads(_path().read_text(encoding="utf-8"))
    except (OSError, ValueError, RuntimeError):
        return {}
    return found if isinstance(found, dict) else {}
