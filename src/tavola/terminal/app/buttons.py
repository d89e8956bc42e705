"""Buttons that keep out of the way of the keys: they take clicks, never the focus."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.message import Message
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
