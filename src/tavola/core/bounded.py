"""Numbers as people type them, within bounds; None for what is no such number."""

from __future__ import annotations

import re
from decimal import Decimal

DIGITS = re.compile(r"[0-9]{1,20}", re.ASCII)
SHORT = re.compile(r"[0-9][0-9_]{0,20}(\.[0-9]{1,20})?([eE]\+?[0-9]{1,2})?")  # 10000, 1_000_000, 1e6, 2.5e6


def read_whole(text: str, low: int, high: int, *, short: bool = False) -> int | None:
    """A whole number; `short` ones too: 1e6.

    >>> read_whole("1e6", 1, 10_000_000, short=True), read_whole("1e6", 1, 10), read_whole("11", 1, 10)
    (1000000, None, None)
    """
    if not (SHORT if short else DIGITS).fullmatch(text):
        return None
    value = Decimal(text)
    return int(value) if low <= value <= high and value == value.to_integral_value() else None


def read_number(text: str, low: float, high: float) -> float | None:
    """A number with or without a point, such as seconds."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if low <= value <= high else None
