"""The lines in which the original 5000 server spoke, without any connection."""

from __future__ import annotations

import json

from tavola.games.five_thousand.rules import State, seat_of

PROMPT = ">> "
NOT_OPEN_YET = "the tournament is not open yet"  # who comes before the day of a contest is told so
DAY_IS_OVER = "the tournament is over"  # what who comes then is told begins so


def state_line(s: State) -> str:
    """`STATE: {json}` as the player on turn is told it, keys sorted.

    Written out rather than left to json, because a busy server says little else.
    """
    return (
        f'STATE: {{"dices": [{", ".join(str(s.dice)) if s.dice else ""}], "played_hands": {s.hand}, '
        f'"played_turns": {s.turn // s.seats}, "total_score": {s.scores[seat_of(s)]}, '
        f'"turn_score": {s.turn_score}}}'
    )


def starting_line(names: list[str]) -> str:
    """`STARTING ["name", ...]`, in playing order."""
    return f"STARTING {json.dumps(names)}"
