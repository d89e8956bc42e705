"""What happens in Briscola, as data. The words are in words.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tavola.kit import Event, Seat
from tavola.kit.cards import Card, CardSet


@dataclass(frozen=True, slots=True)
class DealerDrawn(Event):
    """Chance chose who deals first."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandBegan(Event):
    """A new hand: who deals it, who leads, and the hands each side has won."""

    hand: int
    dealer: Seat
    first: Seat
    totals: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """Three cards. Only who gets them sees which."""

    seat: Seat
    number: int
    cards: CardSet | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat == self.seat else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class TrumpShown(Event):
    """The card under the stock; its suit is trumps."""

    card: Card


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """A seat put the seven of trumps under the stock and has the card that lay there."""

    seat: Seat
    card: Card  # what it has now
    seven: Card


@dataclass(frozen=True, slots=True)
class Played(Event):
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken(Event):
    seat: Seat
    cards: CardSet
    points: int


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """A card from the stock. Only who draws it sees which; but the last one lay there for all to see."""

    seat: Seat
    card: Card | None
    face_up: bool

    def seen_by(self, seat: Seat | None) -> Event:
        return self if self.face_up or seat == self.seat else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class HandEnded(Event):
    """The points of each side, who has won the hand (nobody: it is drawn), and the hands won by now."""

    hand: int
    points: tuple[int, int]
    winners: tuple[Seat, ...]
    totals: tuple[int, int]

    def change(self) -> Mapping[Seat, int]:
        return dict.fromkeys(self.winners, 1)


@dataclass(frozen=True, slots=True)
class MatchWon(Event):
    """The match is won, by one seat or by two partners."""

    seats: tuple[Seat, ...]
    totals: tuple[int, int]
