"""What happens in Briscola, as data. The words are in words.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tavola.core.contract import Event, Seat, field_names
from tavola.pieces.cards import Card, notation_of
from tavola.pieces.cardset import CardSet


@dataclass(frozen=True, slots=True)
class CardEvent(Event):
    """An event whose cards are told as texts when it is told as plain data."""

    def as_dict(self) -> dict[str, Any]:
        told: dict[str, Any] = {"event": type(self).__name__}
        for name in field_names(type(self)):
            told[name] = plain(getattr(self, name))
        return told


def plain(value: Any) -> Any:
    if isinstance(value, CardSet):
        return notation_of(value.bits)
    if isinstance(value, Card):
        return str(value)
    return [plain(item) for item in value] if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class DealerDrawn(CardEvent):
    """Chance chose who deals first."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandBegan(CardEvent):
    """A new hand: who deals it, who leads, and the hands each side has won."""

    hand: int
    dealer: Seat
    first: Seat
    totals: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Dealt(CardEvent):
    """Three cards. Only who gets them sees which."""

    seat: Seat
    number: int
    cards: CardSet | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat == self.seat else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class TrumpShown(CardEvent):
    """The card under the stock; its suit is trumps."""

    card: Card


@dataclass(frozen=True, slots=True)
class Swapped(CardEvent):
    """A seat put the seven of trumps under the stock and has the card that lay there."""

    seat: Seat
    card: Card  # what it has now
    seven: Card


@dataclass(frozen=True, slots=True)
class Played(CardEvent):
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken(CardEvent):
    seat: Seat
    cards: CardSet
    points: int


@dataclass(frozen=True, slots=True)
class Drawn(CardEvent):
    """A card from the stock. Only who draws it sees which; but the last one lay there for all to see."""

    seat: Seat
    card: Card | None
    face_up: bool

    def seen_by(self, seat: Seat | None) -> Event:
        return self if self.face_up or seat == self.seat else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class HandEnded(CardEvent):
    """The points of each side, who has won the hand (nobody: it is drawn), and the hands won by now."""

    hand: int
    points: tuple[int, int]
    winners: tuple[Seat, ...]
    totals: tuple[int, int]

    def change(self) -> Mapping[Seat, int]:
        return dict.fromkeys(self.winners, 1)


@dataclass(frozen=True, slots=True)
class MatchWon(CardEvent):
    """The match is won, by one seat or by two partners."""

    seats: tuple[Seat, ...]
    totals: tuple[int, int]
