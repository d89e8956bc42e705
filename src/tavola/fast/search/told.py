"""What a game tells the search: plain functions by these names, which Numba compiles.

`v` is the game's variant, `s` its state, both of ints. `t` is everything else the search needs: a
`NamedTuple` of arrays and numbers, made once for a view. `room` is scratch arrays, or an empty tuple.

A round is what is played out: a hand of cards, or a whole game. It is between two sides, 0 and 1. A move is
an int. It belongs to a key from 0 to 62: what its player must hold to make it, in card games the card. Where
players hold nothing, the move itself may be its key.
"""

from __future__ import annotations

from typing import Any

from tavola.fast.arrays import NDArray, np
from tavola.fast.sums import Ints

Floats = NDArray[np.float64]

CHANCE, PLAYER, OVER = range(3)  # who is next: see `stage`
MOST_MOVES = 1024  # of a position


def deal(v: Any, t: Any, room: Any, seed: np.uint64, number: int) -> Any:
    """A state that may be the true one, everything hidden drawn at random in keeping with what was seen, and
    the luck for later chance: (s, luck). The same seed and number give the same."""
    raise NotImplementedError


def lay_back(t: Any, room: Any) -> None:
    """Called before every round: restores what `deal` left in the room, so that all rounds of a deal start
    alike."""
    raise NotImplementedError


def stage(s: Any) -> int:
    """CHANCE or PLAYER is next, or the round is OVER."""
    raise NotImplementedError


def chance(v: Any, t: Any, room: Any, s: Any, luck: Any) -> Any:
    """What chance does next: (s, luck)."""
    raise NotImplementedError


def side(s: Any) -> int:
    """The side of the player who is next."""
    raise NotImplementedError


def keys(v: Any, s: Any) -> int:
    """The keys that the next player holds, as a bit set."""
    raise NotImplementedError


def key_of(move: int) -> int:
    raise NotImplementedError


def list_moves(v: Any, t: Any, s: Any, wanted: int, moves: Ints, weights: Floats) -> int:
    """Write all moves of the `wanted` keys, and a quick estimate of each in points; returns how many.

    The keys always come in the same order. Outside the tree a round is mostly played by the best estimate.
    """
    raise NotImplementedError


def play(v: Any, s: Any, move: int) -> Any:
    """The state after a move."""
    raise NotImplementedError


def worth(v: Any, t: Any, s: Any) -> float:
    """Side 0's chance to win, when the round is over."""
    raise NotImplementedError


def keep(states: Ints, row: int, s: Any) -> None:
    """Write the part of the state that changes while the rest is solved into a row."""
    raise NotImplementedError


def recall(root: Any, states: Ints, row: int) -> Any:
    """The inverse of `keep`: the state from that row and the state in which solving began."""
    raise NotImplementedError
