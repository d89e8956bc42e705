"""What 5000 and Dice Poker share as races to a goal: three aims, and how values by them are reported."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, TypeVar

from tavola.analysis import fraction, store
from tavola.analysis.words import decimal
from tavola.core.contract import Rules
from tavola.core.options import describe, text
from tavola.core.words import Lang, Phrase

VALUES = {
    "points": Phrase("{v} points of this turn", "{v} points de ce tour", "{v} punti di questo turno"),
    "turns": Phrase("{v} more turns", "encore {v} tours", "ancora {v} turni"),
    "win": Phrase("{v} % to win", "{v} % de gagner", "{v} % di vincere"),
}

M = TypeVar("M")


def aim(total: int | None, opponent: int | None) -> str:
    """The most points of this turn; with a total the fewest turns; with an opponent the best chance."""
    return "win" if opponent is not None else "turns" if total is not None else "points"


# ---- explain ----


def explained(
    valued: Iterable[tuple[M, Any]], aim: str, why: Callable[[M], Phrase], lang: Lang
) -> list[dict[str, Any]]:
    """Moves and what they are worth, as a report has them: the best first, with reasons."""
    found = sorted(valued, key=lambda pair: pair[1], reverse=True)
    best = found[0][1]
    return [
        {
            "move": str(move),
            "value": _as_json(aim, worth),
            "behind": float(best - worth),
            "says": _in_words(aim, worth).in_(lang),
            "reason": why(move).in_(lang),
        }
        for move, worth in found
    ]


def _as_json(aim: str, worth: Any) -> dict[str, Any]:
    if isinstance(worth, Fraction):
        return fraction(worth)
    return {"exact": None, "p": -worth if aim == "turns" else worth}


def _in_words(aim: str, worth: Any) -> Phrase:
    shown = decimal(100 * worth, 2) if aim == "win" else decimal(abs(worth), 2)
    return VALUES[aim].fill(v=shown)


# ---- solve ----


def headline(rules: Rules[Any, Any], a_turn: dict[str, Any], alone: store.StoredResult) -> dict[str, Any]:
    """The figures of a solved game; whoever has solved it for two puts that in."""
    options = rules.options
    return {
        "game": rules.info.name,
        "options": {name: text(getattr(options, name)) for name in describe(type(options))},
        **a_turn,
        "turns_to_goal": figure(alone, alone.arrays["turns"][0]),
        "first_player_wins": None,
    }


def figure(solved: store.StoredResult, value: Any) -> dict[str, Any]:
    """A value of float64, with the residual of the equations it comes from."""
    return {"exact": None, "p": float(value), "residual": solved.data["residual"]}
