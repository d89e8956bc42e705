"""The lines in which the original 5000 server spoke, without any connection."""

from __future__ import annotations

import json

from tavola.games.five_thousand.rules import State, seat_of
from tavola.pieces.dice import faces

PROMPT = ">> "


def state_line(s: State) -> str:
    """`STATE: {json}` as the player on turn is told it, keys sorted."""
    seat = seat_of(s)
    told = {
        "dices": list(faces(s.dice)),
        "played_hands": s.hand,
        "played_turns": s.turn // s.seats,
        "total_score": s.scores[seat],
        "turn_score": s.turn_score,
    }
    return f"STATE: {json.dumps(told, sort_keys=True)}"


def starting_line(names: list[str]) -> str:
    """`STARTING ["name", ...]`, in playing order."""
    return f"STARTING {json.dumps(names)}"
