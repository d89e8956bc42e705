"""A tray of dice."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from tavola.core.contract import Event, Seat
from tavola.games import parts_of
from tavola.pieces.dice import faces, from_faces
from tavola.terminal.app import words as w
from tavola.terminal.app.board import Board
from tavola.terminal.app.row import FAINT, LIT, PICKED, PLAIN, Row, RowItem
from tavola.terminal.app.source import AnyRules
from tavola.terminal.app.ways import ENTER, Action, DicePicking
from tavola.terminal.drawings.dice import Group, draw
from tavola.terminal.drawings.pen import Pen

WIDE = 80
_EDGE = ("╭╌╌╌╌╌╌╌╮", *["╎       ╎"] * 3, "╰╌╌╌╌╌╌╌╯")


class DiceBoard(Board):
    """The dice of the player on turn; a person picks some of their own."""

    def __init__(self, rules: AnyRules, pen: Pen) -> None:
        super().__init__(rules, pen)
        self.ways: DicePicking = parts_of(rules.info.name).part("picking")()
        self.picked: set[int] = set()  # indices of picked dice in the tray
        self.last: tuple[Seat, int] | None = None  # the last throw, and whose
        self.whose = Static(id="whose")
        self.tray = Row(id="tray", gap=1)

    def compose(self) -> ComposeResult:
        yield self.whose
        yield self.tray

    def forget(self) -> None:
        self.picked.clear()

    def draw(self) -> None:
        self.tray.show(self._items())
        self.whose.update(self._whose())
        super().draw()

    def heard(self, events: Sequence[Event]) -> None:
        """The last throw stays visible until the next: it may have ended a turn."""
        self.last = self.ways.thrown(events) or self.last

    def _items(self) -> list[RowItem]:
        if self.view is None:
            return []
        deciding = self.asked is not None and not self.throwing
        lying, falling = self.ways.lying(self.view), self.ways.falling(self.view)
        if self._shows_last():
            assert self.last is not None
            lying, falling = self.last[1], 0
        can = self.ways.pickable(self.view) if deciding else frozenset()
        found = [self._item(place, face, deciding, face in can) for place, face in enumerate(faces(lying))]
        return found + [RowItem(tuple(Text(line, "dim") for line in _EDGE))] * falling

    def _shows_last(self) -> bool:
        """No dice are on the table, and nobody here is about to throw: show the last throw."""
        assert self.view is not None
        return self.last is not None and self.asked is None and not self.ways.lying(self.view)

    def _whose(self) -> Text:
        if self.view is None:
            return Text()
        seat = self.last[0] if self._shows_last() and self.last else self.look.on_turn(self.view)
        return Text("" if seat is None else self.pen.names[seat], "dim", justify="center")

    def _item(self, place: int, face: int, deciding: bool, can: bool) -> RowItem:
        drawn = tuple(line[2:] for line in draw([Group(face)], WIDE))
        if not deciding:
            return RowItem(drawn)
        if place in self.picked:
            return RowItem(drawn, f"{place + 1} {self.pen.word(self.ways.word)}", PICKED)
        return RowItem(drawn, str(place + 1), LIT if can and self._few() else PLAIN if can else FAINT)

    def _few(self) -> bool:
        """Dice are highlighted only if some can't be picked."""
        assert self.view is not None
        return not set(faces(self.ways.lying(self.view))) <= self.ways.pickable(self.view)

    # ---- picking ----

    def actions(self) -> list[Action]:
        if self.view is None or self.asked is None:
            return []
        if self.throwing:
            return [Action(ENTER, self.pen.word(w.THROW_DICE), None)]
        lying = faces(self.ways.lying(self.view))
        chosen = from_faces([lying[place] for place in sorted(self.picked)])
        return self.ways.actions(self.pen, self.view, chosen)

    def pick(self, place: int) -> None:
        """Select the die at that place, or put it back; a die that can't be picked stays."""
        if self.view is None or self.asked is None or self.throwing:
            return
        lying = faces(self.ways.lying(self.view))
        if place < len(lying) and lying[place] in self.ways.pickable(self.view):
            self.picked ^= {place}
            self.draw()

    def press(self, key: str) -> bool:
        if super().press(key):
            return True
        if key.isascii() and key.isdigit() and key != "0" and self.asked is not None:
            self.pick(int(key) - 1)
            return True
        return False

    def on_row_clicked(self, event: Row.Clicked) -> None:
        event.stop()
        self.pick(event.index)

    # ---- words ----

    def status(self) -> Text:
        if self.view is None or self.throwing or (self.asked is None and not self.ways.lying(self.view)):
            return Text()
        lines = self.look.status(self.pen, self.view)
        return Text(" ").join(Text(line.plain.strip(), line.style) for line in lines)

    def prompt(self) -> str:
        if self.view is None or self.asked is None or self.throwing or not self.ways.lying(self.view):
            return ""
        return " · ".join([self.pen.word(self.ways.means), *self.look.notes(self.pen, self.view)])
