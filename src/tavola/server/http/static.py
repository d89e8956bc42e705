"""Files that are served as they are: of the package, of the page and the documentation as they were built."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath

from tavola.server.http.headers import tag_of, takes
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
PACKINGS = {"br": ".br", "gzip": ".gz"}  # best first
FILES = Path(__file__).resolve().parent / "files"
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")  # of every file we serve; no other reaches the file system


def read(folder: Path, path: str, stamp: str = "") -> bytes | None:
    """A file, read once; and again when the folder was built anew under a running server, as its file `stamp`
    shows."""
    return _read(folder.joinpath(path), built_at(folder, stamp))


def built_at(folder: Path, stamp: str) -> int:
    try:
        return folder.joinpath(stamp).stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1024)
def _read(file: Path, _built: int) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None


_tag_of = lru_cache(maxsize=1024)(tag_of)  # for files that are kept: each is hashed once


def served(
    folder: Path, path: str, asked: Asked, cache: str, kinds: Mapping[str, str] = KINDS, stamp: str = ""
) -> Answer:
    """A file; packed, if the client takes it so and it was packed when it was built."""
    kind = kinds.get(PurePosixPath(path).suffix)
    plain = read(folder, path, stamp) if kind and all(map(NAME.fullmatch, path.split("/"))) else None
    if kind is None or plain is None:
        raise Refuse(404, "not_found", f"there is no file {path[:80]!r}")
    accepted = asked.headers.get("accept-encoding", "")
    for packing, ending in PACKINGS.items():
        if takes(packing, accepted) and (body := read(folder, path + ending, stamp)) is not None:
            return Answer(body, kind, cache=cache, headers={"content-encoding": packing}, tag=_tag_of(body))
    return Answer(plain, kind, cache=cache, tag=_tag_of(plain))


async def file(_house: House, asked: Asked) -> Answer:
    return served(FILES, asked.parts["name"], asked, "public, max-age=300")


async def slashed(_house: House, asked: Asked) -> Answer:
    """A folder's address without its slash is redirected: relative addresses would be wrong there."""
    location = f"{asked.prefix}{asked.path}/"
    return Answer(b"", status=308, cache="no-store", headers={"location": location})
