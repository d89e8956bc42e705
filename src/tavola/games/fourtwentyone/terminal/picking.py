"""What can be done with the picked dice of 421."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.core.contract import Event, Seat
from tavola.games.fourtwentyone import events as e
from tavola.games.fourtwentyone.moves import Stop, Throw
from tavola.games.fourtwentyone.rules import STOP
from tavola.games.fourtwentyone.terminal import drawing
from tavola.pieces.dice import faces, high_to_low
from tavola.terminal.app import words as w
from tavola.terminal.app.source import AnyView
from tavola.terminal.app.ways import ENTER, Action, with_enter
from tavola.terminal.drawings.pen import Pen


class Picking:
    """How the dice are picked."""

    means, word = w.PICK_TO_KEEP, w.KEEPS

    def lying(self, view: AnyView) -> int:
        go = view.table.go
        return int(go.kept if go.in_hand else go.dice)

    def falling(self, view: AnyView) -> int:
        go = view.table.go
        return int(go.in_hand) or (0 if go.dice else STOP.bit_count())  # before the first throw: all of them

    def thrown(self, events: Sequence[Event]) -> tuple[Seat, int] | None:
        for event in events:
            match event:
                case e.Announced(seat, dice):
                    return seat, dice
                case e.Opened(seat, dice):
                    return seat, dice
        return None

    def actions(self, pen: Pen, view: AnyView, picked: int) -> list[Action]:
        keep, found = high_to_low(picked), []
        for move in view.moves:
            if isinstance(move, Stop):
                found.append(Action("s", pen.word(drawing.STOP), move))
            elif move.keep == keep:
                found.append(Action("h" if move.hit else ENTER, _throw_label(pen, move), move))
        everything = len(faces(picked)) == len(faces(view.table.go.dice))
        return with_enter(found, view, Stop() if everything else None)

    def pickable(self, view: AnyView) -> frozenset[int]:
        return frozenset(faces(view.table.go.dice))


def _throw_label(pen: Pen, move: Throw) -> str:
    if move.hit:
        return pen.word(w.KEEP_AND_HIT)
    return pen.word(drawing.KEEP, dice=move.keep) if move.keep else pen.word(drawing.THROW_ALL)
