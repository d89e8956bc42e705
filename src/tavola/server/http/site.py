"""The page as it was built: its files, and the one document all its addresses show.

Files under /assets have a hash of their content in their name and are kept for good. They were packed when
the page was built; clients that can unpack them get them packed.
"""

from __future__ import annotations

from pathlib import Path

from tavola.server.http import head, pages
from tavola.server.http.house import House
from tavola.server.http.routes import Route
from tavola.server.http.static import read, served, slashed
from tavola.server.http.wire import HTML, Answer, Asked, Refuse

SITE = Path(__file__).resolve().parent.parent / "site"
FOR_GOOD = "public, max-age=31536000, immutable"
STAMP = "stamp.txt"  # written last when the page is built

SIGNS = (
    "icon.svg",
    "favicon.ico",
    "apple-touch-icon.png",
    "icon-192.png",
    "icon-512.png",
    "icon-maskable.png",
    "preview.jpg",
)
OFFLINE = b'name="tavola-offline" content="%d"'
# Addresses of the page's own router.
OWN = ("/", "/ladder", *(f"/{name}/{{table}}" for name in ("table", "join", "record")))
OWN_GAMES = tuple(
    f"/{name}/{{game}}" for name in ("new", "standings", "ladder", "rules", "odds", "projector")
)


async def asset(_house: House, asked: Asked) -> Answer:
    return served(SITE, f"assets/{asked.parts['name']}", asked, FOR_GOOD, stamp=STAMP)


async def sign(_house: House, asked: Asked) -> Answer:
    """An icon, or the preview of a link."""
    return served(SITE, asked.path.removeprefix("/"), asked, "public, max-age=86400", stamp=STAMP)


async def robots(_house: House, asked: Asked) -> Answer:
    return head.robots(asked.prefix)


async def index(house: House, asked: Asked) -> Answer:
    """The document. The page's own router reads the address."""
    if (built := document()) is None:
        return pages.not_built(asked)
    return shown(built.replace(OFFLINE % 0, OFFLINE % await house.offline(), 1), asked)


def document() -> bytes | None:
    """None: the page is not built."""
    return read(SITE, "index.html", STAMP)


def shown(built: bytes, asked: Asked) -> Answer:
    return Answer(head.with_head(built, asked), HTML, headers={"content-language": asked.lang()})


async def websocket(_house: House, _asked: Asked) -> Answer:
    """A plain request for /ws: from a browser's address bar, or through a proxy that drops Upgrade."""
    why = (
        "this door speaks WebSocket: connect with a WebSocket client (ws://HOST/ws, or wss:// where there is "
        "TLS); a proxy in between must pass Upgrade on"
    )
    raise Refuse(426, "upgrade_required", why, upgrade="websocket", connection="Upgrade")


ROUTES = (
    *(Route("GET", path, index) for path in (*OWN, *OWN_GAMES)),
    Route("GET", "/assets/{name}", asset),
    *(Route("GET", f"/{name}", sign) for name in SIGNS),
    Route("GET", "", slashed),
    Route("GET", "/robots.txt", robots),
    Route("GET", "/ws", websocket),
)
