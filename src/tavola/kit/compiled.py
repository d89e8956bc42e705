"""What the kernel of a game and its environment are made of. Needs `tavola[fast]`.

They are plain functions over arrays, one row a game, and are compiled as they stand:

>>> import numpy as np
>>> masks = np.array([[1, 0], [0, 1]], np.uint8)  # row 0 may decide 0, row 1 may decide 1
>>> first_illegal(masks, np.array([0, 1]), np.array([0, 0]))
1
>>> rewards = np.zeros((1, 2), np.float32)
>>> reward_winners(rewards, row=0, seats=2, winners=0b10)
>>> rewards.tolist()
[[-1.0, 1.0]]
>>> lucks = np.arange(10, dtype=np.uint64).reshape(2, 5)  # the luck of two games
>>> keep_luck(lucks, 0, load_luck(lucks, 1))  # now the first has that of the second
>>> lucks[0].tolist()
[5, 6, 7, 8, 9]
>>> Terms(by_points=0, longest=100_000, again=1).again
1
>>> Arrays._fields[:3]
('states', 'lucks', 'actors')
"""

from tavola.fast.compile import jit
from tavola.fast.env_kernel import (
    ALL_LEGAL,
    BEGIN,
    NOBODY_ACTS,
    Arrays,
    Bytes,
    Environment,
    Field,
    Floats,
    Terms,
    capped,
    clear,
    first_illegal,
    keep_luck,
    load_luck,
    reward_winners,
    row_layout,
    show_dice,
    show_seat,
)
from tavola.fast.kernel import RANDOM, Bot, Kernel, any_of, ordered_falls, some_of, sorted_falls
from tavola.fast.streams import Stream, below, open_stream
from tavola.fast.sums import MOST_DECISIONS, Ints, Sums, Widths, enter
from tavola.pieces.seats import MAX_SEATS, NONE_EACH, Eight, put

__all__ = [
    "ALL_LEGAL",
    "BEGIN",
    "MAX_SEATS",
    "MOST_DECISIONS",
    "NOBODY_ACTS",
    "NONE_EACH",
    "RANDOM",
    "Arrays",
    "Bot",
    "Bytes",
    "Eight",
    "Environment",
    "Field",
    "Floats",
    "Ints",
    "Kernel",
    "Stream",
    "Sums",
    "Terms",
    "Widths",
    "any_of",
    "below",
    "capped",
    "clear",
    "enter",
    "first_illegal",
    "jit",
    "keep_luck",
    "load_luck",
    "open_stream",
    "ordered_falls",
    "put",
    "reward_winners",
    "row_layout",
    "show_dice",
    "show_seat",
    "some_of",
    "sorted_falls",
]
