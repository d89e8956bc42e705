"""How a game looks in the terminal. Each game has a renderer; one without is told in words (`TableInWords`).

A renderer is handed views, never a state, and gives lines back. It prints nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text

from tavola.core.codec import codec_of
from tavola.core.contract import Event, Rules, Seat, View
from tavola.core.showing import facts, is_there, value_text
from tavola.core.words import Phrase
from tavola.games import parts_of
from tavola.terminal import words
from tavola.terminal.drawings.pen import LOUD, MINE, QUIET, Pen
from tavola.terminal.lines import menu
from tavola.terminal.lines.menu import Choice

AnyView = View[Any, Any]


class Renderer:
    """What a drawing may say of a game. All of it has an answer already; a drawing changes what it draws."""

    # Words that may follow a choice, and what they add to its notation.
    suffixes: ClassVar[Mapping[str, str]] = {}
    # Is the table drawn before every decision? What was thrown is still on the screen, cards are not.
    redraws: ClassVar[bool] = False
    # Can the last play be shown again?
    shows_last: ClassVar[bool] = False
    # How a line of the log looks, by the name of its event; quiet where nothing is said.
    styles: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("Won", "MatchWon", "HandBegan"), LOUD),
        **dict.fromkeys(("Played", "Scored"), ""),
    }

    def on_turn(self, view: AnyView) -> Seat | None:
        """Whose turn it is, even while dice are falling; None if nobody's."""
        return view.actor if view.actor >= 0 else None

    def throws(self, view: AnyView) -> Seat | None:
        """Whose hand is about to throw, when chance moves; None where no hand does, as in a deal."""
        del view
        return None

    def table(self, pen: Pen, view: AnyView) -> list[Text]:
        """Where the game stands."""
        del pen, view
        return []

    def legend(self, pen: Pen, view: AnyView) -> list[Text]:
        """What one wants to look up during the game, such as what patterns count."""
        del pen, view
        return []

    def hand(self, pen: Pen, view: AnyView) -> list[Text]:
        """What lies before the player who is to decide."""
        return self.table(pen, view)

    def status(self, pen: Pen, view: AnyView) -> list[Text]:
        """One line above the choices."""
        del pen, view
        return []

    def notes(self, pen: Pen, view: AnyView) -> list[str]:
        """What one has to know before one decides here."""
        del pen, view
        return []

    def extras(self, pen: Pen, view: AnyView) -> list[str]:
        """What may be typed beside the numbered choices, below them."""
        del pen, view
        return []

    def told(self, pen: Pen, before: AnyView, after: AnyView, events: Sequence[Event]) -> list[Text]:
        """What a step looked like to everyone."""
        del before, after
        return [line for event in events for line in said_plainly(pen, event)]

    def again(self, pen: Pen, events: Sequence[Event]) -> list[Text]:
        """A play shown once more; nothing if these events are no play."""
        del pen, events
        return []

    def pauses(self, events: Sequence[Event]) -> int:
        """After how many of these events one wants to look before the game goes on; 0 if not at all."""
        del events
        return 0

    def logged(self, pen: Pen, event: Event) -> Text | None:
        """The line of an event in the log beside the table; None where the table shows it anyway."""
        said = pen.say(event)
        return Text(said, self.styles.get(type(event).__name__, QUIET)) if said else None

    def summed(self, events: Sequence[Event]) -> list[Event]:
        """Those that sum up a hand or a round, and are read before it goes on."""
        del events
        return []

    def choices(self, pen: Pen, view: AnyView) -> list[Choice]:
        """The legal moves as they are offered."""
        del pen
        return [Choice(move, str(move)) for move in view.moves]

    def offered(self, pen: Pen, view: AnyView, opened: str = "") -> list[Text]:
        """The choices as they stand on the screen; `opened` is what `opens` gave, to see those alone."""
        del opened
        return menu.lines(pen, self.choices(pen, view))

    def opens(self, text: str, view: AnyView) -> str:
        """The beginning of several moves, if a text names them but not yet one of them."""
        del text, view
        return ""

    def read(self, text: str, view: AnyView) -> str | None:
        """A shortcut of this game in its full notation; None if it is none."""
        del text, view
        return None

    def hints(self, pen: Pen, view: AnyView) -> list[str]:
        """What the moves mean, and their shortcuts, here and now."""
        shown = ", ".join(str(move) for move in view.moves[:4])
        return [pen.word(words.HINT_NOTATION, moves=shown)]


def renderer_of(rules: Rules[Any, Any]) -> Renderer:
    """The renderer of a game, imported when first asked for."""
    drawing: type[Renderer] | None = parts_of(rules.info.name).part("drawing")
    if drawing is not None:
        return drawing()
    return TableInWords(rules)


def table_lines(rules: Rules[Any, Any], view: AnyView, names: Sequence[str]) -> list[str]:
    """Where the game stands, and what lies before the one who decides."""
    pen = Pen("en", tuple(names), lambda event: rules.say(event, "en", names))
    look = renderer_of(rules)
    before = [*look.hand(pen, view), *look.status(pen, view)] if view.moves else []
    table = [] if before and look.redraws else look.table(pen, view)  # such a hand shows the table too
    return [line.plain.rstrip() for line in (*table, *before) if line.plain.strip()]


def said_plainly(pen: Pen, event: Event) -> list[Text]:
    return [Text(said)] if (said := pen.say(event)) else []


def speaker(pen: Pen, seat: Seat) -> Text:
    """The beginning of a line about what somebody did."""
    return Text("  ") + pen.name(seat) + Text("  ")


def marked(pen: Pen, seat: Seat, on_turn: Seat | None) -> Text:
    """The beginning of a line of the table, marked for the one on turn."""
    mark = ("▸ ", MINE) if seat == on_turn else ("  ", "")
    return Text.assemble(mark, pen.name(seat))


# ---- the table of a game that has no drawing, told in words ----
#
# What people call the fields is in the `words` of the game's info. If some fields have words, those are
# shown; otherwise all are, by their names. A field of the type `Seat` is told by the player's name.


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
