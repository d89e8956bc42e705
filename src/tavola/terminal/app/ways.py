"""What can be done with the picked dice or cards. The view says what is legal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from tavola.core.contract import Event, Seat
from tavola.core.words import Phrase
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet
from tavola.pieces.dice import faces
from tavola.terminal.app.source import AnyView
from tavola.terminal.drawings.pen import Pen

ENTER = "enter"


class Action(NamedTuple):
    """An action that is possible now: its key, its words, and its move."""

    key: str
    label: str
    move: Any


class DicePicking(Protocol):
    """How dice are picked in one game."""

    means: Phrase  # what picking does, in a sentence
    word: Phrase  # the same in a word, below a picked die

    def lying(self, view: AnyView) -> int:
        """The dice on the table."""

    def falling(self, view: AnyView) -> int:
        """How many are about to fall."""

    def thrown(self, events: Sequence[Event]) -> tuple[Seat, int] | None:
        """The seat whose dice fell, and all of its dice on the table now."""

    def actions(self, pen: Pen, view: AnyView, picked: int) -> list[Action]:
        """What can be done with the picked dice: `picked` is the number their faces make."""

    def pickable(self, view: AnyView) -> frozenset[int]:
        """The faces that some legal move names."""


class CardPicking:
    """How cards lie and are picked in one game. This default is for views with a `hand` and moves with a
    `card`."""

    empty: Phrase | None = None  # text for a table without cards

    def held(self, view: AnyView) -> Iterable[int]:
        """The viewer's hand."""
        return getattr(view.table, "hand", ())

    def lying(self, view: AnyView) -> Iterable[int]:
        """The cards on the table."""
        return getattr(view.table, "table", ())

    def last(self, view: AnyView) -> tuple[Seat, Card, CardSet] | None:
        """The last play: its seat, its card, and what it took."""
        del view
        return None

    def card(self, move: Any) -> Card | None:
        """The card of the hand that a move plays."""
        return getattr(move, "card", None)

    def taken(self, move: Any) -> CardSet:
        """What it takes from the table."""
        return getattr(move, "taken", CardSet())

    def label(self, pen: Pen, move: Any) -> str:
        """A move as the text of its button."""
        del pen
        return str(move)


def named(dice: Iterable[int]) -> frozenset[int]:
    return frozenset(face for each in dice for face in faces(each))


def with_enter(found: list[Action], view: AnyView, default: Any = None) -> list[Action]:
    """Enter does what needs no choice: the only legal move, or the one that the picked things mean."""
    wanted = view.moves[0] if len(view.moves) == 1 else default
    taken = any(action.key == ENTER for action in found)
    if taken or wanted is None:
        return sorted(found, key=lambda action: action.key != ENTER)
    moved = [action._replace(key=ENTER) if action.move == wanted else action for action in found]
    return sorted(moved, key=lambda action: action.key != ENTER)
