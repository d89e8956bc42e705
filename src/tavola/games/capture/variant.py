"""Everything in which the capture games differ, as ints that compiled code takes as they stand.

Each game writes out all of it, by name, in its own folder.
"""

from __future__ import annotations

from typing import NamedTuple

# What happens to the points for most cards, or most of the suit, on a tie.
TIE_SHARES, TIE_NOBODY, TIE_FIRST = range(3)  # half each; nobody; the side of the first player

# How captures of one suit score.
NO_SUITED, BAGER, COLOUR_ALL, COLOUR_ANY_THREE = range(4)

# How the primiera is settled.
NO_PRIMIERA, PRIMIERA_VALUES, PRIMIERA_SEVENS = range(3)


class Variant(NamedTuple):
    """One game under some options. What is called a set is a bit set of cards; flags are 0 or 1."""

    # the deck and the deal
    deck: int  # the set of all cards
    packet: int  # how many cards a seat gets at a time
    shows_bottom: int  # flag: the bottom card of the stock lies face up, for the dealer
    redealt: int  # set: three or more of one rank of these on the first table are dealt again
    # taking
    summing: int  # set: the cards that take sums and may be summed; the others take only their equal
    fewest: int  # flag: only captures with the fewest cards are legal
    # points during play
    sweep_by_rank: int  # flag: clearing the table scores by the card played; otherwise 1
    picula: int  # points for taking at once, with its equal, the card just dropped
    suited: int  # what counts as a capture of one suit, and for how much
    suited_on_last: int  # flag: it scores on the last play of the hand as well
    # points of the deck
    cards_points: int
    cards_tie: int
    suit: int  # set: the suit that is counted
    suit_points: int
    suit_tie: int
    seven: int  # sets of the single cards that score 1, empty where the game does not have them
    two: int
    fante: int
    primiera: int
    napola: int  # set: the suit of the napola; empty without
    doubles: int  # flag: all of the deck's points but the napola count twice for a side that has them all
    # the match
    target: int
    tombolon: int  # flag: all the deck's points and the whole suit win the match
    call_out: int  # flag: a side that certainly reaches the target wins at once
