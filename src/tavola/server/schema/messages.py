"""JSON Schema of everything said at a table, in both directions."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import msgspec

from tavola.table.messages import AnyCommand, AnyMessage

COMMANDS: tuple[type[msgspec.Struct], ...] = get_args(AnyCommand)
MESSAGES: tuple[type[msgspec.Struct], ...] = get_args(AnyMessage)
DRAFT = "https://json-schema.org/draft/2020-12/schema"


@cache
def components(template: str) -> dict[str, Any]:
    """The schema of each type by its name; `template` is the form of a reference from one to another."""
    _, found = msgspec.json.schema_components([*COMMANDS, *MESSAGES], ref_template=template)
    return found


def word(kind: type[msgspec.Struct]) -> str:
    """What stands in a message's `type`."""
    return str(kind.__struct_config__.tag)


def about(kind: type[msgspec.Struct]) -> str:
    """What a message means, from its docstring; its base class's says nothing about it."""
    said = kind.__dict__.get("__doc__") or ""
    return " ".join(said.split())


def messages() -> dict[str, Any]:
    """One document: a command or a message; each side alone is in $defs."""
    template = "#/$defs/{name}"

    def one_of(kinds: tuple[type[msgspec.Struct], ...], text: str) -> dict[str, Any]:
        return {"description": text, "oneOf": [{"$ref": template.format(name=k.__name__)} for k in kinds]}

    return {
        "$schema": DRAFT,
        "title": "Tavola: what is said at a table",
        "description": "One JSON object a line over TCP, one a text frame over WebSocket.",
        "anyOf": [{"$ref": "#/$defs/AnyCommand"}, {"$ref": "#/$defs/AnyMessage"}],
        "$defs": {
            "AnyCommand": one_of(COMMANDS, "What a client sends."),
            "AnyMessage": one_of(MESSAGES, "What a client hears."),
            **components(template),
        },
    }
