"""What happens in a capture game, as data. The words are in words.py.

Points go by the names the games were first written down with: carte, spade, setbel, scopa_colore ...
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tavola.core.contract import Event, Seat, field_names
from tavola.pieces.cards import Card, notation_of
from tavola.pieces.cardset import CardSet

Points = tuple[tuple[str, int], ...]  # the breakdown of one side's points, by name


@dataclass(frozen=True, slots=True)
class CardEvent(Event):
    """An event whose cards are told as texts when it is told as plain data."""

    def as_dict(self) -> dict[str, Any]:
        told: dict[str, Any] = {"event": type(self).__name__}
        for name in field_names(type(self)):
            told[name] = plain(getattr(self, name))
        return told


def plain(value: Any) -> Any:
    if type(value) is int:
        return value
    if isinstance(value, CardSet):
        return notation_of(value.bits)
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


@dataclass(frozen=True, slots=True)
class DealerDrawn(CardEvent):
    """Chance chose who deals first."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandBegan(CardEvent):
    """A new hand: who deals it, and who will play first."""

    hand: int
    dealer: Seat
    first: Seat
    totals: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TableDealt(CardEvent):
    cards: CardSet


@dataclass(frozen=True, slots=True)
class Redealt(CardEvent):
    """Three or more equal cards on the first table: everything is shuffled and dealt again."""

    cards: CardSet


@dataclass(frozen=True, slots=True)
class Dealt(CardEvent):
    """A packet. Only who gets it sees the cards; the others see how many."""

    seat: Seat
    number: int
    cards: CardSet | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat == self.seat else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class BottomShown(CardEvent):
    """The bottom card of the stock; it will be the dealer's."""

    card: Card
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Played(CardEvent):
    seat: Seat
    card: Card
    taken: CardSet


@dataclass(frozen=True, slots=True)
class Scored(CardEvent):
    """Points for a seat, and for its partner if it has one: in pairs a seat's score is its side's."""

    seat: Seat
    what: str
    points: int
    partner: Seat | None = None
    deck: bool = False  # counted at the end of the hand, rather than made by the play

    def change(self) -> Mapping[Seat, int]:
        both = {self.seat: self.points}
        return both if self.partner is None else both | {self.partner: self.points}


@dataclass(frozen=True, slots=True)
class LeftoversTaken(CardEvent):
    """What is left on the table after the last card goes to who took last."""

    seat: Seat
    cards: CardSet


@dataclass(frozen=True, slots=True)
class HandEnded(CardEvent):
    """The hand in full, for each side: every kind of points, the pile, and the match so far."""

    hand: int
    points: tuple[Points, Points]
    piles: tuple[CardSet, CardSet]
    totals: tuple[int, int]
    called_out: bool

    def breakdown(self, side: int) -> dict[str, int]:
        return dict(self.points[side])


@dataclass(frozen=True, slots=True)
class CalledOut(CardEvent):
    """A side shows that it has reached the target for certain."""

    seat: Seat
    total: int


@dataclass(frozen=True, slots=True)
class MatchWon(CardEvent):
    """The match is won, by one seat or by two partners."""

    seats: tuple[Seat, ...]
    totals: tuple[int, int]
    tombolon: bool
