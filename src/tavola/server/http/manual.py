"""The documentation under /docs, as `make docs` built it. A wheel has it; a checkout where it was built, too.

Its theme sets colours in the page itself, so its pages have a content security policy of their own: what
stands in them was written by us, and each script in a page is allowed by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from tavola.server.http import pages, words
from tavola.server.http.headers import POLICY
from tavola.server.http.house import House
from tavola.server.http.routes import Route
from tavola.server.http.static import KINDS, served, slashed
from tavola.server.http.wire import Answer, Asked

MANUAL = Path(__file__).resolve().parent.parent / "manual"
ALL_KINDS = KINDS | {
    ".webp": "image/webp",
    ".ipynb": "application/x-ipynb+json",
    ".txt": "text/plain; charset=utf-8",
}
SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def policy(document: bytes) -> str:
    """Our own policy, but with the inline scripts of this document and inline styles allowed."""
    hashes = [hashlib.sha256(script).digest() for script in SCRIPT.findall(document)]
    scripts = " ".join(f"'sha256-{base64.b64encode(each).decode()}'" for each in hashes)
    wider = POLICY.replace("script-src 'self'", f"script-src 'self' {scripts}".rstrip())
    return wider.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")


async def page(_house: House, asked: Asked) -> Answer:
    path = "/".join(filter(None, asked.path.removeprefix("/docs").split("/"))) or "index.html"
    if not MANUAL.joinpath("index.html").is_file():
        return pages.not_built(asked, words.DOCS_NOT_BUILT, "make docs")
    answer = served(MANUAL, path, asked, "public, max-age=300", ALL_KINDS, stamp="index.html")
    if path.endswith(".html"):
        answer.headers["content-security-policy"] = policy(answer.body)
    return answer


ROUTES = (
    Route("GET", "/docs", slashed),
    *(Route("GET", f"/docs/{path}", page) for path in ("", "{a}", "{a}/{b}", "{a}/{b}/{c}")),
)
