"""Which card takes a trick, and what cards count. Plain functions, which Numba compiles as they stand."""

from __future__ import annotations

from tavola.kit.cards import NO_CARD, of_rank, rank_of, size, suit_of
from tavola_briscola.state import Four, next_seat

# By rank, from the ace on: the order is A 3 R C F 7 6 5 4 2. The 8, 9 and 10 are not in the deck.
STRENGTH = (10, 1, 9, 2, 3, 4, 5, 0, 0, 0, 6, 7, 8)
POINTS = (11, 0, 10, 0, 0, 0, 0, 0, 0, 0, 2, 3, 4)

ACES, THREES, FANTI, CAVALLI, RE = of_rank(1), of_rank(3), of_rank(11), of_rank(12), of_rank(13)
SEVEN = 7
ALL_POINTS = 120
HALF = ALL_POINTS // 2


def strength_of(card: int) -> int:
    """How high a card is in its suit, from 1 to 10."""
    return STRENGTH[rank_of(card) - 1]


def points_of(card: int) -> int:
    return POINTS[rank_of(card) - 1]


def points_in(cards: int) -> int:
    """What a set of cards counts."""
    return (
        11 * size(cards & ACES)
        + 10 * size(cards & THREES)
        + 4 * size(cards & RE)
        + 3 * size(cards & CAVALLI)
        + 2 * size(cards & FANTI)
    )


def beats(trump: int, best: int, card: int) -> bool:
    """Does a card, played later, beat the best one so far? A higher one of its suit does, and a trump."""
    if suit_of(card) == suit_of(best):
        return strength_of(card) > strength_of(best)
    return suit_of(card) == trump


def taker_of(trump: int, played: Four, leader: int, seats: int) -> int:
    """Who takes the trick, or would if it ended now. The leader must have played."""
    taker = leader
    seat = next_seat(leader, seats)
    while seat != leader:
        if played[seat] != NO_CARD and beats(trump, played[taker], played[seat]):
            taker = seat
        seat = next_seat(seat, seats)
    return taker


def set_of(played: Four) -> int:
    """The cards of a trick, as a set."""
    cards = 0
    for seat in range(4):
        if played[seat] != NO_CARD:
            cards |= 1 << played[seat]
    return cards
