"""What happens in a capture game, as data. The words are in words.py.

Points go by the names the games were first written down with: carte, spade, setbel, scopa_colore ...
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tavola.core.contract import Event, Seat
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet

Points = tuple[tuple[str, int], ...]  # points of one side by name


@dataclass(frozen=True, slots=True)
class DealerDrawn(Event):
    """Chance chose who deals first."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandBegan(Event):
    """A new hand: its dealer, and the seat that will play first."""

    hand: int
    dealer: Seat
    first: Seat
    totals: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TableDealt(Event):
    cards: CardSet


@dataclass(frozen=True, slots=True)
class Redealt(Event):
    """Three or more equal cards on the first table: everything is shuffled and dealt again."""

    cards: CardSet


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A packet. Only its seat sees the cards; the others see how many."""

    seat: Seat
    number: int
    cards: CardSet | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat == self.seat else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class BottomShown(Event):
    """The bottom card of the stock; it will be the dealer's."""

    card: Card
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Played(Event):
    seat: Seat
    card: Card
    taken: CardSet


@dataclass(frozen=True, slots=True)
class Scored(Event):
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
class LeftoversTaken(Event):
    """The cards left on the table after the last play go to the seat that took last."""

    seat: Seat
    cards: CardSet


@dataclass(frozen=True, slots=True)
class HandEnded(Event):
    """The hand in full, for each side: every kind of points, the pile, and the match so far."""

    hand: int
    points: tuple[Points, Points]
    piles: tuple[CardSet, CardSet]
    totals: tuple[int, int]
    called_out: bool
    counts: tuple[tuple[str, int, int], ...] = ()  # kinds of points for a majority, and each side's number

    def breakdown(self, side: int) -> dict[str, int]:
        return dict(self.points[side])


@dataclass(frozen=True, slots=True)
class CalledOut(Event):
    """A side shows that it has reached the target for certain."""

    seat: Seat
    total: int


@dataclass(frozen=True, slots=True)
class MatchWon(Event):
    """The match is won, by one seat or by two partners."""

    seats: tuple[Seat, ...]
    totals: tuple[int, int]
    tombolon: bool
