"""Files that are served as they are: read once, from the package."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from pathlib import PurePosixPath

from tavola.server.http.house import House
from tavola.server.http.wire import Answer, Asked, Refuse

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".png": "image/png",
    ".jpg": "image/jpeg",
}
PLACE = "tavola.server.http"
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")  # of every file we serve; no other reaches the file system


@lru_cache(maxsize=64)
def read(name: str) -> bytes | None:
    """A file of the folder `files`; None if there is none of this name."""
    if not NAME.fullmatch(name):
        return None
    try:
        return resources.files(PLACE).joinpath("files", name).read_bytes()
    except OSError:
        return None


async def file(house: House, asked: Asked) -> Answer:
    del house
    name = asked.parts["name"]
    kind = KINDS.get(PurePosixPath(name).suffix)
    body = read(name) if kind else None
    if body is None or kind is None:
        raise Refuse(404, "not_found", f"there is no file {name[:80]!r}")
    return Answer(body, kind, cache="public, max-age=300")
