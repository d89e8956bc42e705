"""The whole configuration of a server as a TOML file with comments, or as data.

A value stands as it reads back; behind it stands where it came from. A secret is shown by the file it is in;
otherwise it is left out, in a way that no server takes for the default.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import tavola
from tavola.server.configuration import HIDDEN, Chosen
from tavola.server.setting_kinds import SECRET, Setting

_BARE = re.compile("[A-Za-z0-9_-]+")
_OPEN_ADDRESS = re.compile(r"\w+://[^@?]*")  # without a user, a password or fields that may hold one


def as_toml(chosen: Mapping[Setting, Chosen], *, secrets: bool = False) -> str:
    """The file, with or without its secrets."""
    lines = [
        f"# The configuration of Tavola {tavola.__version__}. Each value is followed by where it comes from.",
        "# A rate such as 5/10 is five in ten seconds.",
    ]
    sections = dict.fromkeys(each.section for each in chosen)
    for section in sorted(sections, key=lambda one: one.startswith("services.")):
        lines += ["", f"[{'.'.join(map(_key, section.split('.', 1)))}]"]
        for each, found in chosen.items():
            if each.section == section:
                value = _toml(shown(each, found, secrets))
                lines += [f"# {each.help}", f"{_key(each.key)} = {value}  # {came_from(found)}"]
    return "\n".join(lines) + "\n"


def as_data(chosen: Mapping[Setting, Chosen], *, secrets: bool = False) -> dict[str, Any]:
    """For programs: by section and key the value as it stands in the file, and where it comes from."""
    found: dict[str, Any] = {}
    for each, one in chosen.items():
        value = {"value": shown(each, one, secrets), "from": one.origin, "where": one.where}
        found.setdefault(each.section, {})[each.key] = value
    return found


def shown(each: Setting, found: Chosen, secrets: bool) -> Any:
    """A value as TOML has it."""
    value = found.value
    if each.secret and not secrets:
        if found.file:
            return {"file": found.file}
        if value and (each.kind is SECRET or not _OPEN_ADDRESS.fullmatch(str(value))):
            return {HIDDEN: "--show-secrets prints it"}
    if each.is_list:
        return list(value)
    return value if type(value) in (bool, int, float) else str(value)


def came_from(found: Chosen) -> str:
    if found.origin in ("default", "command line"):
        return found.origin
    return f"{found.origin}, {found.where}"


def _key(text: str) -> str:
    return text if _BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _toml(value: Any) -> str:
    """A text of TOML is one of JSON; settings hold nothing unprintable."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(name)} = {_toml(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, float):
        return f"{value:g}" if float(f"{value:g}") == value else repr(value)
    return json.dumps(value, ensure_ascii=False)
