"""What happened, line by line, in words; in another language when one changes one's mind."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from tavola.core.contract import Event
from tavola.core.words import Phrase
from tavola.games.capture import events as cards
from tavola.games.fourtwentyone import events as tavern
from tavola.games.fourtwentyone.terminal import drawing as fourtwentyone
from tavola.terminal.drawings.dice import digits
from tavola.terminal.drawings.pen import BAD, LOUD, QUIET, Pen, clean

MOST = 400  # lines
Line = Callable[[Pen], Text | None]


def told(event: Event) -> Line:
    """The line of an event."""
    return lambda pen: _told(pen, event)


def _told(pen: Pen, event: Event) -> Text | None:
    match event:
        case cards.Scored(deck=True) | cards.HandEnded():
            return None  # the summary of the hand has them
        case cards.Scored():
            return Text(f"★ {pen.say(event)}", "bold yellow")
        case cards.Dealt(seat) if seat not in pen.humans:
            return None  # how many cards the others hold stands by the table
        case tavern.Threw(seat, thrown, kept, knocked):
            who = pen.names[seat]
            phrase = fourtwentyone.KEPT_AND_THREW if kept else fourtwentyone.THREW
            said = pen.word(phrase, who=who, kept=digits(kept), dice=digits(thrown))
            return Text(f"{said}. {pen.say(event)}" if knocked else said, QUIET)
    said = pen.say(event)
    return Text(said, _style(event)) if said else None


def _style(event: Event) -> str:
    name = type(event).__name__
    if name in ("SetLost", "GameLost", "Trashed"):
        return BAD
    if name in ("Won", "MatchWon", "HandBegan", "Took", "Paid", "CalledOut", "Banked", "Safe"):
        return LOUD
    return "" if name in ("Announced", "Played", "Scored") else QUIET


def noted(what: Phrase, bad: bool = False) -> Line:
    return lambda pen: Text(pen.word(what), BAD if bad else QUIET)


def spoken(name: str, text: str) -> Line:
    return lambda pen: Text.assemble((pen.colon(clean(name)), "bold cyan"), clean(text))


def as_it_is(text: str) -> Line:
    return lambda pen: Text(clean(text))  # noqa: ARG005


class Chronicle(VerticalScroll, can_focus=False):
    """The log: the last lines of it are in sight."""

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
        """A line more for the board is a line less here, but never the last one."""
        self.scroll_end(animate=False)

    def add(self, line: Line) -> bool:
        """Is there anything to read in it?"""
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
