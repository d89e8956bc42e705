"""What can be done with the picked dice of 5000."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.core.contract import Event, Seat
from tavola.games.five_thousand.events import Rolled
from tavola.games.five_thousand.moves import Bank, Play, Trash
from tavola.games.five_thousand.terminal import drawing
from tavola.pieces.dice import high_to_low
from tavola.terminal.app import words as w
from tavola.terminal.app.source import AnyView
from tavola.terminal.app.ways import ENTER, Action, named, with_enter
from tavola.terminal.drawings.pen import Pen


class Picking:
    """How the dice are picked."""

    means, word = w.PICK_TO_PLAY, w.PLAYS

    def lying(self, view: AnyView) -> int:
        return int(view.table.dice)

    def falling(self, view: AnyView) -> int:
        return int(view.table.in_hand)

    def thrown(self, events: Sequence[Event]) -> tuple[Seat, int] | None:
        return next(((each.seat, each.dice) for each in events if isinstance(each, Rolled)), None)

    def actions(self, pen: Pen, view: AnyView, picked: int) -> list[Action]:
        play = Play(high_to_low(picked)) if picked else None
        labels = {choice.move: choice.label for choice in drawing.FiveThousandTable().choices(pen, view)}
        found = [Action(ENTER, labels[play], play)] if play in labels else []
        if Bank() in view.moves:
            found.append(Action("b", pen.word(drawing.BANK, n=view.table.turn_score), Bank()))
        if Trash() in view.moves:
            found.append(Action("t", pen.word(drawing.TRASH), Trash()))
        return with_enter(found, view)

    def pickable(self, view: AnyView) -> frozenset[int]:
        return named(move.dice for move in view.moves if isinstance(move, Play))
