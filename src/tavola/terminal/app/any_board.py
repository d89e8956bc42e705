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
        self.lines.update(Text("\n").join(self._below()))
        self.moves.clear_options()
        if view is not None and self.asked is not None and not self.throwing:
            labels = [choice.label for choice in self.look.choices(self.pen, view)]
            self.moves.add_options([Text(f"{n} {label}") for n, label in enumerate(labels, 1)])
            self.moves.focus()
        super().draw()

    def _below(self) -> list[Text]:
        """What lies before the player; where the game stands is told above already."""
        if self.view is None:
            return []
        above = self.look.table(self.pen, self.view)
        return [line for line in self.look.hand(self.pen, self.view) if line not in above]

    def press(self, key: str) -> bool:
        """A digit is the number of a move."""
        if key.isdecimal() and 0 < int(key) <= self.moves.option_count:
            self._choose(int(key) - 1)
            return True
        return super().press(key)

    def _choose(self, place: int) -> None:
        if self.view is not None and self.asked is not None:
            self.choose(self.look.choices(self.pen, self.view)[place].move)

    def actions(self) -> list[Action]:
        return [Action(ENTER, "", None)] if self.throwing else []

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._choose(event.option_index)


def board_of(rules: AnyRules, pen: Pen) -> Board:
    """The board that a game names, or the one for any."""
    board: type[Board] = parts_of(rules.info.name).part("board") or AnyBoard
    return board(rules, pen)
