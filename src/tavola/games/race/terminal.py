"""The table of a race to a goal: totals, and how far each player has come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from tavola.core.contract import CHANCE, OVER, Seat, View
from tavola.core.words import Phrase
from tavola.terminal.drawings.dice import lying
from tavola.terminal.drawings.pen import QUIET, TOKEN, Pen
from tavola.terminal.drawings.render import Renderer, marked

POINTS = Phrase("{who}: {n} of {goal}", "{who} : {n} sur {goal}", "{who}: {n} su {goal}")
TOTAL = Phrase("total {n} of {goal}", "total {n} sur {goal}", "totale {n} su {goal}")


class RaceTable(Renderer):
    """The player on turn, and how far each has come."""

    def seat_of(self, table: Any) -> Seat:
        """The seat on turn, by the game's own rules."""
        raise NotImplementedError

    def on_turn(self, view: View[Any, Any]) -> Seat | None:
        return None if view.actor == OVER else self.seat_of(view.table)

    def throws(self, view: View[Any, Any]) -> Seat | None:
        return self.seat_of(view.table) if view.actor == CHANCE else None

    def table(self, pen: Pen, view: View[Any, Any]) -> list[Text]:
        s = view.table
        return race(pen, s.scores[: s.seats], view.options.goal, self.on_turn(view))

    def hand(self, pen: Pen, view: View[Any, Any]) -> list[Text]:
        return lying(pen, view.table.dice)


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
