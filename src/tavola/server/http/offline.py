"""The page without a server, handed out by a server: below /offline, with a service worker of its own. And
what makes an installable app of the server's pages.

There are two service workers, so that versions never mix: that of /offline caches all of one version and
nothing else; that of the server's pages caches nothing at all.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from pathlib import PurePosixPath
from threading import Lock
from typing import NamedTuple

from tavola.core.words import Phrase
from tavola.server.http.headers import ENGINE_POLICY, PACKABLE, SMALL, tag_of, takes
from tavola.server.http.house import House
from tavola.server.http.routes import Route
from tavola.server.http.site import FOR_GOOD, SITE, STAMP
from tavola.server.http.static import KINDS as USUAL
from tavola.server.http.static import built_at, served, slashed
from tavola.server.http.wire import HTML, Answer, Asked, Refuse
from tavola.server.offline import site

KINDS = USUAL | {
    ".mjs": USUAL[".js"],
    ".packed": "application/octet-stream",
    ".webmanifest": "application/manifest+json",
}
NONE_HERE = Phrase(
    "this server has no page for playing without it: the engine is not built here (`make site` builds it, a "
    "release has it), or `--no-offline` was said",
    "ce serveur n’a pas de page pour jouer sans lui : le moteur n’est pas construit ici (`make site` le "
    "construit, une version publiée l’a), ou on a dit `--no-offline`",
    "questo server non ha una pagina per giocare senza di lui: il motore qui non è costruito (`make site` lo "
    "costruisce, una versione pubblicata lo ha), o si è detto `--no-offline`",
)


class Ready(NamedTuple):
    """A file as it goes out: one copy in memory for all clients, however slowly they read."""

    body: bytes
    kind: str
    packed: bytes | None  # None: packing it is not worth it
    tag: str


class Made(NamedTuple):
    """All that is handed out here except the page's assets; `size` is what playing downloads, in bytes."""

    files: Mapping[str, Ready]
    size: int


_making = Lock()
_latest: dict[tuple[int, int], Made] = {}  # by when page and engine were built: they may be built anew


async def size(house: House) -> int:
    """How many bytes playing without the server downloads; 0 where the engine is not built."""
    made = await _made(house)
    return 0 if made is None else made.size


async def _made(house: House) -> Made | None:
    if not (house.settings.offline and site.is_built()):
        return None
    built = built_at(SITE, STAMP), built_at(site.ENGINE, site.PARTS)
    return _latest.get(built) or await asyncio.to_thread(_make, built)


def _make(built: tuple[int, int]) -> Made:
    """Read, packed and hashed once, which takes too long for the event loop."""
    with _making:  # requests that come meanwhile wait for the same result
        if built not in _latest:
            found = site.files(at_server=True)
            files = {name: _ready(name, found.bytes(name)) for name in found.all if not _is_asset(name)}
            _latest.clear()
            _latest[built] = Made(files, found.engine)
        return _latest[built]


def _ready(name: str, body: bytes) -> Ready:
    kind = HTML if name == "index.html" else KINDS.get(PurePosixPath(name).suffix, "application/octet-stream")
    worth_it = len(body) >= SMALL and kind.startswith(PACKABLE)
    return Ready(body, kind, gzip.compress(body, 6, mtime=0) if worth_it else None, tag_of(body))


def _is_asset(name: str) -> bool:
    return name.startswith("assets/")


async def offline(house: House, asked: Asked) -> Answer:
    """A file below /offline."""
    if (made := await _made(house)) is None:
        raise Refuse(404, "not_found", NONE_HERE)
    answer = _file(made, "/".join(asked.parts.values()) or "index.html", asked)
    answer.headers["content-security-policy"] = ENGINE_POLICY  # a worker has that of its own file
    return answer


def _file(made: Made, name: str, asked: Asked) -> Answer:
    if _is_asset(name):
        return served(SITE, name, asked, FOR_GOOD, stamp=STAMP)  # packed when it was built
    if (file := made.files.get(name)) is None:
        raise Refuse(404, "not_found", f"there is no file {name[:80]!r}")
    hashed = name.startswith(("engine/", f"{site.DATA}/"))  # in the name of its folder
    cache = FOR_GOOD if hashed else "no-cache"
    if file.packed is not None and takes("gzip", asked.headers.get("accept-encoding", "")):
        return Answer(file.packed, file.kind, cache=cache, headers={"content-encoding": "gzip"}, tag=file.tag)
    return Answer(file.body, file.kind, cache=cache, tag=file.tag)


@lru_cache(maxsize=1)
def _door() -> bytes:
    return resources.files("tavola.server.offline").joinpath("door.js").read_bytes()


async def door(_house: House, _asked: Asked) -> Answer:
    """The service worker of our own pages."""
    return Answer(_door(), KINDS[".js"])


async def app(_house: House, _asked: Asked) -> Answer:
    """The web app manifest."""
    return Answer(site.app(share="./share"), KINDS[".webmanifest"])


async def shared(_house: House, asked: Asked) -> Answer:
    """A record shared by another app. The service worker takes it; this answers where none is installed."""
    there = f"{asked.prefix}/record/file?missed"
    return Answer(b"", status=303, cache="no-store", headers={"location": there})


ROUTES = (
    Route("GET", "/offline", slashed),
    Route("GET", "/offline/", offline),
    Route("GET", "/offline/{name}", offline),
    Route("GET", "/offline/{folder}/{name}", offline),
    Route("GET", "/offline/{folder}/{version}/{name}", offline),
    Route("GET", "/offline/{folder}/{version}/{part}/{name}", offline),
    Route("GET", "/sw.js", door),
    Route("GET", f"/{site.APP}", app),
    Route("POST", "/share", shared),
)
