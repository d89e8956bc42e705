"""Italian cards, 40 or 52 of them. A card is a number, and a set of cards is an int with a bit for each.

A card's number is suit · 13 + rank − 1: suits in the order bastoni, coppe, denari, spade, ranks from the ace
to the ten, then fante, cavallo, re. The deck of 40 lacks the 8, 9 and 10 of each suit; its cards keep their
numbers. A set fits 52 bits, so the compiled rules hold it in one machine word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from tavola.core.errors import TavolaError
from tavola.core.numbers import number
from tavola.core.words import Phrase

RANKS: Final = 13
FANTE, CAVALLO, RE = 11, 12, 13
BASTONI, COPPE, DENARI, SPADE = range(4)
NO_CARD: Final = -1

RANK_SIGNS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "F", "C", "R")
SUIT_SIGNS: Final = "bcds"

ONE_SUIT: Final = (1 << RANKS) - 1  # every rank of bastoni
ONE_RANK: Final = 1 << 0 | 1 << 13 | 1 << 26 | 1 << 39  # the ace of every suit
DECK_52: Final = (1 << 4 * RANKS) - 1
DECK_40: Final = DECK_52 & ~(ONE_RANK << 7 | ONE_RANK << 8 | ONE_RANK << 9)

# ---- plain functions, which the rules use and Numba compiles ----


def card_of(rank: int, suit: int) -> int:
    """The number of a card, from its rank (from 1) and its suit (from 0)."""
    return suit * RANKS + rank - 1


def rank_of(card: int) -> int:
    """The rank of a card, from 1."""
    return card % RANKS + 1


def suit_of(card: int) -> int:
    """The suit of a card, from 0."""
    return card // RANKS


def of_rank(rank: int) -> int:
    """The set of the four cards of a rank."""
    return ONE_RANK << (rank - 1)


def of_suit(suit: int) -> int:
    """The set of the thirteen cards of a suit."""
    return ONE_SUIT << suit * RANKS


def ranks_in(cards: int, suit: int) -> int:
    """The cards of one suit, as a set of ranks: the ace is its lowest bit."""
    return (cards >> suit * RANKS) & ONE_SUIT


def size(cards: int) -> int:
    """How many cards are in a set: its bits, added up in pairs, fours, eights, then all at once."""
    pairs = cards - ((cards >> 1) & 0x5555555555555)
    fours = (pairs & 0x3333333333333) + ((pairs >> 2) & 0x3333333333333)
    eights = (fours + (fours >> 4)) & 0xF0F0F0F0F0F0F
    return ((eights * 0x1010101010101) >> 48) & 0xFF


def lowest(cards: int) -> int:
    """The lowest card of a set that is not empty."""
    return size((cards & -cards) - 1)


def nth_card(cards: int, n: int) -> int:
    """The card with n lower ones in the set."""
    for _ in range(n):
        cards &= cards - 1
    return lowest(cards)


# ---- for people ----

RANK_NAMES: Final[tuple[Phrase, ...]] = (
    Phrase("ace", "as", "asso"),
    *(number(n) for n in range(2, 11)),
    Phrase("jack", "valet", "fante"),
    Phrase("knight", "cavalier", "cavallo"),
    Phrase("king", "roi", "re"),
)
SUIT_NAMES: Final[tuple[Phrase, ...]] = (
    Phrase("batons", "bâtons", "bastoni"),
    Phrase("cups", "coupes", "coppe"),
    Phrase("coins", "deniers", "denari"),
    Phrase("swords", "épées", "spade"),
)
_CARD: Final = re.compile(r"(10|[a2-9fcr])([bcds])", re.IGNORECASE | re.ASCII)


class BadCard(TavolaError):
    """A text that is no card."""

    def __init__(self, text: str) -> None:
        shown = text if len(text) <= 20 else text[:17] + "..."
        super().__init__(
            f"{shown!r} is not a card; a card is a rank (A 2 to 10 F C R) and a suit (b c d s): 7d, As, 10d"
        )


class Card(int):
    """A card that prints and parses itself; still the number the rules know it by."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Card:
        """`7d`, `As`, `10d`, in capitals or not."""
        found = _CARD.fullmatch(text.strip()) if len(text) <= 20 else None
        if found is None:
            raise BadCard(text)
        rank = RANK_SIGNS.index(found[1].upper()) + 1
        return cls(card_of(rank, SUIT_SIGNS.index(found[2].lower())))

    @property
    def rank(self) -> int:
        """From 1, the ace; the figures F, C and R come after all plain ranks."""
        return rank_of(int(self))

    @property
    def suit(self) -> int:
        """0 bastoni, 1 coppe, 2 denari, 3 spade."""
        return suit_of(int(self))

    @property
    def name(self) -> Phrase:
        """Seven of coins, sept de deniers, sette di denari."""
        rank, suit = RANK_NAMES[self.rank - 1], SUIT_NAMES[self.suit]
        of = "d'" if suit.fr[0] == "é" else "de "
        return Phrase(f"{rank.en} of {suit.en}", f"{rank.fr} {of}{suit.fr}", f"{rank.it} di {suit.it}")

    def __str__(self) -> str:
        return _NOTATION[self]

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    def to_data(self) -> str:
        """Its notation, as records and messages have it."""
        return _NOTATION[self]

    from_data = parse

    def _repr_svg_(self) -> str:
        """For notebooks: the card, drawn."""
        from tavola.core.drawing import card

        return card(str(self)).svg()


_NOTATION = tuple(RANK_SIGNS[rank_of(card) - 1] + SUIT_SIGNS[suit_of(card)] for card in range(52))


def notation_of(cards: int) -> list[str]:
    """The cards of a set as texts, in the order of their numbers."""
    return [
        *_of_suit(cards & ONE_SUIT, 0),
        *_of_suit(cards >> RANKS & ONE_SUIT, 1),
        *_of_suit(cards >> 2 * RANKS & ONE_SUIT, 2),
        *_of_suit(cards >> 3 * RANKS & ONE_SUIT, 3),
    ]


@cache
def _of_suit(ranks: int, suit: int) -> tuple[str, ...]:
    """Remembered suit by suit: there are 8,192 sets of ranks, and endless sets of cards."""
    return tuple(_NOTATION[suit * RANKS + n] for n in range(RANKS) if ranks >> n & 1)


def cards_in(cards: int) -> Iterator[Card]:
    """The cards of a set, in the order of their numbers."""
    while cards:
        yield Card((cards & -cards).bit_length() - 1)
        cards &= cards - 1


def read_cards(text: str) -> Iterator[Card]:
    """Cards written one after the other, with spaces, commas, plus signs or nothing between them."""
    rest = re.sub(r"[\s,+]+", " ", text).strip()
    while rest:
        found = _CARD.match(rest)
        if found is None:
            raise BadCard(rest.split(" ")[0])
        yield Card.parse(found[0])
        rest = rest[found.end() :].lstrip()
