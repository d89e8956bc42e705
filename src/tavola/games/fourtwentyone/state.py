"""Where a game of 421 stands: a few small tuples of ints, each about one thing."""

from __future__ import annotations

from typing import NamedTuple

from tavola.core.game import Lanes
from tavola.pieces.seats import NONE_EACH, Eight, all_seats

TOKENS = 21
SETS_TO_LOSE = 2
MAX_THROWS = 3
LEFT, RIGHT = 1, -1  # directions of play

# The purpose of a round. In all but the unload, each player throws once.
OPENING, LOAD, UNLOAD, RAMPO_LOW, RAMPO_HIGH, OVER = range(6)


class Tokens(NamedTuple):
    """The set: the tokens of each seat, and how many sets each has lost."""

    kitty: int
    held: Eight
    sets_lost: Eight


class Turn(NamedTuple):
    """The turn: its first player, its total so far, and, once all have thrown, the lowest and the highest."""

    first: int
    total: int
    loading: int  # 1 in the load, 0 in the unload; a rampo belongs to either
    limit: int  # most throws of a go
    lowest: int  # sets of seats
    highest: int


class Round(NamedTuple):
    """The round within the turn: the seats still to throw, and what the others showed."""

    kind: int
    members: int  # sets of seats
    waiting: int
    direction: int
    shown: Eight


class Go(NamedTuple):
    """The go of one player: the dice on the table, and those in hand, about to be thrown."""

    seat: int
    throws: int  # made so far
    dice: int  # after the last throw, 0 before the first
    kept: int  # what stays on the table while the others are thrown
    in_hand: int  # how many dice are about to fall; 0 while the player thinks
    hit: int  # 1: the player hit the table, this throw is the last


class State(NamedTuple):
    seats: int
    tokens: Tokens
    turn: Turn
    round: Round
    go: Go


def start(seats: int) -> State:
    """All are about to throw one die for the start."""
    everyone = all_seats(seats)
    return State(
        seats,
        Tokens(TOKENS, NONE_EACH, NONE_EACH),
        Turn(0, 0, 1, 1, 0, 0),
        Round(OPENING, everyone, everyone, LEFT, NONE_EACH),
        Go(0, 0, 0, 0, 1, 0),
    )


# In duplicate games a throw belongs to the seat. A seat that throws last and loses begins the next turn at
# once.
LANES = Lanes(lambda s: int(s.go.seat), lambda s: bool(s.go.throws == 0))
