"""Writes the page's types: src/lib/wire.ts and src/lib/rest.ts from what the server says of itself, and a
wire.ts beside each board from the game's codec (`table_types.py`).

python web/tools/wire_types.py          writes them
python web/tools/wire_types.py --check  says whether they are up to date
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from table_types import tables

WEB = Path(__file__).resolve().parent.parent
DOCS = WEB.parent / "docs"
HEAD = "// Made by tools/wire_types.py from docs/{source}. Do not edit: change the server's types instead.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def named(name: str) -> str:
    return name.replace("_", "")


def type_of(schema: dict[str, Any]) -> str:
    """A JSON Schema as a TypeScript type."""
    if "$ref" in schema:
        return named(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return " | ".join(json.dumps(value).replace('"', "'") for value in schema["enum"])
    for either in ("anyOf", "oneOf"):
        if either in schema:
            return " | ".join(type_of(one) for one in schema[either])
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
        inner = type_of(schema.get("items", {}))
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        more = schema.get("additionalProperties", True)
        return f"Record<string, {type_of(more) if isinstance(more, dict) else 'unknown'}>"
    return PLAIN.get(kind or "", "unknown")


def interface(name: str, schema: dict[str, Any]) -> str:
    about = schema.get("description", "")
    lines = [f"/** {about} */"] if about else []
    needed = set(schema.get("required", ()))
    lines.append(f"export interface {named(name)} {{")
    for field, kind in schema["properties"].items():
        lines.append(f"  {field}{'' if field in needed else '?'}: {type_of(kind)};")
    return "\n".join([*lines, "}"])


def module(source: str, schemas: dict[str, Any]) -> str:
    parts = [HEAD.format(source=source)]
    for name, schema in schemas.items():
        if "properties" in schema:
            parts.append(interface(name, schema))
        else:
            about = schema.get("description", "")
            parts.append((f"/** {about} */\n" if about else "") + union(name, type_of(schema)))
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def union(name: str, text: str) -> str:
    line = f"export type {named(name)} = {text};"
    if len(line) <= 110:
        return line
    return f"export type {named(name)} =\n  | " + "\n  | ".join(text.split(" | ")) + ";"


def written() -> dict[Path, str]:
    messages = json.loads((DOCS / "messages.schema.json").read_text(encoding="utf-8"))
    rest = json.loads((DOCS / "openapi.json").read_text(encoding="utf-8"))
    lib = WEB / "src" / "lib"
    return {
        lib / "wire.ts": module("messages.schema.json", messages["$defs"]),
        lib / "rest.ts": module("openapi.json", rest["components"]["schemas"]),
        **{WEB / "src" / "boards" / folder / "wire.ts": text for folder, text in tables().items()},
    }


def main(arguments: list[str]) -> int:
    stale = [path for path, text in written().items() if not path.exists() or path.read_text("utf-8") != text]
    if arguments == ["--check"]:
        for path in stale:
            print(f"{path.name} is not what the server says: run web/tools/wire_types.py", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.write_text(written()[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
