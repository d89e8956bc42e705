"""The table of Dice Poker as plain data, for a page or a program at the far end of a wire.

`read` is the inverse.
"""

from __future__ import annotations

from typing import TypedDict

from tavola.core.contract import Seat
from tavola.games.dice_poker.rules import State
from tavola.pieces.dice import faces, from_faces
from tavola.pieces.seats import eight, group_of, members


class Picture(TypedDict):
    seats: int
    player: Seat
    turns: int  # begun by everyone together
    scores: list[int]
    dice: list[int]
    in_hand: list[int]  # the positions about to be rolled, from 0
    rerolls: int  # left in this turn
    over: bool


def draw(s: State) -> Picture:
    return {
        "seats": s.seats,
        "player": s.turn % s.seats,
        "turns": s.turn,
        "scores": list(s.scores[: s.seats]),
        "dice": list(faces(s.dice)),
        "in_hand": members(s.in_hand),
        "rerolls": s.rerolls,
        "over": bool(s.over),
    }


def read(told: Picture) -> State:
    return State(
        seats=told["seats"],
        turn=told["turns"],
        scores=eight(told["scores"]),
        dice=from_faces(told["dice"]),
        in_hand=group_of(told["in_hand"]),
        rerolls=told["rerolls"],
        over=int(told["over"]),
    )
