"""Things side by side that can be picked: dice in a tray, cards on a table or in a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

# Styles of an item; each differs without colours too, by the sign below it.
PLAIN, LIT, PICKED, FAINT = "", "lit", "picked", "faint"
STYLES = {PLAIN: "", LIT: "bold on #2e5a44", PICKED: "bold #10231a on #d9a441", FAINT: "dim"}
SIGNS = {PLAIN: " ", LIT: "·", PICKED: "▲", FAINT: " "}


class RowItem(NamedTuple):
    """One item: its lines, all equally wide, the word below it, and its style."""

    lines: tuple[Text, ...]
    word: str = ""
    look: str = PLAIN


class Row(Widget):
    """Items in as many rows as needed, centred. A click reports the index of its item."""

    DEFAULT_CSS = """
    Row { height: auto; width: 1fr; }
    """

    class Clicked(Message):
        def __init__(self, row: Row, index: int) -> None:
            super().__init__()
            self.row = row
            self.index = index

        @property
        def control(self) -> Row:
            return self.row

    def __init__(self, *, id: str, gap: int = 0) -> None:
        super().__init__(id=id)
        self.items: tuple[RowItem, ...] = ()
        self.gap = gap
        self.empty = ""  # the text if there are no items

    def show(self, items: Sequence[RowItem], empty: str = "") -> None:
        """Draws these items if anything changed; lays the screen out only if the size changed."""
        if self.items != tuple(items) or self.empty != empty:
            width, before = self.content_size.width, self.items
            high = self._height(width) if before and width else 0
            self.items, self.empty = tuple(items), empty
            self.refresh(layout=not high or self._height(width) != high)

    # ---- where things are ----

    @property
    def _across(self) -> int:
        return cell_len(self.items[0].lines[0].plain) + self.gap

    @property
    def _high(self) -> int:
        return len(self.items[0].lines) + 1

    def _per_row(self, width: int) -> int:
        return max(1, (width + self.gap) // self._across)

    def _margin(self, width: int, number: int) -> int:
        return max(0, (width - number * self._across + self.gap) // 2)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        del container, viewport
        return self._height(width)

    def _height(self, width: int) -> int:
        if not self.items:
            return 1
        return -(-len(self.items) // self._per_row(width)) * self._high

    def index_at(self, x: int, y: int) -> int | None:
        """The index of the item at a position, if there is one."""
        if not self.items:
            return None
        width = self.content_size.width
        per_row = self._per_row(width)
        first = y // self._high * per_row
        here = min(per_row, len(self.items) - first)
        place = x - self._margin(width, here)
        if here <= 0 or place < 0 or place >= here * self._across or place % self._across >= self._wide:
            return None
        return first + place // self._across

    @property
    def _wide(self) -> int:
        return self._across - self.gap

    def place_of(self, index: int) -> tuple[int, int]:
        """The middle of an item, relative to the corner of the row."""
        width = self.content_size.width
        per_row = self._per_row(width)
        here = min(per_row, len(self.items) - index // per_row * per_row)
        x = self._margin(width, here) + index % per_row * self._across + self._wide // 2
        return x, index // per_row * self._high + 1

    # ---- shown and clicked ----

    def render(self) -> Text:
        if not self.items:
            return Text(self.empty.center(self.content_size.width).rstrip(), "dim italic")
        width = self.content_size.width
        per_row = self._per_row(width)
        rows = [self.items[start : start + per_row] for start in range(0, len(self.items), per_row)]
        return Text("\n").join(line for row in rows for line in self._lines(row, width))

    def _lines(self, row: Sequence[RowItem], width: int) -> list[Text]:
        margin, gap = Text(" " * self._margin(width, len(row))), Text(" " * self.gap)
        found = []
        for number in range(self._high - 1):
            parts = [_styled(item.lines[number], STYLES[item.look]) for item in row]
            found.append(margin + gap.join(parts))
        return [*found, margin + gap.join(self._below(item) for item in row)]

    def _below(self, item: RowItem) -> Text:
        sign = SIGNS[item.look].strip()
        word = f"{sign} {item.word}".strip()
        style = "bold yellow" if item.look == PICKED else "bold" if item.look == LIT else "dim"
        return Text(word[: self._wide].center(self._wide), style)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        index = self.index_at(offset.x, offset.y)
        if index is not None:
            self.post_message(self.Clicked(self, index))


def _styled(text: Text, style: str) -> Text:
    found = text.copy()
    if style:
        found.stylize(style)
    return found
