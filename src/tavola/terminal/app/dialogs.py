"""Dialogs in front of the table: questions, pages to read, the end of a hand or a game.

Their buttons take clicks, never the focus, so that they don't interfere with the keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Region, Size
from textual.layout import ArrangeResult, Layout
from textual.layouts.horizontal import HorizontalLayout
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input, Markdown, Static

T = TypeVar("T")
ESCAPE = "escape"
FRAME, TIGHT_FRAME = 5, 3  # lines of a dialog besides its text and its answers


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
    """Side by side; what does not fit begins the next line."""

    name = "wrapped"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        found: ArrangeResult = []
        x = y = 0
        for each in super().arrange(parent, children, size, greedy):
            width, height = each.region.size
            if x and 0 < size.width < x + width:  # a width of 0 asks for the preferred width
                x, y = 0, y + height
            found.append(each._replace(region=Region(x, y, width, height)))
            x += width + each.margin.right
        return found


WRAPPED = _Wrapped()


class Buttons(Horizontal):
    """Buttons in as many lines as they need: their texts are longer in some languages."""

    DEFAULT_CSS = "Buttons { width: auto; height: auto; max-width: 100%; }"

    @property
    def layout(self) -> Layout:
        return WRAPPED


class Once(Screen[T]):
    """A screen that closes only once, however fast keys come.

    Of two quick keys the second finds it closed already, and would close the screen below.

    Among several base classes it must not be the first, which Textual uses for styles.
    """

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_current else AwaitComplete()


class AnswerKey(NamedTuple):
    """One answer: its key, the key's name as shown, its words, and other letters for it."""

    key: str
    shown: str
    label: str
    also: str = ""


class AskDialog(ModalScreen[str], Once[str]):
    """Some lines, and answers to choose from; returns the key of the answer.

    Escape is the last answer; Enter the one with the key `enter`, or else the first. An answer that can't be
    undone needs a key of its own: Enter may have been meant for the screen below.
    """

    def __init__(
        self, title: str, lines: Sequence[Text | str], answers: Sequence[AnswerKey], *, enter: str = ""
    ) -> None:
        super().__init__()
        self.lines, self.answers = lines, tuple(answers)
        self.enter = enter or self.answers[0].key
        # Kept as an attribute: while a screen closes, late updates can't find it by name.
        self._body = Static(Text("\n").join(line if isinstance(line, Text) else Text(line) for line in lines))
        self._scroll = VerticalScroll(self._body, classes="lines", can_focus=False)
        self._buttons = Buttons(
            *(Button(answer.shown, answer.label, id=f"answer-{answer.key}") for answer in answers)
        )
        self._dialog = Vertical(self._scroll, self._buttons, classes="dialog")
        self._dialog.border_title = title

    def compose(self) -> ComposeResult:
        yield self._dialog

    def on_resize(self) -> None:
        self.call_after_refresh(self._make_room)

    def _make_room(self) -> None:
        """A long text scrolls; the answers below it are always visible."""
        below = self._buttons.size.height
        room = self.size.height * 95 // 100 - FRAME - below
        if tight := self._body.size.height > room:
            room = self.size.height - TIGHT_FRAME - below
        self._dialog.set_class(tight, "-tight")
        self._scroll.styles.max_height = max(1, room)

    def on_key(self, event: events.Key) -> None:
        keys = [answer.key for answer in self.answers]
        meant = {letter: answer.key for answer in self.answers for letter in answer.also}
        wanted = {**meant, "enter": self.enter, ESCAPE: keys[-1]}.get(event.key, event.key)
        if wanted in keys:
            event.stop()
            self.dismiss(wanted)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss((event.button.id or "").removeprefix("answer-"))


class Curtain(AskDialog):
    """Hides the whole table while the screen is passed to another person."""


class PageDialog(ModalScreen[None], Once[None]):
    """A page to read."""

    BINDINGS: ClassVar = [
        ("escape,q,enter,f1,f3,f9,question_mark", "dismiss", ""),
        ("up,k", "scroll(-1)", ""),
        ("down,j", "scroll(1)", ""),
        ("pageup", "scroll(-15)", ""),
        ("pagedown,space", "scroll(15)", ""),
    ]

    def __init__(self, title: str, text: str, close: str) -> None:
        super().__init__()
        self.title_text, self.text, self.close = title, text, close

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog page") as dialog:
            dialog.border_title = self.title_text
            with VerticalScroll(id="page", can_focus=False):
                yield Markdown(self.text, open_links=False)
            yield Button("Esc", self.close)

    def action_scroll(self, lines: int) -> None:
        self.query_one("#page").scroll_relative(y=lines, animate=False)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss()


class LineDialog(ModalScreen[str], Once[str]):
    """One line to be typed; empty if cancelled. The fault of the last input is shown below."""

    BINDINGS: ClassVar = [("escape", "nothing", "")]

    def __init__(self, title: str, text: str = "", wrong: str = "", longest: int = 200) -> None:
        super().__init__()
        self.title_text, self.text, self.wrong, self.longest = title, text, wrong, longest

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = self.title_text
            yield Input(self.text, max_length=self.longest, select_on_focus=False)
            yield Static(Text(self.wrong, "red"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value.strip())

    def action_nothing(self) -> None:
        self.dismiss("")
