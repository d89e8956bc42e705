"""The documentation under /docs, as `make docs` built it. A wheel has it; a checkout where it was built, too.

Its theme sets colours in the page itself, so its pages have a content security policy of their own: what
stands in them was written by us, and each script in a page is allowed by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache
from pathlib import Path, PurePosixPath

from tavola.server.http import pages, words
from tavola.server.http.headers import POLICY
from tavola.server.http.house import House
from tavola.server.http.routes import Route
from tavola.server.http.static import KINDS, NAME
from tavola.server.http.wire import Answer, Asked, Refuse

MANUAL = Path(__file__).resolve().parent.parent / "manual"
MORE_KINDS = {
    ".webp": "image/webp",
    ".ipynb": "application/x-ipynb+json",
    ".txt": "text/plain; charset=utf-8",
}
SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


@lru_cache(maxsize=128)
def read(path: str, changed: int) -> bytes | None:
    del changed
    try:
        return MANUAL.joinpath(path).read_bytes()
    except OSError:
        return None


def policy(document: bytes) -> str:
    """Ours, but with the scripts of this very document, and styles in its text."""
    hashes = [hashlib.sha256(script).digest() for script in SCRIPT.findall(document)]
    scripts = " ".join(f"'sha256-{base64.b64encode(each).decode()}'" for each in hashes)
    wider = POLICY.replace("script-src 'self'", f"script-src 'self' {scripts}".rstrip())
    return wider.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")


async def page(house: House, asked: Asked) -> Answer:
    del house
    parts = [part for part in asked.path.removeprefix("/docs").split("/") if part]
    path = "/".join(parts) or "index.html"
    try:
        changed = MANUAL.joinpath("index.html").stat().st_mtime_ns
    except OSError:
        return pages.not_built(asked, words.DOCS_NOT_BUILT, "make docs")
    kind = (KINDS | MORE_KINDS).get(PurePosixPath(path).suffix)
    body = read(path, changed) if kind and all(map(NAME.fullmatch, parts)) else None
    if kind is None or body is None:
        raise Refuse(404, "not_found", f"there is no page {path[:80]!r}")
    headers = {"content-security-policy": policy(body)} if path.endswith(".html") else {}
    return Answer(body, kind, cache="public, max-age=300", headers=headers)


async def home(house: House, asked: Asked) -> Answer:
    """/docs without its slash: where relative addresses would go astray."""
    del house
    return Answer(b"", status=308, cache="no-store", headers={"location": f"{asked.prefix}/docs/"})


ROUTES = (
    Route("GET", "/docs", home),
    *(Route("GET", f"/docs/{path}", page) for path in ("", "{a}", "{a}/{b}", "{a}/{b}/{c}")),
)
