"""What a dice bot may aim at: the win, the fewest turns to the goal, or the most points of each turn."""

from __future__ import annotations

from tavola.core.errors import BadOption

WIN, TURNS, POINTS = "win", "turns", "points"


def aim_of(argument: str) -> str:
    """What follows the colon; nothing stands for the win."""
    wanted = argument.strip().lower() or WIN
    if wanted not in (WIN, TURNS, POINTS):
        there = f"optimal:{TURNS} at the fewest turns, optimal:{POINTS} at the most points of each turn"
        raise BadOption(f"the bot optimal aims at the win, {there}; not {argument[:40]!r}")
    return wanted


def solved_aim(aim: str, against_others: bool) -> str:
    """The aim itself, or the nearest one: where play against others is not solved, the fewest turns."""
    return TURNS if aim == WIN and not against_others else aim
