"""What is done at a table of Briscola, by players and by chance, each with its one notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from tavola.kit import BadNotation, Chance, Source, TavolaError
from tavola.kit.cards import Card, CardSet, cards_in


@dataclass(frozen=True, slots=True)
class Play:
    """A card is played: `7d`."""

    card: Card

    def __str__(self) -> str:
        return str(self.card)


@dataclass(frozen=True, slots=True)
class Swap:
    """The seven of trumps is changed for the card that lies face up."""

    def __str__(self) -> str:
        return "swap"


@dataclass(frozen=True, slots=True)
class Dealer:
    """The first dealer is drawn."""

    seat: int

    def __str__(self) -> str:
        return f"dealer {self.seat}"


@dataclass(frozen=True, slots=True)
class Deal:
    """Three cards for the seat whose turn it is to get them."""

    cards: CardSet

    def __str__(self) -> str:
        return f"deal {self.cards}"


@dataclass(frozen=True, slots=True)
class TurnUp:
    """A card is turned up, and names the trump."""

    card: Card

    def __str__(self) -> str:
        return f"trump {self.card}"


@dataclass(frozen=True, slots=True)
class Draw:
    """A card from the stock, for the seat whose turn it is to draw."""

    card: Card

    def __str__(self) -> str:
        return f"draw {self.card}"


Move = Play | Swap | Dealer | Deal | TurnUp | Draw

EXAMPLES = ("7d", "swap", "deal 7d As Fs", "trump 5c", "draw Rb", "dealer 1")
_MOVE = re.compile(
    r"(?P<swap>swap)"
    r"|dealer\s+(?P<dealer>[0-3])"
    r"|deal\s+(?P<deal>.+)"
    r"|trump\s+(?P<trump>\S+)"
    r"|draw\s+(?P<draw>\S+)"
    r"|(?P<card>\S+)",
    re.IGNORECASE | re.ASCII,
)


def parse(text: str) -> Move:
    """A move in its notation; cards in any order, capitals or not."""
    found = _MOVE.fullmatch(text.strip()) if len(text) <= 250 else None
    if found is None:
        raise BadNotation(text, EXAMPLES)
    try:
        if found["swap"]:
            return Swap()
        if found["dealer"]:
            return Dealer(int(found["dealer"]))
        if found["deal"]:
            return Deal(CardSet.parse(found["deal"]))
        if found["trump"]:
            return TurnUp(Card.parse(found["trump"]))
        if found["draw"]:
            return Draw(Card.parse(found["draw"]))
        return Play(Card.parse(found["card"]))
    except TavolaError:
        raise BadNotation(text, EXAMPLES) from None


@dataclass(frozen=True, slots=True)
class DealOf(Chance[Deal]):
    """So many cards from a pool, any as likely as the other; the order does not matter."""

    pool: int
    number: int

    def sample(self, rng: Source) -> Deal:
        return Deal(CardSet(some_of(self.pool, self.number, rng)))

    def prob(self, outcome: object) -> Fraction:
        if not isinstance(outcome, Deal):
            return Fraction(0)
        cards = outcome.cards.bits
        if cards & ~self.pool or cards.bit_count() != self.number:
            return Fraction(0)
        return self._each()

    def outcomes(self) -> Iterator[tuple[Deal, Fraction]]:
        each = self._each()
        for cards in combinations(cards_in(self.pool), self.number):
            yield Deal(CardSet.of(*cards)), each

    def _each(self) -> Fraction:
        return Fraction(1, comb(self.pool.bit_count(), self.number))


def some_of(pool: int, number: int, rng: Source) -> int:
    """A random set of so many cards from a pool."""
    cards, drawn = list(cards_in(pool)), 0
    for _ in range(number):
        at = rng.randrange(len(cards))
        drawn |= 1 << cards[at]
        cards[at] = cards[-1]
        cards.pop()
    return drawn
