"""Are the rules those of their sources? What is known of a game is known of those, and of no others.

Numbers of one's own come in by `Options.variant`, and are part of a result's key. A function or a constant
that was replaced at run time is not: tables made before would not know of it. So it is refused.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterable
from fractions import Fraction
from types import FunctionType, ModuleType
from typing import Any

from tavola.core.errors import TavolaError
from tavola.core.game import ROOMS

RULES = ("tavola.games.", "tavola.pieces.")
VARIANT = "variant"  # may be anything: its numbers are in the key
PLAIN = (int, float, str, bytes, Fraction, range, type(None))


class Changed(TavolaError):
    """Rules that were changed at run time."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} was changed from outside, so nothing that is known of these rules would be true; "
            "numbers of your own, such as points, come in by the property `variant` of a subclass of Options"
        )


def check(packages: Iterable[str]) -> None:
    """Refuse rules, of the games and pieces among these packages, that differ from their sources."""
    for name in packages:
        for module in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
            if module.startswith(RULES) and not _in_a_room(module):
                _check_module(sys.modules[module])


def _in_a_room(module: str) -> bool:
    """Is the module in a room of a game's folder, above its rules: tavola.games.GAME.ROOM?"""
    return any(part in ROOMS for part in module.split(".")[3:4])


def check_class(rules: Any, own: type[Any]) -> None:
    """Refuse rules of a subclass that overrides the game's own functions."""
    for cls in type(rules).__mro__:
        if cls is own:
            return
        for name in vars(cls):
            if callable(getattr(own, name, None)) and not name.startswith("__"):
                raise Changed(f"{cls.__name__}.{name}")


def _check_module(module: ModuleType) -> None:
    spec = module.__spec__
    if spec is None or spec.loader is None or not spec.has_location:
        return
    fresh = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fresh)
    for name, value in vars(fresh).items():
        if not name.startswith("__") and _differs(value, vars(module).get(name)):
            raise Changed(f"{module.__name__}.{name}")


def _differs(written: Any, there: Any) -> bool:
    """Is it surely something else? Values that can't be compared count as equal."""
    if isinstance(written, FunctionType):
        return not isinstance(there, FunctionType) or (written.__code__, written.__defaults__) != (
            there.__code__,
            there.__defaults__,
        )
    if isinstance(written, property):
        return not isinstance(there, property) or _differs(written.fget, there.fget)
    if isinstance(written, type):
        return not isinstance(there, type) or any(
            _differs(value, vars(there).get(name))
            for name, value in vars(written).items()
            if name != VARIANT and isinstance(value, FunctionType | property) and not name.startswith("__")
        )
    return _is_plain(written) and bool(written != there)


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_is_plain, (*value, *value.values())))
    if isinstance(value, tuple | frozenset):
        return all(map(_is_plain, value))
    return isinstance(value, PLAIN)
