"""The log of a game in words, line by line; it changes with the language."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from tavola.core.contract import Event
from tavola.core.words import Phrase
from tavola.terminal.drawings.pen import BAD, QUIET, Pen, clean
from tavola.terminal.drawings.render import Renderer

MOST = 400  # lines
Line = Callable[[Pen], Text | None]


def told(look: Renderer, event: Event) -> Line:
    """The line for an event, in its game's style."""
    return lambda pen: look.logged(pen, event)


def noted(what: Phrase, bad: bool = False) -> Line:
    return lambda pen: Text(pen.word(what), BAD if bad else QUIET)


def spoken(name: str, text: str) -> Line:
    return lambda pen: Text.assemble((pen.colon(clean(name)), "bold cyan"), clean(text))


def as_it_is(text: str) -> Line:
    return lambda pen: Text(clean(text))  # noqa: ARG005


class Chronicle(VerticalScroll, can_focus=False):
    """The log, scrolled to its last lines."""

    DEFAULT_CSS = """
    Chronicle { height: 1fr; }
    Chronicle Static { width: 1fr; height: auto; }
    """

    def __init__(self, pen: Pen) -> None:
        super().__init__(id="log")
        self.pen = pen
        self.lines: deque[Line] = deque(maxlen=MOST)
        self._text = Static()

    def compose(self) -> ComposeResult:
        yield self._text

    def on_resize(self) -> None:
        """A line more for the board is a line less here, but the last line stays."""
        self.scroll_end(animate=False)

    def add(self, line: Line) -> bool:
        """Adds a line; is there anything to read in it?"""
        if line(self.pen) is None:
            return False
        self.lines.append(line)
        self._update()
        return True

    def use(self, pen: Pen) -> None:
        self.pen = pen
        self._update()

    def _update(self) -> None:
        shown = [text for line in self.lines if (text := line(self.pen)) is not None]
        self._text.update(Text("\n").join(shown))
        self.scroll_end(animate=False)
