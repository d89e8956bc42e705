"""The games as the tests play them, with a variant or two each."""

from __future__ import annotations

from typing import Any

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("421", 2, {}),
    ("421", 5, {"knock": "1/10", "count": "last_throw", "suites": False}),
    ("5000", 3, {"goal": 1000, "brelan_of_aces": "best"}),
    ("5000", 1, {"goal": 500}),
    ("dice-poker", 2, {}),
    ("dice-poker", 3, {"rerolls": 2, "goal": 200, "points": "linear"}),
    ("spazzino", 2, {}),
    ("scopetta", 2, {"primiera": "sevens", "napola": False}),
    ("tombolon", 2, {"colour": "any_three"}),
    ("tombolon", 4, {"padova": True}),
]
NAMES = [f"{game}-{seats}" for game, seats, _ in GAMES]
