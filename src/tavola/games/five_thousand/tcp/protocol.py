"""The lines of the original 5000 server, without any connection."""

from __future__ import annotations

import json

from tavola.games.five_thousand.rules import State, seat_of

PROMPT = ">> "
NOT_OPEN_YET = "the tournament is not open yet"  # how a connection is refused before the day of a contest
DAY_IS_OVER = "the tournament is over"  # how the refusal of a connection begins after it


def state_line(s: State) -> str:
    """`STATE: {json}` for the player to move, keys sorted.

    Written out rather than left to json, for speed: it is most of what a busy server sends.
    """
    return (
        f'STATE: {{"dices": [{", ".join(str(s.dice)) if s.dice else ""}], "played_hands": {s.hand}, '
        f'"played_turns": {s.turn // s.seats}, "total_score": {s.scores[seat_of(s)]}, '
        f'"turn_score": {s.turn_score}}}'
    )


def starting_line(names: list[str]) -> str:
    """`STARTING ["name", ...]`, in playing order."""
    return f"STARTING {json.dumps(names)}"
