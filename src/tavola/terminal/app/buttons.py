"""Buttons that keep out of the way of the keys: they take clicks, never the focus."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.containers import Horizontal
from textual.geometry import Region, Size
from textual.layout import ArrangeResult, Layout
from textual.layouts.horizontal import HorizontalLayout
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static


class Button(Static):
    """A key and what it does, on one line."""

    DEFAULT_CSS = """
    Button { width: auto; height: 1; padding: 0 1; margin: 0 1 0 0; background: $panel; }
    Button:hover { background: $primary 40%; }
    Button.-first { background: $primary 30%; }
    """

    class Pressed(Message):
        def __init__(self, button: Button) -> None:
            super().__init__()
            self.button = button

        @property
        def control(self) -> Button:
            return self.button

    def __init__(self, key: str, label: str, *, id: str | None = None, classes: str = "") -> None:
        super().__init__(Text.assemble((key, "bold yellow"), f" {label}"), id=id, classes=classes)
        self.key = key

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Pressed(self))


class _Wrapped(HorizontalLayout):
    """One beside the other, and what does not fit any more begins the next line."""

    name = "wrapped"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        found: ArrangeResult = []
        x = y = 0
        for each in super().arrange(parent, children, size, greedy):
            width, height = each.region.size
            if x and 0 < size.width < x + width:  # a width of 0 asks how wide it would like to be
                x, y = 0, y + height
            found.append(each._replace(region=Region(x, y, width, height)))
            x += width + each.margin.right
        return found


WRAPPED = _Wrapped()


class Buttons(Horizontal):
    """Buttons in as many lines as they need: what a key does is longer in one language than in another."""

    DEFAULT_CSS = "Buttons { width: auto; height: auto; max-width: 100%; }"

    @property
    def layout(self) -> Layout:
        return WRAPPED
