"""The fields of a plan as a file holds them: somebody may have written into it by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tavola.core.errors import BadOption


def text(data: Mapping[str, Any], field: str) -> str:
    value = data[field]
    if not isinstance(value, str) or not value:
        raise _wrong(field, "a text", value)
    return value


def flag(data: Mapping[str, Any], field: str) -> bool:
    value = data[field]
    if not isinstance(value, bool):
        raise _wrong(field, "true or false", value)
    return value


def whole(data: Mapping[str, Any], field: str, low: int | None = None, high: int | None = None) -> int:
    """A whole number, in its limits where it has some."""
    value = data[field]
    span = "" if low is None or high is None else f" from {low} to {high}"
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(field, f"a whole number{span}", value)
    if (low is not None and value < low) or (high is not None and value > high):
        raise _wrong(field, f"a whole number{span}", value)
    return value


def seconds(data: Mapping[str, Any], field: str, most: float) -> float:
    value = data[field]
    # Written so that it is false of NaN too.
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
        raise _wrong(field, f"seconds, more than 0 and at most {most:.0f}", value)
    return value


def texts(data: Mapping[str, Any], field: str) -> dict[str, str]:
    value = data[field]
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise _wrong(field, 'texts with names, such as {"goal": "1000"}', value)
    return value


def _wrong(field: str, should_be: str, value: object) -> BadOption:
    shown = repr(value) if not isinstance(value, int) or abs(value) < 10**30 else "so large a number"
    return BadOption(f'"{field}" should be {should_be}, not {shown[:40]}')
