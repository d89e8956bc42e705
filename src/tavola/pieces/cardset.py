"""A set of cards for people: one int inside, everything a set does outside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tavola.core.errors import TavolaError
from tavola.pieces.cards import (
    DECK_40,
    DECK_52,
    SUIT_SIGNS,
    BadCard,
    Card,
    cards_in,
    notation_of,
    of_rank,
    of_suit,
    read_cards,
)


@dataclass(frozen=True, slots=True, repr=False)
class CardSet:
    """Some cards of a deck. Never changes: operations give a new set. `bits` has a bit for each card.

    >>> hand = CardSet.parse("7d As Fs")
    >>> "7d" in hand, len(hand), str(hand & CardSet.suit("s"))
    (True, 3, 'As Fs')
    """

    bits: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.bits <= DECK_52:
            raise TavolaError(f"{self.bits} is no set of cards; a set is an int of 52 bits")

    @classmethod
    def of(cls, *cards: int | str) -> CardSet:
        """The set of some cards, each a number or a text."""
        bits = 0
        for card in cards:
            bits |= 1 << _number(card)
        return cls(bits)

    @classmethod
    def from_cards(cls, cards: Iterable[int | str]) -> CardSet:
        """The set of these cards, given as cards or by their notation."""
        return cls.of(*cards)

    from_data = from_cards

    def to_data(self) -> list[str]:
        """The cards as texts, in the order of their numbers."""
        return notation_of(self.bits)

    @classmethod
    def parse(cls, text: str) -> CardSet:
        """`7d As Fs` in any order, however separated; a card written twice is refused."""
        bits = 0
        for card in read_cards(text):
            if (bits >> card) & 1:
                raise TavolaError(f"{card} is written twice; there is only one in the deck")
            bits |= 1 << card
        return cls(bits)

    @classmethod
    def deck(cls, cards: int = 40) -> CardSet:
        """All 40 cards, or all 52."""
        if cards not in (40, 52):
            raise TavolaError(f"there are decks of 40 and of 52 cards, not of {cards}")
        return cls(DECK_40 if cards == 40 else DECK_52)

    @classmethod
    def suit(cls, suit: int | str) -> CardSet:
        """The thirteen cards of a suit, by number or sign: 3 or "s"."""
        return cls(of_suit(SUIT_SIGNS.index(suit.lower()) if isinstance(suit, str) else suit))

    @classmethod
    def rank(cls, rank: int) -> CardSet:
        """The four cards of a rank, 1 to 13."""
        return cls(of_rank(rank))

    # ---- a set ----

    def __iter__(self) -> Iterator[Card]:
        return cards_in(self.bits)

    def __reversed__(self) -> Iterator[Card]:
        return iter(list(self)[::-1])

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __contains__(self, card: object) -> bool:
        """By card, by number, or by text."""
        if not isinstance(card, int | str):
            return False
        try:
            return (self.bits >> _number(card)) & 1 == 1
        except BadCard:
            return False

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.bits | other.bits) if isinstance(other, CardSet) else NotImplemented

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.bits & other.bits) if isinstance(other, CardSet) else NotImplemented

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.bits & ~other.bits) if isinstance(other, CardSet) else NotImplemented

    def __xor__(self, other: CardSet) -> CardSet:
        return CardSet(self.bits ^ other.bits) if isinstance(other, CardSet) else NotImplemented

    def __le__(self, other: CardSet) -> bool:
        return self.bits & ~other.bits == 0 if isinstance(other, CardSet) else NotImplemented

    def __lt__(self, other: CardSet) -> bool:
        return self <= other and self.bits != other.bits if isinstance(other, CardSet) else NotImplemented

    def __ge__(self, other: CardSet) -> bool:
        return other <= self if isinstance(other, CardSet) else NotImplemented

    def __gt__(self, other: CardSet) -> bool:
        return other < self if isinstance(other, CardSet) else NotImplemented

    def isdisjoint(self, other: CardSet) -> bool:
        """Whether the two sets have no card in common."""
        return self.bits & other.bits == 0

    def add(self, card: int | str) -> CardSet:
        """This set and one more card."""
        return CardSet(self.bits | 1 << _number(card))

    def remove(self, card: int | str) -> CardSet:
        """This set without a card, which must be in it."""
        if card not in self:
            raise KeyError(card)
        return CardSet(self.bits & ~(1 << _number(card)))

    def discard(self, card: int | str) -> CardSet:
        """This set without a card, if it is there."""
        return CardSet(self.bits & ~(1 << _number(card)))

    # ---- a value that prints itself ----

    def __int__(self) -> int:
        return self.bits

    def __index__(self) -> int:
        return self.bits

    def __str__(self) -> str:
        return " ".join(notation_of(self.bits))

    def __repr__(self) -> str:
        return f"CardSet.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        """For notebooks: the cards, drawn."""
        from tavola.core.drawing import cards

        return cards(notation_of(self.bits)).svg()


def _number(card: int | str) -> int:
    found = Card.parse(card) if isinstance(card, str) else card
    if not 0 <= found < 52:
        raise BadCard(str(found))
    return found
