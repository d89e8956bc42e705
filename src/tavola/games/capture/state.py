"""Where a match of a capture game stands: a few small tuples of ints, each about one thing.

Two play for themselves or four in pairs, 0 and 2 against 1 and 3, so that a seat's side is seat & 1 always.
Numbers kept for each seat are four, those of empty seats being 0; numbers kept for each side are two.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.core.game import Lanes
from tavola.pieces.cards import NO_CARD

Two = tuple[int, int]
Four = tuple[int, int, int, int]

# What is about to happen: chance in the first four, a play, or nothing any more. The last two occur only
# within a step, before the hand is counted: it was played out, or a side called out.
DRAW_DEALER, DEAL_TABLE, DEAL_PACKET, SHOW_BOTTOM, PLAY, OVER, PLAYED_OUT, CALLED_OUT = range(8)

# How the match was won.
NOT_WON, BY_TARGET, BY_CALLING_OUT, BY_TOMBOLON = range(4)
NOBODY = -1


class Cards(NamedTuple):
    """Where the cards are, as sets. The undealt ones have no order: there is none to leak."""

    hands: Four
    table: int
    undealt: int
    taken: Two
    bottom: int  # the card shown under the stock, kept here after it is dealt; NO_CARD without


class Turn(NamedTuple):
    """Whose turn it is, and what the next play depends on."""

    phase: int
    hand: int  # counts from 1
    dealer: int
    seat: int  # the seat that plays, or gets the next packet
    taker: int  # the seat that took last in this hand, or NOBODY
    dropped: int  # the card the play before dropped, NO_CARD if it took or the cards were dealt since


class LastPlay(NamedTuple):
    """The last play, to be shown again. Seat NOBODY at the start of a hand."""

    seat: int
    card: int
    taken: int


class Specials(NamedTuple):
    """Points made in the course of a hand: table cleared, picula, captures of one suit."""

    sweep: int
    picula: int
    suited: int

    def to_data(self) -> tuple[int, int, int]:
        return self.sweep, self.picula, self.suited

    @classmethod
    def from_data(cls, data: list[int]) -> Specials:
        return cls(*data)


class Score(NamedTuple):
    """The count of each side. Totals hold everything announced so far, in this hand too."""

    totals: Two
    specials: tuple[Specials, Specials]  # of this hand
    winner: int  # a side, or NOBODY
    won: int


class State(NamedTuple):
    seats: int
    cards: Cards
    turn: Turn
    last: LastPlay
    score: Score


NO_SPECIALS = Specials(0, 0, 0)
NO_PLAY = LastPlay(NOBODY, NO_CARD, 0)


def next_seat(seat: int, seats: int) -> int:
    return seat + 1 if seat + 1 < seats else 0


def side_of(seat: int) -> int:
    return seat & 1


def put_in_hand(hands: Four, seat: int, hand: int) -> Four:
    """The same hands but for one seat's."""
    return (
        hand if seat == 0 else hands[0],
        hand if seat == 1 else hands[1],
        hand if seat == 2 else hands[2],
        hand if seat == 3 else hands[3],
    )


def put_on_side(numbers: Two, side: int, number: int) -> Two:
    """The same numbers but for one side's."""
    return (number, numbers[1]) if side == 0 else (numbers[0], number)


def at_the_start(deck: int, seats: int) -> State:
    """The dealer is about to be drawn."""
    return State(
        seats,
        Cards((0, 0, 0, 0), 0, deck, (0, 0), NO_CARD),
        Turn(DRAW_DEALER, 0, 0, 0, NOBODY, NO_CARD),
        NO_PLAY,
        Score((0, 0), (NO_SPECIALS, NO_SPECIALS), NOBODY, NOT_WON),
    )


def at_a_hand(deck: int, seats: int, hand: int, dealer: int, totals: Two) -> State:
    """The cards are together again, and the table is about to be dealt."""
    return State(
        seats,
        Cards((0, 0, 0, 0), 0, deck, (0, 0), NO_CARD),
        Turn(DEAL_TABLE, hand, dealer, next_seat(dealer, seats), NOBODY, NO_CARD),
        NO_PLAY,
        Score(totals, (NO_SPECIALS, NO_SPECIALS), NOBODY, NOT_WON),
    )


LANES = Lanes(lambda s: int(s.turn.hand))  # in duplicate games a deal belongs to the hand
