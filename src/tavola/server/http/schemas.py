"""The machine-readable descriptions: OpenAPI, AsyncAPI, JSON Schema. Made when first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from tavola.server.http.house import House
from tavola.server.http.routes import Route
from tavola.server.http.wire import Answer, Asked


@lru_cache(maxsize=8)
def text_of(name: str, prefix: str = "") -> bytes:
    from tavola.server import schema

    return msgspec.json.encode(schema.below(prefix, schema.DOCUMENTS[name]()))


def shown(name: str) -> Callable[[House, Asked], Any]:
    async def handler(_house: House, asked: Asked) -> Answer:
        return Answer(text_of(name, asked.prefix), cache="public, max-age=300")

    return handler


NAMES = ("openapi.json", "asyncapi.json", "messages.schema.json")
ROUTES = tuple(Route("GET", f"/api/{name}", shown(name)) for name in NAMES)
