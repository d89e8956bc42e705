"""What every board has: a view to show, perhaps a question, and what may be done now, as buttons and keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import OptionList, Static

from tavola.core.contract import Event, Seat
from tavola.games import parts_of
from tavola.terminal.app.source import AnyRules, AnyView
from tavola.terminal.app.ways import ENTER, Action
from tavola.terminal.drawings.pen import Pen
from tavola.terminal.drawings.render import renderer_of


class Board(Vertical):
    """The middle of the table. `ask` asks for a decision, `show` withdraws the question."""

    DEFAULT_CSS = """
    Board { height: auto; width: 1fr; }
    """

    class Changed(Message):
        """The possible actions have changed: the buttons are drawn anew."""

    class Chosen(Message):
        """A person has decided. None throws the dice."""

        def __init__(self, move: Any, seat: Seat, view: AnyView) -> None:
            super().__init__()
            self.move, self.seat, self.view = move, seat, view

    def __init__(self, rules: AnyRules, pen: Pen) -> None:
        super().__init__(id="board")
        self.rules = rules
        self.pen = pen
        self.look = renderer_of(rules)
        self.view: AnyView | None = None
        self.asked: Seat | None = None
        self.throwing = False
        self.small = False

    # ---- input ----

    def show(self, view: AnyView | None, events: Sequence[Event] = ()) -> None:
        self.view, self.asked, self.throwing = view, None, False
        self.heard(events)
        self.forget()
        self.draw()

    def ask(self, seat: Seat, view: AnyView, *, throwing: bool = False) -> None:
        self.view, self.asked, self.throwing = view, seat, throwing
        self.forget()
        self.draw()

    def use(self, pen: Pen, small: bool) -> None:
        """Another language, or another size."""
        self.pen, self.small = pen, small
        self.draw()

    # ---- what each kind of board defines ----

    def heard(self, events: Sequence[Event]) -> None:
        """What has just happened, where the view alone does not show it."""

    def forget(self) -> None:
        """Clears what is picked."""

    def draw(self) -> None:
        """Draws everything anew."""
        self.post_message(self.Changed())

    def actions(self) -> list[Action]:
        """What may be done with the picked things."""
        return []

    def status(self) -> Text:
        """One line about the moment."""
        return Text()

    def prompt(self) -> str:
        """What the person is asked to do."""
        return ""

    def press(self, key: str) -> bool:
        """Handles a key; does it mean something here?"""
        for action in self.actions():
            if action.key == key:
                self.choose(action.move)
                return True
        return False

    def choose(self, move: Any) -> None:
        """Withdraws the question at once, so that nobody decides twice."""
        if self.asked is not None and self.view is not None:
            self.post_message(self.Chosen(move, self.asked, self.view))
            self.show(self.view)


class AnyBoard(Board):
    """Any game: the table in words, and the moves in a list. For games that name no board."""

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
        """What the player who decides sees; the state of the game is shown above already."""
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
