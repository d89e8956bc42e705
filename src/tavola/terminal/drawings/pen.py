"""What a renderer writes with: the language, the names, the width, plain words or drawings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from tavola.core.contract import Event, Seat
from tavola.core.words import Lang, Phrase, colon
from tavola.core.words import clean as clean

SHORTEST_COLUMN = 6  # room for a label such as "piatto" if names are short
NARROW = 60  # columns; on a narrower screen signs replace words

# Styles: few and calm. They are text attributes first, so that they work with NO_COLOR.
MINE = "bold cyan"
QUIET = "dim"
TOKEN = "yellow"
GOOD = "green"
BAD = "red"
LOUD = "bold"


@dataclass(frozen=True, slots=True)
class Pen:
    """How a game is written for one reader: the language, the players' names, the width of the terminal."""

    lang: Lang
    names: tuple[str, ...]
    say: Callable[[Event], str]
    plain: bool = False
    width: int = 80
    humans: frozenset[Seat] = frozenset()

    @property
    def narrow(self) -> bool:
        """Whether the terminal is so narrow that signs replace words."""
        return self.width < NARROW

    def word(self, phrase: Phrase, **blanks: Phrase | str | int) -> str:
        """A phrase in the reader's language, its blanks filled."""
        return phrase.fill(**blanks).in_(self.lang) if blanks else phrase.in_(self.lang)

    def colon(self, before: str, after: str = "") -> str:
        """Two parts of a line with a colon between, as the language writes it."""
        return colon(before, after, self.lang)

    def name(self, seat: Seat) -> Text:
        """A name in a column: cut or padded to the same width for all."""
        return Text(fit(self.names[seat], self.column), MINE if seat in self.humans else "")

    @property
    def column(self) -> int:
        """The width of the column of names."""
        longest = max((cell_len(name) for name in self.names), default=0)
        return min(max(longest, SHORTEST_COLUMN), 10 if self.narrow else 20)

    def label(self, text: str) -> Text:
        """A word in the column of names."""
        return Text(fit(text, self.column), QUIET)


def fit(text: str, width: int) -> str:
    """Cut or padded to a width."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(text, width - 1) + "…"
