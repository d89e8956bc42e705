"""AsyncAPI 3.0: WebSocket and JSON lines, which carry the same messages."""

from __future__ import annotations

from typing import Any

import msgspec

import tavola
from tavola.server.schema.messages import COMMANDS, MESSAGES, about, components, word
from tavola.server.settings import Settings

# The type says which way a message goes: `games` is a question when sent and a list when heard.
SIDES = (("command", COMMANDS), ("message", MESSAGES))


def key(side: str, kind: type[msgspec.Struct]) -> str:
    return f"{side}.{word(kind)}"


def asyncapi() -> dict[str, Any]:
    every = [(key(side, kind), kind) for side, kinds in SIDES for kind in kinds]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Tavola",
            "version": tavola.__version__,
            "description": "Play every game. A client says hello, then sends commands and hears messages.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": servers(),
        "channels": {
            "websocket": channel("/ws", "websocket", "One object a text frame.", every),
            "lines": channel(None, "lines", "One object a line, ended by a newline.", every),
        },
        "operations": operations(),
        "components": {
            "messages": {name: message(kind) for name, kind in every},
            "schemas": components("#/components/schemas/{name}"),
        },
    }


def servers() -> dict[str, Any]:
    settings = Settings()
    return {
        "websocket": {"host": f"{settings.host}:{settings.http_port}", "protocol": "ws"},
        "lines": {"host": f"{settings.host}:{settings.lines_port}", "protocol": "tcp"},
    }


def channel(
    address: str | None, server: str, text: str, every: list[tuple[str, type[msgspec.Struct]]]
) -> dict[str, Any]:
    return {
        "address": address,
        "description": text,
        "servers": [{"$ref": f"#/servers/{server}"}],
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name, _ in every},
    }


def operations() -> dict[str, Any]:
    """As the server sees it: it receives commands and sends messages."""
    found: dict[str, Any] = {}
    for name in ("websocket", "lines"):
        for (side, kinds), action in zip(SIDES, ("receive", "send"), strict=True):
            found[f"{name}.{side}"] = {
                "action": action,
                "channel": {"$ref": f"#/channels/{name}"},
                "summary": "What a client sends." if side == "command" else "What a client hears.",
                "messages": [{"$ref": f"#/channels/{name}/messages/{key(side, kind)}"} for kind in kinds],
            }
    return found


def message(kind: type[msgspec.Struct]) -> dict[str, Any]:
    said = {
        "name": word(kind),
        "title": kind.__name__,
        "summary": about(kind),
        "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
    }
    return {name: value for name, value in said.items() if value}
