"""A request as a handler sees it, and the answer it gives. Nothing here knows a route."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

import msgspec

from tavola.core.words import LANGS, Lang, Phrase, same

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

JSON, TEXT, HTML = "application/json", "text/plain; charset=utf-8", "text/html; charset=utf-8"
MOST_FIELDS = 40  # of a query; its length is limited with the head's (guarded.py)
BODY_SECONDS = 10.0

encode = msgspec.json.Encoder().encode


class Refuse(Exception):
    """A refused request: {"error": {"code", "why"}}."""

    def __init__(self, status: int, code: str, why: Phrase | str, **headers: str) -> None:
        super().__init__(str(why))
        self.status, self.code = status, code
        self.why = same(why) if isinstance(why, str) else why
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


class BadForm(Refuse):
    """A malformed request, whatever it may mean."""

    def __init__(self, why: str, code: str = "bad_request") -> None:
        super().__init__(400, code, why)


@dataclass(slots=True)
class Answer:
    """What goes back: bytes of a kind, and how long they may be kept."""

    body: bytes
    kind: str = JSON
    status: int = 200
    cache: str = "no-cache"  # cached, but revalidated; with the ETag that costs little
    headers: dict[str, str] = field(default_factory=dict)
    tag: str = ""  # its ETag if known already, so that a cached body is not hashed for each request


def told(value: Any, status: int = 200, cache: str = "no-cache", **headers: str) -> Answer:
    """An answer in JSON."""
    return Answer(encode(value), JSON, status, cache, {k.replace("_", "-"): v for k, v in headers.items()})


def sorry(refused: Refuse, lang: Lang = "en") -> Answer:
    error = {"error": {"code": refused.code, "why": refused.why.in_(lang)[:1000]}}
    return Answer(encode(error), JSON, refused.status, "no-store", refused.headers)


class Asked:
    """One request: its method, path, fields, headers and the client's address."""

    __slots__ = (
        "_query",
        "address",
        "fields",
        "form",
        "headers",
        "method",
        "parts",
        "path",
        "prefix",
        "receive",
        "secure",
    )

    def __init__(self, scope: Scope, receive: Receive, prefix: str = "") -> None:
        self.method: str = scope["method"]
        self.prefix = prefix  # before our paths, in every link
        self.path = without(prefix, scope["path"])
        self.headers: dict[str, str] = {}
        for raw, value in scope.get("headers", ()):  # one that comes twice is a list
            name, text = raw.decode("latin-1"), value.decode("latin-1")
            self.headers[name] = f"{self.headers[name]}, {text}" if name in self.headers else text
        self.secure = scope.get("scheme") in ("https", "wss")
        self.address = (scope.get("client") or ("unknown", 0))[0]
        self.parts: dict[str, str] = {}  # what stood in the blanks of the path
        self.fields: dict[str, Any] = {}  # what stood in the query, read
        self.form: Callable[[bytes], str] = lambda _: ""  # why a body is not formed as it should be
        self._query: bytes = scope.get("query_string", b"")
        self.receive = receive

    def query(self) -> list[tuple[str, str]]:
        """The fields of the query as they were sent."""
        try:
            text = self._query.decode("ascii")
            return parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
        except ValueError:
            raise BadForm(f"the query should be at most {MOST_FIELDS} fields in UTF-8") from None

    def wants(self, kind: str) -> bool:
        """Does the Accept header name this kind, before JSON?"""
        for part in self.headers.get("accept", "").lower().split(","):
            name = part.partition(";")[0].strip()
            if name in (kind, "application/json", "*/*"):
                return bool(name == kind)
        return False

    def lang(self) -> Lang:
        """?lang=, else what the browser asks for, else English."""
        if (given := self.fields.get("lang")) is not None:
            return given  # type: ignore[no-any-return]
        return best_language(self.headers.get("accept-language", ""))

    async def body(self, most: int) -> bytes:
        """The body, if it is not too long and does not take for ever."""
        declared = self.headers.get("content-length", "0")
        if not (declared.isascii() and declared.isdigit() and len(declared) < 16 and int(declared) <= most):
            raise too_long(most)
        try:
            async with asyncio.timeout(BODY_SECONDS):
                found = await self._all(most)
        except TimeoutError:
            raise Refuse(408, "too_slow", f"the body did not arrive within {BODY_SECONDS:g} s") from None
        if why := self.form(found):
            raise BadForm(why, "bad_record")
        return found

    async def _all(self, most: int) -> bytes:
        found = bytearray()
        while True:
            event = await self.receive()
            if event["type"] == "http.disconnect":
                raise Refuse(400, "bad_request", "the body is not whole")
            found += event.get("body", b"")
            if len(found) > most:
                raise too_long(most)
            if not event.get("more_body"):
                return bytes(found)


def without(prefix: str, path: str) -> str:
    """Our path. A proxy may have removed the prefix already, and monitoring asks a node directly."""
    return path.removeprefix(prefix) if path.startswith(f"{prefix}/") or path == prefix else path


def too_long(most: int) -> Refuse:
    return Refuse(413, "too_long", f"a body has at most {most} bytes", connection="close")


def best_language(accepted: str) -> Lang:
    """The one of our languages that Accept-Language wants most."""
    best: tuple[float, Lang] = (0.0, "en")
    for part in accepted[:500].split(","):
        name, _, weight = part.partition(";")
        code = name.strip().lower().partition("-")[0]
        try:
            wanted = float(weight.strip().removeprefix("q=")) if weight else 1.0
        except ValueError:
            continue
        for lang in LANGS:
            if code == lang and best[0] < wanted <= 1:
                best = (wanted, lang)
    return best[1]
