"""What a dice bot may aim at."""

from __future__ import annotations

from tavola.core.errors import BadOption

WIN, TURNS = "win", "turns"


def aim_of(argument: str) -> str:
    """What follows the colon: nothing or `win`, or `turns`."""
    wanted = argument.strip().lower() or WIN
    if wanted not in (WIN, TURNS):
        raise BadOption(
            f"the bot optimal aims at the win, or as optimal:turns at the fewest turns; not {argument[:40]!r}"
        )
    return wanted
