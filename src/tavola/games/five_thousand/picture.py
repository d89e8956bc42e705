"""The table of 5000 as plain data, for a page or for a program across a wire; `read` is its inverse."""

from __future__ import annotations

from typing import TypedDict

from tavola.core.contract import Seat
from tavola.games.five_thousand.rules import State, seat_of
from tavola.pieces.dice import faces, from_faces
from tavola.pieces.seats import eight


class Picture(TypedDict):
    seats: int
    player: Seat
    turns: int  # played by everyone together
    scores: list[int]
    hand: int  # hands already played in this turn
    turn_score: int
    dice: list[int]
    in_hand: int  # how many dice are about to be rolled
    winner: Seat | None


def draw(s: State) -> Picture:
    return {
        "seats": s.seats,
        "player": seat_of(s),
        "turns": s.turn,
        "scores": list(s.scores[: s.seats]),
        "hand": s.hand,
        "turn_score": s.turn_score,
        "dice": list(faces(s.dice)),
        "in_hand": s.in_hand,
        "winner": None if s.winner < 0 else s.winner,
    }


def read(told: Picture) -> State:
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
