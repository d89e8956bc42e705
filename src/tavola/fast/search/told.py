"""What a game tells the search: plain functions by these names, which Numba compiles.

`v` is the game's variant, `s` its state, both of ints. `t` is all else that a search goes by: a `NamedTuple`
of arrays and numbers, made once for a view. `room` is arrays of its own to write in, or an empty tuple.

A round is what is played out: a hand of cards, or a whole game. It is between two sides, 0 and 1. A move is
an int. It belongs to a key from 0 to 62, which is what its player must have to make it: in cards the card.
Where a player has nothing to have, the move itself may be its key.
"""

from __future__ import annotations

from typing import Any

from tavola.fast.arrays import NDArray, np
from tavola.fast.sums import Ints

Floats = NDArray[np.float64]

CHANCE, PLAYER, OVER = range(3)  # who is next: see `stage`
MOST_MOVES = 1024  # of a position


def deal(v: Any, t: Any, room: Any, seed: np.uint64, number: int) -> Any:
    """The state as it may be, everything hidden drawn at random in keeping with what was seen, and the luck
    of what chance does later: (s, luck). The same seed and number give the same."""
    raise NotImplementedError


def lay_back(t: Any, room: Any) -> None:
    """Before every round: what `deal` left in the room is as it was, for all rounds of a deal are alike."""
    raise NotImplementedError


def stage(s: Any) -> int:
    """Who is next: CHANCE, PLAYER, or nobody because the round is OVER."""
    raise NotImplementedError


def chance(v: Any, t: Any, room: Any, s: Any, luck: Any) -> Any:
    """What chance does next: (s, luck)."""
    raise NotImplementedError


def side(s: Any) -> int:
    """The side of the player who is next."""
    raise NotImplementedError


def keys(v: Any, s: Any) -> int:
    """What the player who is next has, as a set."""
    raise NotImplementedError


def key_of(move: int) -> int:
    raise NotImplementedError


def list_moves(v: Any, t: Any, s: Any, wanted: int, moves: Ints, weights: Floats) -> int:
    """Write all moves that belong to these keys, and how good each looks at a glance, in points; how many.

    Keys are taken in one order always. The rest of a round is mostly played by what looks best.
    """
    raise NotImplementedError


def play(v: Any, s: Any, move: int) -> Any:
    """The state after a move."""
    raise NotImplementedError


def worth(v: Any, t: Any, s: Any) -> float:
    """Side 0's chance to win, when the round is over."""
    raise NotImplementedError


def keep(states: Ints, row: int, s: Any) -> None:
    """Write down what changes while the rest is solved."""
    raise NotImplementedError


def recall(root: Any, states: Ints, row: int) -> Any:
    """The state again, from that row and the state in which solving began."""
    raise NotImplementedError
