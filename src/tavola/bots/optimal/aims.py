"""What a dice bot may aim at: the win, the fewest turns to the goal, or the most points of each turn."""

from __future__ import annotations

from tavola.core.errors import BadOption
from tavola.core.words import Phrase

WIN, TURNS, POINTS = "win", "turns", "points"


AIMS_AT = Phrase(
    "the bot optimal aims at the win, optimal:{turns} at the fewest turns, optimal:{points} at the most "
    "points of each turn; not {given}",
    "le bot optimal vise la victoire, optimal:{turns} le moins de tours, optimal:{points} le plus de "
    "points à chaque tour ; pas {given}",
    "il bot optimal mira alla vittoria, optimal:{turns} a meno turni, optimal:{points} a più punti in ogni "
    "turno; non {given}",
)


def aim_of(argument: str) -> str:
    """What follows the colon; nothing stands for the win."""
    wanted = argument.strip().lower() or WIN
    if wanted not in (WIN, TURNS, POINTS):
        raise BadOption(AIMS_AT.fill(turns=TURNS, points=POINTS, given=repr(argument[:40])))
    return wanted


def solved_aim(aim: str, against_others: bool) -> str:
    """The aim itself, or the nearest one: where play against others is not solved, the fewest turns."""
    return TURNS if aim == WIN and not against_others else aim
