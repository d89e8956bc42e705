"""The table of Dice Poker as plain data, for a page or a program at the far end of a wire.

`read` is the inverse.
"""

from __future__ import annotations

from typing import Any

from tavola.games.dice_poker.rules import State
from tavola.pieces.dice import faces, from_faces
from tavola.pieces.seats import eight, group_of, members


def picture(s: State) -> dict[str, Any]:
    return {
        "seats": s.seats,
        "player": s.turn % s.seats,
        "turns": s.turn,  # begun by everyone together
        "scores": list(s.scores[: s.seats]),
        "dice": list(faces(s.dice)),
        "in_hand": members(s.in_hand),  # the positions about to be rolled, from 0
        "rerolls": s.rerolls,  # left in this turn
        "over": bool(s.over),
    }


def read(told: dict[str, Any]) -> State:
    return State(
        seats=told["seats"],
        turn=told["turns"],
        scores=eight(told["scores"]),
        dice=from_faces(told["dice"]),
        in_hand=group_of(told["in_hand"]),
        rerolls=told["rerolls"],
        over=int(told["over"]),
    )
