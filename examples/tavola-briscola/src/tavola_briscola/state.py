"""Where a match stands: a few small tuples of ints, each about one thing.

Two play for themselves or four in pairs, 0 and 2 against 1 and 3, so that a seat's side is seat & 1 always.
Numbers kept for each seat are four, those of empty seats being 0 or NO_CARD; those for each side are two.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.kit import Lanes
from tavola.kit.cards import DECK_40, NO_CARD

Two = tuple[int, int]
Four = tuple[int, int, int, int]

# What is about to happen: chance in the first four, then a play, then nothing any more.
DRAW_DEALER, DEAL, TURN_UP, DRAW, PLAY, OVER = range(6)

NOBODY = -1
NO_SUIT = -1
NO_CARDS: Four = (NO_CARD, NO_CARD, NO_CARD, NO_CARD)


class Cards(NamedTuple):
    """Where the cards are, as sets but for `played` and `shown`. The undealt ones have no order to leak."""

    hands: Four
    known: Four  # of each hand, the cards that everybody has seen: drawn or swapped from under the stock
    played: Four  # the card of each seat in this trick, or NO_CARD
    undealt: int  # the stock, with the card shown under it
    taken: Two
    shown: int  # the card that lies face up under the stock; NO_CARD before and after
    trump: int  # its suit, which stays; NO_SUIT before


class Turn(NamedTuple):
    phase: int
    hand: int  # counts from 1
    dealer: int
    seat: int  # who plays, or who gets the next card
    leader: int  # who leads this trick; who took the last one, while cards are drawn


class Trick(NamedTuple):
    """The trick before, to be shown again. The taker is NOBODY at the start of a hand."""

    leader: int
    played: Four
    taker: int


class Score(NamedTuple):
    hands: Two  # won by each side
    winner: int  # the side that has won the match, or NOBODY


class State(NamedTuple):
    seats: int
    cards: Cards
    turn: Turn
    last: Trick
    score: Score


UNDEALT = Cards((0, 0, 0, 0), (0, 0, 0, 0), NO_CARDS, DECK_40, (0, 0), NO_CARD, NO_SUIT)
NO_TRICK = Trick(0, NO_CARDS, NOBODY)


def next_seat(seat: int, seats: int) -> int:
    return seat + 1 if seat + 1 < seats else 0


def side_of(seat: int) -> int:
    return seat & 1


def put(numbers: Four, seat: int, number: int) -> Four:
    """The same numbers but for one seat's."""
    return (
        number if seat == 0 else numbers[0],
        number if seat == 1 else numbers[1],
        number if seat == 2 else numbers[2],
        number if seat == 3 else numbers[3],
    )


def put_on_side(numbers: Two, side: int, number: int) -> Two:
    """The same numbers but for one side's."""
    return (number, numbers[1]) if side == 0 else (numbers[0], number)


def at_the_start(seats: int) -> State:
    """The dealer is about to be drawn."""
    return State(seats, UNDEALT, Turn(DRAW_DEALER, 0, 0, 0, 0), NO_TRICK, Score((0, 0), NOBODY))


def at_a_hand(seats: int, hand: int, dealer: int, hands_won: Two) -> State:
    """The cards are together again. The dealer's next seat is dealt to first, and leads."""
    first = next_seat(dealer, seats)
    return State(seats, UNDEALT, Turn(DEAL, hand, dealer, first, first), NO_TRICK, Score(hands_won, NOBODY))


LANES = Lanes(lambda s: int(s.turn.hand))  # in duplicate games a deal belongs to the hand
