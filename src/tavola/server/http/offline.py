"""The page without a server, handed out by one: below /offline, with a service worker of its own. And what
makes an app of the server's pages.

Two service workers, so that versions never mix: that of /offline keeps all of one version and nothing else;
that of the server's pages keeps nothing at all.
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from importlib import resources
from pathlib import PurePosixPath

from tavola.core.words import Phrase
from tavola.server.http.headers import ENGINE_POLICY, PACKABLE, SMALL, takes
from tavola.server.http.house import House
from tavola.server.http.routes import Route
from tavola.server.http.site import FOR_GOOD, SITE, STAMP
from tavola.server.http.static import KINDS as USUAL
from tavola.server.http.static import served, slashed
from tavola.server.http.wire import HTML, Answer, Asked, Refuse
from tavola.server.offline import site

KINDS = USUAL | {
    ".mjs": USUAL[".js"],
    ".packed": "application/octet-stream",
    ".webmanifest": "application/manifest+json",
}
KEPT = re.compile(r"(assets|engine)/.*")  # a hash is in the name
NONE_HERE = Phrase(
    "this server has no page for playing without it: the engine is not built here (`make site` builds it, a "
    "release has it), or `--no-offline` was said",
    "ce serveur n’a pas de page pour jouer sans lui : le moteur n’est pas construit ici (`make site` le "
    "construit, une version publiée l’a), ou on a dit `--no-offline`",
    "questo server non ha una pagina per giocare senza di lui: il motore qui non è costruito (`make site` lo "
    "costruisce, una versione pubblicata lo ha), o si è detto `--no-offline`",
)


def size(house: House) -> int:
    """How many bytes playing without the server takes; 0 where this server has none to give."""
    return 0 if _made(house) is None else _size(*_stamps())


def _made(house: House) -> site.Files | None:
    return _files(*_stamps()) if house.settings.offline and site.is_built() else None


def _stamps() -> tuple[int, int]:
    """When page and engine were built; that may happen under a running server."""
    built = [path.stat().st_mtime_ns for path in (SITE / STAMP, site.ENGINE / "engine.json")]
    return built[0], built[1]


@lru_cache(maxsize=1)
def _files(_page: int, _engine: int) -> site.Files:
    return site.files(at_server=True)


@lru_cache(maxsize=1)
def _size(page: int, engine: int) -> int:
    return _files(page, engine).engine


async def offline(house: House, asked: Asked) -> Answer:
    """A file of it."""
    made = _made(house)
    name = "/".join(asked.parts.values()) or "index.html"
    if made is None or name not in made.all:
        raise Refuse(404, "not_found", NONE_HERE if made is None else f"there is no file {name[:80]!r}")
    answer = _file(made, name, asked)
    answer.headers["content-security-policy"] = ENGINE_POLICY  # a worker has that of its own file
    return answer


def _file(made: site.Files, name: str, asked: Asked) -> Answer:
    if name.startswith("assets/"):
        return served(SITE, name, asked, FOR_GOOD, stamp=STAMP)  # packed when it was built
    kind = HTML if name == "index.html" else KINDS.get(PurePosixPath(name).suffix, "application/octet-stream")
    cache = FOR_GOOD if KEPT.fullmatch(name) else "no-cache"
    body = made.bytes(name)
    accepted = asked.headers.get("accept-encoding", "")
    if len(body) < SMALL or not kind.startswith(PACKABLE) or not takes("gzip", accepted):
        return Answer(body, kind, cache=cache)
    return Answer(_packed(body), kind, cache=cache, headers={"content-encoding": "gzip"})


@lru_cache(maxsize=64)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)


@lru_cache(maxsize=1)
def _door() -> bytes:
    return resources.files("tavola.server.offline").joinpath("door.js").read_bytes()


async def door(_house: House, _asked: Asked) -> Answer:
    """The service worker of our own pages."""
    return Answer(_door(), KINDS[".js"])


async def app(_house: House, _asked: Asked) -> Answer:
    """What a browser wants to know before it installs us."""
    return Answer(site.app(share="./share"), KINDS[".webmanifest"])


async def shared(_house: House, asked: Asked) -> Answer:
    """A record another app shares. The service worker takes it; where there is none, nothing was taken."""
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
