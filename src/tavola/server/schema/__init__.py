"""Descriptions for programs, made from the types: OpenAPI for REST, AsyncAPI and JSON Schema for messages.

`python -m tavola.server.schema docs/` writes them; a test says when they are out of date.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tavola.server.schema.asyncapi import asyncapi
from tavola.server.schema.messages import messages
from tavola.server.schema.openapi import openapi

DOCUMENTS: dict[str, Callable[[], dict[str, Any]]] = {
    "openapi.json": openapi,
    "asyncapi.json": asyncapi,
    "messages.schema.json": messages,
}


def below(prefix: str, document: dict[str, Any]) -> dict[str, Any]:
    """A document of a server whose paths have a prefix."""
    if prefix and "openapi" in document:
        document["servers"] = [{"url": prefix}]
    elif prefix and "channels" in document:
        document["channels"]["websocket"]["address"] = f"{prefix}/ws"
    return document
