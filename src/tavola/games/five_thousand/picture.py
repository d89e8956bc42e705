"""The table of 5000 as plain data, for a page or for a program across a wire; `read` is its inverse."""

from __future__ import annotations

from typing import Any

from tavola.games.five_thousand.rules import State, seat_of
from tavola.pieces.dice import faces, from_faces
from tavola.pieces.seats import eight


def picture(s: State) -> dict[str, Any]:
    return {
        "seats": s.seats,
        "player": seat_of(s),
        "turns": s.turn,  # played by everyone together
        "scores": list(s.scores[: s.seats]),
        "hand": s.hand,  # hands already played in this turn
        "turn_score": s.turn_score,
        "dice": list(faces(s.dice)),
        "in_hand": s.in_hand,  # how many dice are about to be rolled
        "winner": None if s.winner < 0 else s.winner,
    }


def read(told: dict[str, Any]) -> State:
    return State(
        seats=told["seats"],
        turn=told["turns"],
        scores=eight(told["scores"]),
        hand=told["hand"],
        turn_score=told["turn_score"],
        dice=from_faces(told["dice"]),
        in_hand=told["in_hand"],
        winner=-1 if told["winner"] is None else told["winner"],
    )
