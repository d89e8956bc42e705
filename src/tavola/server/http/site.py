"""The page as it was built: its files, and the one document all its addresses show.

Files under /assets have a hash of their content in their name and are kept for good. They were packed when
the page was built; whoever can unpack them gets them packed.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path, PurePosixPath

from tavola.server.http import head, pages
from tavola.server.http.headers import takes
from tavola.server.http.house import House
from tavola.server.http.routes import Route
from tavola.server.http.static import KINDS, NAME
from tavola.server.http.wire import HTML, Answer, Asked, Refuse

SITE = Path(__file__).resolve().parent.parent / "site"
FOR_GOOD = "public, max-age=31536000, immutable"
PACKINGS = {"br": ".br", "gzip": ".gz"}  # best first

SIGNS = ("icon.svg", "favicon.ico", "apple-touch-icon.png", "preview.jpg")
# Addresses of the page's own router.
OWN = ("/", "/ladder", *(f"/{name}/{{table}}" for name in ("table", "join", "record")))
OWN_GAMES = tuple(
    f"/{name}/{{game}}" for name in ("new", "standings", "ladder", "rules", "odds", "projector")
)


def read(path: str) -> bytes | None:
    """A file of the site; read once, and again when the page was built anew under a running server."""
    try:
        built = SITE.joinpath("stamp.txt").stat().st_mtime_ns
    except OSError:
        built = 0
    return _read(path, built)


@lru_cache(maxsize=512)
def _read(path: str, built: int) -> bytes | None:
    del built
    try:
        return SITE.joinpath(path).read_bytes()
    except OSError:
        return None


def found(path: str, asked: Asked, cache: str) -> Answer:
    """A file of the site, packed as the asker likes it."""
    kind = KINDS.get(PurePosixPath(path).suffix)
    plain = read(path) if kind else None
    if kind is None or plain is None:
        raise Refuse(404, "not_found", f"there is no file {path[:80]!r}")
    accepted = asked.headers.get("accept-encoding", "")
    for packing, ending in PACKINGS.items():
        if takes(packing, accepted) and (body := read(path + ending)) is not None:
            return Answer(body, kind, cache=cache, headers={"content-encoding": packing})
    return Answer(plain, kind, cache=cache)


async def asset(house: House, asked: Asked) -> Answer:
    del house
    name = asked.parts["name"]
    if not NAME.fullmatch(name):
        raise Refuse(404, "not_found", f"there is no file {name[:80]!r}")
    return found(f"assets/{name}", asked, FOR_GOOD)


async def sign(house: House, asked: Asked) -> Answer:
    """A picture by which a tab, a telephone or a link shows us."""
    del house
    return found(asked.path.removeprefix("/"), asked, "public, max-age=86400")


async def robots(house: House, asked: Asked) -> Answer:
    del house
    return head.robots(asked.prefix)


async def index(house: House, asked: Asked) -> Answer:
    """The document. What the address means is the page's own affair."""
    del house
    document = read("index.html")
    return pages.not_built(asked) if document is None else shown(document, asked)


def shown(document: bytes, asked: Asked) -> Answer:
    return Answer(head.with_head(document, asked), HTML, headers={"content-language": asked.lang()})


async def home(house: House, asked: Asked) -> Answer:
    """The prefix without its slash: where relative addresses would go astray."""
    del house
    return Answer(b"", status=308, cache="no-store", headers={"location": f"{asked.prefix}/"})


async def websocket(house: House, asked: Asked) -> Answer:
    """Whoever asks for /ws as for a page, or has a proxy that forgets what he wanted."""
    del house, asked
    why = (
        "this door speaks WebSocket: connect with a WebSocket client (ws://HOST/ws, or wss:// where there is "
        "TLS); a proxy in between must pass Upgrade on"
    )
    raise Refuse(426, "upgrade_required", why, upgrade="websocket", connection="Upgrade")


ROUTES = (
    *(Route("GET", path, index) for path in (*OWN, *OWN_GAMES)),
    Route("GET", "/assets/{name}", asset),
    *(Route("GET", f"/{name}", sign) for name in SIGNS),
    Route("GET", "", home),
    Route("GET", "/robots.txt", robots),
    Route("GET", "/ws", websocket),
)
