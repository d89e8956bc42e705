"""What every board has: a view to show, a question perhaps, and what may be done now, as buttons and keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text
from textual.containers import Vertical
from textual.message import Message

from tavola.core.contract import Event, Seat
from tavola.terminal.app.source import AnyRules, AnyView
from tavola.terminal.app.ways import Action
from tavola.terminal.drawings.pen import Pen
from tavola.terminal.drawings.render import renderer_of


class Board(Vertical):
    """The middle of the table. `ask` puts a question, `show` takes it back."""

    DEFAULT_CSS = """
    Board { height: auto; width: 1fr; }
    """

    class Changed(Message):
        """What may be done now is different: the buttons are drawn anew."""

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

    # ---- what it is told ----

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

    # ---- what each kind of board says ----

    def heard(self, events: Sequence[Event]) -> None:
        """What has just happened, where the view alone does not show it."""

    def forget(self) -> None:
        """Nothing is picked any more."""

    def draw(self) -> None:
        """Show it all anew."""
        self.post_message(self.Changed())

    def actions(self) -> list[Action]:
        """What may be done with what is picked."""
        return []

    def status(self) -> Text:
        """One line about the moment."""
        return Text()

    def prompt(self) -> str:
        """What a person is to do."""
        return ""

    def press(self, key: str) -> bool:
        """A key that means something here?"""
        for action in self.actions():
            if action.key == key:
                self.choose(action.move)
                return True
        return False

    def choose(self, move: Any) -> None:
        """The question is taken back at once: nobody decides twice."""
        if self.asked is not None and self.view is not None:
            self.post_message(self.Chosen(move, self.asked, self.view))
            self.show(self.view)
