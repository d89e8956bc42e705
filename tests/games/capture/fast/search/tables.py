"""The tables at which the card search is tried: every game, the options that change its cards or its end."""

from __future__ import annotations

from typing import Any

import tavola
from tavola.games.capture.variant import Variant

VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("spazzino", 2, {}),
    ("scopetta", 2, {}),
    ("scopetta", 2, {"primiera": "sevens", "napola": False}),
    ("tombolon", 2, {}),
    ("tombolon", 2, {"colour": "any_three", "call_out": False}),
    ("tombolon", 4, {}),
    ("tombolon", 2, {"padova": True}),
    ("tombolon", 4, {"padova": True}),
]


def variant(game: str, options: dict[str, Any]) -> Variant:
    made: Variant = tavola.rules(game, **options).options.variant
    return made
