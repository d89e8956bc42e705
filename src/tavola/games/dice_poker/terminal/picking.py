"""What can be done with the picked dice of Dice Poker."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.core.contract import Event, Seat
from tavola.games.dice_poker.events import Rolled
from tavola.games.dice_poker.moves import Reroll, Stand
from tavola.games.dice_poker.terminal import drawing
from tavola.pieces.dice import high_to_low, others
from tavola.terminal.app import words as w
from tavola.terminal.app.source import AnyView
from tavola.terminal.app.ways import ENTER, Action, named, with_enter
from tavola.terminal.drawings.pen import Pen


class Picking:
    """How the dice are picked."""

    means, word = w.PICK_TO_THROW, w.AGAIN

    def lying(self, view: AnyView) -> int:
        return others(view.table.dice, view.table.in_hand)

    def falling(self, view: AnyView) -> int:
        return int(view.table.in_hand).bit_count()

    def thrown(self, events: Sequence[Event]) -> tuple[Seat, int] | None:
        return next(((each.seat, each.dice) for each in events if isinstance(each, Rolled)), None)

    def actions(self, pen: Pen, view: AnyView, picked: int) -> list[Action]:
        again = Reroll(high_to_low(picked))
        found = []
        if picked and again in view.moves:
            found.append(Action(ENTER, pen.word(drawing.REROLL, dice=again.dice), again))
        if Stand() in view.moves:
            found.append(Action("s", pen.word(drawing.STAND), Stand()))
        return with_enter(found, view, None if picked else Stand())

    def pickable(self, view: AnyView) -> frozenset[int]:
        return named(move.dice for move in view.moves if isinstance(move, Reroll))
