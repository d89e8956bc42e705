"""The headers around an answer: safety, other origins, what may be kept, how it is packed."""

from __future__ import annotations

import asyncio
import gzip
import hashlib

from tavola.server.http.wire import Answer, Asked
from tavola.server.settings import Settings

# Everything from this origin and nothing inline: a guest's name can't become a script.
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
# Where Python runs in a worker of the page, it is WebAssembly.
ENGINE_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
SAFETY = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
SMALL = 1400  # fits a packet anyway
LARGE = 65_536  # packing this takes long enough to leave it to a thread
PACKABLE = ("text/", "application/json", "image/svg", "application/manifest")


def cross_origin(asked: Asked, settings: Settings) -> dict[str, str]:
    """CORS for the origins of the settings; our own pages need none."""
    if not settings.origin:
        return {}
    origin = asked.headers.get("origin", "").strip()
    if origin.lower() not in settings.origin:
        return {"vary": "Origin"}
    return {
        "access-control-allow-origin": origin,
        "access-control-expose-headers": "ETag, Retry-After",
        "cross-origin-resource-policy": "cross-origin",
        "vary": "Origin",
    }


def preflight(asked: Asked, settings: Settings, allow: str) -> Answer:
    """The answer to OPTIONS, where a path takes what `allow` names."""
    headers = {"allow": allow}
    if "access-control-allow-origin" in cross_origin(asked, settings):
        headers["access-control-allow-methods"] = allow
        headers["access-control-allow-headers"] = "Content-Type, If-None-Match"
        headers["access-control-max-age"] = "600"
    return Answer(b"", status=204, cache="no-store", headers=headers)


def tag_of(body: bytes) -> str:
    return f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'


def not_modified(asked: Asked, answer: Answer, tag: str) -> bool:
    if asked.method not in ("GET", "HEAD") or answer.status != 200:
        return False
    known = [one.strip().removeprefix("W/") for one in asked.headers.get("if-none-match", "").split(",")]
    return tag.removeprefix("W/") in known or "*" in known


async def packed(asked: Asked, answer: Answer) -> tuple[bytes, dict[str, str]]:
    """The body, smaller if it is worth it and the other side can unpack it."""
    if "content-encoding" in answer.headers:  # packed already
        return answer.body, {"vary": "Accept-Encoding"}
    if len(answer.body) < SMALL or not answer.kind.startswith(PACKABLE):
        return answer.body, {}
    if not takes("gzip", asked.headers.get("accept-encoding", "")):
        return answer.body, {"vary": "Accept-Encoding"}
    if len(answer.body) < LARGE:
        body = gzip.compress(answer.body, 5, mtime=0)
    else:
        body = await asyncio.to_thread(gzip.compress, answer.body, 5, mtime=0)
    return body, {"content-encoding": "gzip", "vary": "Accept-Encoding"}


def takes(packing: str, accepted: str) -> bool:
    """Can the other side unpack this, by its Accept-Encoding?"""
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() in (packing, "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


async def dressed(asked: Asked, answer: Answer, settings: Settings) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body as they go out."""
    headers = {**SAFETY, "cache-control": answer.cache}
    vary = ["Accept, Accept-Language"] if answer.kind != "text/css" else []
    body, status = answer.body, answer.status
    if status == 200 and answer.cache != "no-store":
        headers["etag"] = answer.tag or tag_of(body)
        if not_modified(asked, answer, headers["etag"]):
            body, status = b"", 304
    if status not in (204, 304):
        headers["content-type"] = answer.kind
        body, more = await packed(asked, answer)
        vary += [more.pop("vary")] if "vary" in more else []
        headers |= more
        headers["content-length"] = str(len(body))
    cors = cross_origin(asked, settings)
    vary += [cors.pop("vary")] if "vary" in cors else []
    headers["vary"] = ", ".join(vary)
    return status, headers | cors | answer.headers, b"" if asked.method == "HEAD" else body
