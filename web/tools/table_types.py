"""TypeScript of the tables and events of our games, as their codecs make data of them.

A game has its types beside its board, in boards/GAME/wire.ts; games that share one codec share a file, in the
folder of the page that is called as their package is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from inspect import getdoc
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict

from tavola.core.codec import Codec
from tavola.core.game import Game
from tavola.games import OURS

HEAD = "// Made by tools/table_types.py from the codec of {game}. Do not edit: change its types instead."
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null", Fraction: "string"}


def tables() -> dict[str, str]:
    """The text of every such file, by its folder."""
    families: dict[int, list[Game]] = {}
    for game in OURS.values():
        families.setdefault(id(game.rules_class.codec), []).append(game)
    return {_folder(games): _module(games) for games in families.values()}


def _folder(games: list[Game]) -> str:
    if len(games) == 1:
        return games[0].name
    return str(games[0].rules_class.codec.table_type.__module__.split(".")[-2])


def _module(games: list[Game]) -> str:
    codec: Codec[Any] = games[0].rules_class.codec
    types = _Types()
    table = types.of(codec.shape)
    events = [types.event(kind) for kind in codec.events.values()]
    for game in games:
        if game.counts:
            types.of(get_type_hints(game.part("counts"))["return"])
    union = "export type Told =\n  | " + "\n  | ".join(events) + ";"
    about = "/** What a table tells its board. */\n"
    wire = f"{about}export interface Wire {{\n  table: {table};\n  event: Told;\n}}"
    return "\n\n".join([HEAD.format(game=_folder(games)), *types.written.values(), union, wire]) + "\n"


class _Types:
    """The interfaces met so far, in the order in which they are needed."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def of(self, hint: Any) -> str:
        """The type of the data that values of a type become."""
        origin, args = get_origin(hint), get_args(hint)
        if hint in PLAIN:
            return PLAIN[hint]
        if hasattr(hint, "from_data"):  # it has a form of its own
            return self.of(get_type_hints(hint.to_data)["return"])
        if origin in (Union, UnionType):
            return " | ".join(map(self.of, args))
        if origin is Literal:
            return " | ".join(f"'{value}'" if isinstance(value, str) else str(value) for value in args)
        if origin is tuple and args[-1] is not Ellipsis:
            return f"[{', '.join(map(self.of, args))}]"
        if origin in (tuple, list, set, frozenset):
            return _listed(self.of(args[0]))
        if origin is dict:
            return f"Record<string, {self.of(args[1])}>"
        if isinstance(hint, type) and issubclass(hint, Enum):
            return " | ".join(f"'{name}'" for name in hint.__members__)
        if _told_by_field(hint):
            return self._interface(hint, [])
        return "unknown" if hint is Any or isinstance(hint, TypeVar) else _unknown(hint)

    def event(self, kind: type[Any]) -> str:
        return self._interface(kind, [f"event: '{kind.__name__}';", "words?: string;"])

    def _interface(self, kind: Any, first: list[str]) -> str:
        name = str(kind.__name__)
        if name not in self.written:
            self.written[name] = ""  # its place, should it hold itself
            hints = get_type_hints(kind)
            lines = [*first, *(f"{field}: {self.of(hints[field])};" for field in _names(kind))]
            body = "".join(f"\n  {line}" for line in lines)
            self.written[name] = f"{_about(kind)}export interface {name} {{{body}\n}}"
        return name


def _told_by_field(hint: Any) -> bool:
    return is_typeddict(hint) or is_dataclass(hint) or hasattr(hint, "_fields")


def _names(kind: Any) -> Iterable[str]:
    if is_dataclass(kind):
        return [field.name for field in fields(kind) if field.init]
    return getattr(kind, "_fields", None) or kind.__annotations__


def _about(kind: Any) -> str:
    """The first line of what is said of it, but not what Python says of itself."""
    own = vars(kind).get("__doc__") or ""
    said = (getdoc(kind) or "").split("\n")[0].strip() if own else ""
    of_python = said.startswith(f"{kind.__name__}(") or is_typeddict(kind)
    return f"/** {said} */\n" if said and not of_python else ""


def _listed(inner: str) -> str:
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def _unknown(hint: Any) -> str:
    raise TypeError(f"{hint} becomes data, but of which kind nobody says: annotate its to_data")
