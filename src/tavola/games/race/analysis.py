"""What 5000 and Dice Poker share as races to a goal: three aims, and reports of their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from tavola.analysis import Table, fraction, store
from tavola.analysis.words import decimal
from tavola.core.contract import Rules
from tavola.core.errors import BadOption, TavolaError
from tavola.core.options import describe, text
from tavola.core.words import Lang, Phrase

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AIMS = ("points", "turns", "win")
AXES = {"points": "points to expect of this turn", "turns": "turns to the goal", "win": "chance to win"}
VALUES = {
    "points": Phrase("{v} points of this turn", "{v} points de ce tour", "{v} punti di questo turno"),
    "turns": Phrase("{v} more turns", "encore {v} tours", "ancora {v} turni"),
    "win": Phrase("{v} % to win", "{v} % de gagner", "{v} % di vincere"),
}

M = TypeVar("M")


def aim(total: int | None, opponent: int | None) -> str:
    """The most points of this turn; with a total the fewest turns; with an opponent the best chance."""
    return "win" if opponent is not None else "turns" if total is not None else "points"


def check_aim(aim: str) -> None:
    if aim not in AIMS:
        raise BadOption(f"there is no aim {aim[:40]!r}; there are: {', '.join(AIMS)}")


# ---- explain ----


def explained(
    valued: Iterable[tuple[M, Any]], aim: str, why: Callable[[M], Phrase], lang: Lang
) -> list[dict[str, Any]]:
    """Moves and their worth, as a report has them: the best first, with reasons."""
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


def moves_table(report: dict[str, Any]) -> Table:
    rows = tuple((m["move"], m["says"], m["reason"]) for m in report["moves"])
    return Table(report["position"]["dice"], ("move", "value", "why"), rows)


def moves_figure(game: str, report: dict[str, Any]) -> Figure:
    from tavola.analysis import plots

    title = f"{game}: what to do with {report['position']['dice']}"
    return plots.moves(title, report["moves"], AXES[report["aim"]], report["aim"] == "win")


# ---- solve ----


def headline(rules: Rules[Any, Any], a_turn: dict[str, Any], alone: store.StoredResult) -> dict[str, Any]:
    """The figures of a solved game; a caller that has solved it for two adds those."""
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


def solved_table(report: dict[str, Any], title: str, best: dict[str, Any], note: str = "") -> Table:
    """`best` is the exact mean of a turn played for the most points."""
    turns, wins = report["turns_to_goal"], report["first_player_wins"]
    rows = [
        ("points of a turn, at best", f"{best['p']:.6f}", f"exact: {best['exact']}"),
        ("turns to the goal, alone", f"{turns['p']:.10f}", f"residual {turns['residual']:.0e}"),
    ]
    if wins:
        said = f"{100 * wins['p']:.8f} %"
        rows.append(("first of two players wins", said, f"residual {wins['residual']:.0e}"))
    return Table(title, ("", "value", "how sure"), tuple(rows), report.get("note", note))


def check_drawn(report: dict[str, Any]) -> None:
    """Refuse if the game for two was not solved: there is nothing to draw."""
    if report["first_player_wins"] is None:
        raise TavolaError("there is no plot of this goal: the game for two is not solved so far up")
