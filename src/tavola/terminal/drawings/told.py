"""The table of a game that has no drawing, told in words.

What people call the fields is in the `words` of the game's info. If some fields have words, those are shown;
otherwise all are, by their names. A field of the type `Seat` is told by the player's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rich.text import Text

from tavola.core.codec import codec_of
from tavola.core.contract import Rules
from tavola.core.showing import facts, is_there, value_text
from tavola.core.words import Phrase
from tavola.terminal.drawings.pen import Pen
from tavola.terminal.drawings.render import AnyView, Renderer
from tavola.terminal.lines.menu import Choice

OF_SOMEBODY = (int, bool, str)  # what a list with a value for every seat may hold to be told by names


class TableInWords(Renderer):
    """What is known of a table, a line for each field."""

    redraws: ClassVar[bool] = True

    def __init__(self, rules: Rules[Any, Any]) -> None:
        self.called: Mapping[str, Phrase] = rules.info.words
        self.seat_fields = frozenset(codec_of(rules).seat_fields())

    def table(self, pen: Pen, view: AnyView) -> list[Text]:
        told = facts(view.table)
        named = [name for name in told if name in self.called]
        return [
            Text(pen.colon(self._label(pen, name), self._value(pen, name, told[name])))
            for name in named or told
            if is_there(told[name])
        ]

    def choices(self, pen: Pen, view: AnyView) -> list[Choice]:
        """The moves in their notation, and what people call them if the game says so."""
        return [Choice(move, self._offer(pen, str(move))) for move in view.moves]

    def _offer(self, pen: Pen, notation: str) -> str:
        return pen.colon(notation, pen.word(self.called[notation])) if notation in self.called else notation

    def _label(self, pen: Pen, name: str) -> str:
        return pen.word(self.called[name]) if name in self.called else name.replace("_", " ")

    def _value(self, pen: Pen, name: str, value: Any) -> str:
        if name in self.seat_fields and isinstance(value, int) and 0 <= value < len(pen.names):
            return pen.names[value]
        seats = len(pen.names)
        by_seat = isinstance(value, tuple) and len(value) == seats > 1
        if by_seat and all(type(each) in OF_SOMEBODY for each in value):
            return ", ".join(f"{who} {each}" for who, each in zip(pen.names, value, strict=True))
        return value_text(value)
