"""What the deck is worth at the end of a hand: most cards, the suit, single cards, primiera, napola.

The same count serves in the middle of a hand: it then gives what a pile holds for certain, since more than
half of the cards, once taken, stay more than half.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.games.capture.state import Two
from tavola.games.capture.variant import (
    NO_PRIMIERA,
    PRIMIERA_VALUES,
    TIE_FIRST,
    TIE_SHARES,
    Variant,
)
from tavola.pieces.cards import BASTONI, COPPE, DENARI, SPADE, of_rank, of_suit, size

FIGURES = of_rank(11) | of_rank(12) | of_rank(13)


class DeckPoints(NamedTuple):
    """One side's points of the deck."""

    cards: int
    suit: int
    seven: int
    two: int
    fante: int
    primiera: int
    napola: int
    doubled: int  # points added by doubling
    tombolon: int


NO_DECK_POINTS = DeckPoints(0, 0, 0, 0, 0, 0, 0, 0, 0)


def total(d: DeckPoints) -> int:
    return (
        d.cards + d.suit + d.seven + d.two + d.fante + d.primiera + d.napola + d.doubled + d.tombolon
    )  # spelt out: compiled code can't sum a tuple with names


def held(d: DeckPoints) -> int:
    """What a side can claim in the middle of a hand. Doubling and tombolon count only at its end."""
    return total(d) - d.doubled - d.tombolon


def most_held(v: Variant) -> int:
    """The most a pile can hold: the points for cards and suit, three single cards, the primiera, a whole
    napola."""
    return v.cards_points + v.suit_points + 3 + 1 + size(v.napola & v.deck)


def deck_points(v: Variant, taken: Two, side: int, first_side: int) -> DeckPoints:
    """What a side's pile is worth against the other's; `first_side` is the first player's."""
    pile = taken[side]
    is_first = side == first_side
    cards = majority(size(pile), size(v.deck), v.cards_points, v.cards_tie, is_first)
    suit = majority(size(pile & v.suit), size(v.suit & v.deck), v.suit_points, v.suit_tie, is_first)
    seven = 1 if pile & v.seven else 0
    two = 1 if pile & v.two else 0
    fante = 1 if pile & v.fante else 0
    has_all = cards == v.cards_points and suit == v.suit_points and seven + two + fante == 3
    doubled = v.cards_points + v.suit_points + 3 if v.doubles and has_all else 0
    whole_suit = pile & v.suit & v.deck == v.suit & v.deck
    tombolon = v.target if v.tombolon and has_all and whole_suit else 0
    primiera = 0
    if v.primiera != NO_PRIMIERA and wins_primiera(v, pile, taken[1 - side]):
        primiera = 1
    return DeckPoints(cards, suit, seven, two, fante, primiera, napola(v, pile), doubled, tombolon)


def majority(held: int, of_all: int, points: int, tie: int, is_first: bool) -> int:
    """The points for holding more than half; half of all is a tie."""
    if 2 * held > of_all:
        return points
    if 2 * held < of_all:
        return 0
    if tie == TIE_SHARES:
        return points // 2
    return points if tie == TIE_FIRST and is_first else 0


def napola(v: Variant, pile: int) -> int:
    """Ace, two and three of the suit: 3 points, and one more for each next rank without a gap."""
    length = 0
    for rank in range(1, 14):
        link = v.napola & v.deck & of_rank(rank)
        if link != 0:  # the deck of 40 goes from the 7 to the fante
            if pile & link == 0:
                break
            length += 1
    return length if length >= 3 else 0


def wins_primiera(v: Variant, pile: int, other: int) -> bool:
    if v.primiera == PRIMIERA_VALUES:
        return primiera_value(pile) > primiera_value(other)
    sevens, their_sevens = size(pile & of_rank(7)), size(other & of_rank(7))
    if sevens != their_sevens:
        return sevens > their_sevens
    return size(pile & of_rank(6)) > size(other & of_rank(6))


class Compared(NamedTuple):
    """What a pile has of everything that is compared with the other pile, by the names of `DeckPoints`."""

    cards: int
    suit: int
    primiera: int  # its value, or the number of sevens if these decide


def compared(v: Variant, pile: int) -> Compared:
    primiera = primiera_value(pile) if v.primiera == PRIMIERA_VALUES else size(pile & of_rank(7))
    return Compared(size(pile), size(pile & v.suit), primiera)


def primiera_value(pile: int) -> int:
    """The sum of the best card of each suit; 0 if a suit is missing."""
    b, c = best_for_primiera(pile & of_suit(BASTONI)), best_for_primiera(pile & of_suit(COPPE))
    d, s = best_for_primiera(pile & of_suit(DENARI)), best_for_primiera(pile & of_suit(SPADE))
    if b == 0 or c == 0 or d == 0 or s == 0:
        return 0
    return b + c + d + s


def best_for_primiera(cards: int) -> int:
    if cards & of_rank(7):
        return 21
    if cards & of_rank(6):
        return 18
    if cards & of_rank(1):
        return 16
    for rank in range(5, 1, -1):
        if cards & of_rank(rank):
            return 10 + rank
    return 10 if cards & FIGURES else 0
