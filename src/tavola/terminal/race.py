"""The table of a game in which everyone runs for a goal: totals, and how far each has come."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tavola.core.contract import Seat
from tavola.core.words import Phrase
from tavola.terminal.pen import QUIET, TOKEN, Pen
from tavola.terminal.render import marked

POINTS = Phrase("{who}: {n} of {goal}", "{who} : {n} sur {goal}", "{who}: {n} su {goal}")


def race(pen: Pen, scores: Sequence[int], goal: int, on_turn: Seat | None) -> list[Text]:
    """One line each: the total, and a bar up to the goal."""
    if pen.plain:
        return [
            Text(pen.word(POINTS, who=pen.names[seat], n=total, goal=goal))
            for seat, total in enumerate(scores)
        ]
    digits = max(len(str(goal)), *(len(str(total)) for total in scores))
    across = 12 if pen.narrow else 24
    return [
        marked(pen, seat, on_turn) + Text(f" {total:>{digits}} ") + bar(total, goal, across)
        for seat, total in enumerate(scores)
    ]


def bar(total: int, goal: int, across: int) -> Text:
    """How far a total has come, as a line."""
    done = max(0, min(across, total * across // goal))
    return Text.assemble(("━" * done, TOKEN), ("─" * (across - done), QUIET))
