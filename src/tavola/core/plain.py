"""Values as plain data: what JSON has. `core/codec.py` reads it back."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

ALREADY = frozenset({int, str, bool, float, type(None)})


def plain(value: Any) -> Any:
    """A value as numbers, texts, lists and dicts; TypeError for one that has no such form."""
    if type(value) in ALREADY:
        return value
    if (own := getattr(value, "to_data", None)) is not None:
        return own()
    if isinstance(value, tuple) and (names := getattr(value, "_fields", None)) is not None:
        return {name: plain(item) for name, item in zip(names, value, strict=True)}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, Set):
        return [plain(item) for item in sorted(value)]
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Fraction):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value) if field.init}
    if isinstance(value, int | float | str):  # a kind of number or text, NumPy's for one
        return value.__int__() if isinstance(value, int) else value
    raise TypeError(f"{value!r} has no plain form; give {type(value).__name__} to_data and from_data")
