"""How a game looks in the terminal. Each game has a renderer; `TableInWords` serves games without one.

A renderer is given views, never a state, and returns lines. It prints nothing itself.
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
    """The drawing of a game. Every method has a default; a game overrides what it draws differently."""

    # Words that may follow a choice, and the notation they add.
    suffixes: ClassVar[Mapping[str, str]] = {}
    # Is the table drawn before every decision? Thrown dice are still on the screen, cards are not.
    redraws: ClassVar[bool] = False
    # Can the last play be shown again?
    shows_last: ClassVar[bool] = False
    # The style of a log line, by the name of its event; quiet by default.
    styles: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("Won", "MatchWon", "HandBegan"), LOUD),
        **dict.fromkeys(("Played", "Scored"), ""),
    }

    def on_turn(self, view: AnyView) -> Seat | None:
        """Whose turn it is, even while dice are falling; None if nobody's."""
        return view.actor if view.actor >= 0 else None

    def throws(self, view: AnyView) -> Seat | None:
        """The seat whose player throws, when chance moves; None if no player does, as in a deal."""
        del view
        return None

    def table(self, pen: Pen, view: AnyView) -> list[Text]:
        """The state of the game."""
        del pen, view
        return []

    def legend(self, pen: Pen, view: AnyView) -> list[Text]:
        """What one looks up during the game, such as what patterns count."""
        del pen, view
        return []

    def hand(self, pen: Pen, view: AnyView) -> list[Text]:
        """What the player who decides has."""
        return self.table(pen, view)

    def status(self, pen: Pen, view: AnyView) -> list[Text]:
        """One line above the choices."""
        del pen, view
        return []

    def notes(self, pen: Pen, view: AnyView) -> list[str]:
        """What one must know before deciding here."""
        del pen, view
        return []

    def extras(self, pen: Pen, view: AnyView) -> list[str]:
        """What may be typed besides the numbered choices, shown below them."""
        del pen, view
        return []

    def told(self, pen: Pen, before: AnyView, after: AnyView, events: Sequence[Event]) -> list[Text]:
        """A step as everyone saw it."""
        del before, after
        return [line for event in events for line in said_plainly(pen, event)]

    def again(self, pen: Pen, events: Sequence[Event]) -> list[Text]:
        """The last play once more; nothing if these events are no play."""
        del pen, events
        return []

    def pauses(self, events: Sequence[Event]) -> int:
        """The number of these events after which the game pauses; 0 for no pause."""
        del events
        return 0

    def logged(self, pen: Pen, event: Event) -> Text | None:
        """The log line of an event; None where the table shows it anyway."""
        said = pen.say(event)
        return Text(said, self.styles.get(type(event).__name__, QUIET)) if said else None

    def summed(self, events: Sequence[Event]) -> list[Event]:
        """The events that sum up a hand or a round, and are read before the game continues."""
        del events
        return []

    def choices(self, pen: Pen, view: AnyView) -> list[Choice]:
        """The legal moves as they are offered."""
        del pen
        return [Choice(move, str(move)) for move in view.moves]

    def offered(self, pen: Pen, view: AnyView, opened: str = "") -> list[Text]:
        """The choices as shown; `opened`, from `opens`, limits them."""
        del opened
        return menu.lines(pen, self.choices(pen, view))

    def opens(self, text: str, view: AnyView) -> str:
        """The common beginning of several moves, if a text names it but not one move."""
        del text, view
        return ""

    def read(self, text: str, view: AnyView) -> str | None:
        """A shortcut of this game in its full notation; None if it is none."""
        del text, view
        return None

    def hints(self, pen: Pen, view: AnyView) -> list[str]:
        """The meaning of the moves, and their shortcuts, here and now."""
        shown = ", ".join(str(move) for move in view.moves[:4])
        return [pen.word(words.HINT_NOTATION, moves=shown)]


def renderer_of(rules: Rules[Any, Any]) -> Renderer:
    """The renderer of a game, imported when first asked for."""
    drawing: type[Renderer] | None = parts_of(rules.info.name).part("drawing")
    if drawing is not None:
        return drawing()
    return TableInWords(rules)


def table_lines(rules: Rules[Any, Any], view: AnyView, names: Sequence[str]) -> list[str]:
    """The state of the game, and what the player who decides has."""
    pen = Pen("en", tuple(names), lambda event: rules.say(event, "en", names))
    look = renderer_of(rules)
    before = [*look.hand(pen, view), *look.status(pen, view)] if view.moves else []
    table = [] if before and look.redraws else look.table(pen, view)  # these hands show the table too
    return [line.plain.rstrip() for line in (*table, *before) if line.plain.strip()]


def said_plainly(pen: Pen, event: Event) -> list[Text]:
    """The event in words, as one line; nothing if it has no words."""
    return [Text(said)] if (said := pen.say(event)) else []


def speaker(pen: Pen, seat: Seat) -> Text:
    """The beginning of a line about a player's action."""
    return Text("  ") + pen.name(seat) + Text("  ")


def marked(pen: Pen, seat: Seat, on_turn: Seat | None) -> Text:
    """The beginning of a table line, marked for the player on turn."""
    mark = ("▸ ", MINE) if seat == on_turn else ("  ", "")
    return Text.assemble(mark, pen.name(seat))


# ---- the table of a game without a drawing, in words ----
#
# What people call the fields is in the `words` of the game's info. If some fields have words, only those are
# shown; otherwise all are, by their names. A field of the type `Seat` is shown as the player's name.


OF_SOMEBODY = (int, bool, str)  # types of a per-seat value that is shown beside names


class TableInWords(Renderer):
    """The fields of the table, one line each."""

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
