"""Any game at all: what lies there in words, and the moves in a list."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import OptionList, Static

from tavola.games import parts_of
from tavola.terminal.app.board import Board
from tavola.terminal.app.source import AnyRules
from tavola.terminal.app.ways import ENTER, Action
from tavola.terminal.drawings.pen import Pen


class AnyBoard(Board):
    """For games that name no board."""

    def __init__(self, rules: AnyRules, pen: Pen) -> None:
        super().__init__(rules, pen)
        self.lines = Static(id="lines")
        self.moves = OptionList(id="moves")

    def compose(self) -> ComposeResult:
        yield self.lines
        yield self.moves

    def draw(self) -> None:
        view = self.view
        shown = [] if view is None else self.look.hand(self.pen, view)
        self.lines.update(Text("\n").join(shown))
        self.moves.clear_options()
        if view is not None and self.asked is not None and not self.throwing:
            self.moves.add_options([Text(choice.label) for choice in self.look.choices(self.pen, view)])
            self.moves.focus()
        super().draw()

    def actions(self) -> list[Action]:
        return [Action(ENTER, "", None)] if self.throwing else []

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self.view is not None and self.asked is not None:
            self.choose(self.look.choices(self.pen, self.view)[event.option_index].move)


def board_of(rules: AnyRules, pen: Pen) -> Board:
    """The board that a game names, or the one for any."""
    board: type[Board] = parts_of(rules.info.name).part("board") or AnyBoard
    return board(rules, pen)
