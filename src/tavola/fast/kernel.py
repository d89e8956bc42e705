"""What a game provides to be played compiled, and the parts its kernel is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from tavola.core.contract import Event, Rules
from tavola.core.driver import Bot as Bot
from tavola.fast.arrays import NDArray, np
from tavola.fast.streams import Stream, below
from tavola.games import parts_of
from tavola.pieces.dice import FACES, from_faces, throws

RANDOM = -1  # instead of the index of a table: any legal decision


class Falls(NamedTuple):
    """Every way in which 1 to n dice fall, all equally likely: a uniform draw picks one by its number."""

    ways: NDArray[np.int64]  # array[number of dice]: how many ways
    starts: NDArray[np.int64]  # array[number of dice]: where their ways begin in `dice`
    dice: NDArray[np.int64]


@dataclass(frozen=True)
class Kernel:
    """A game for compiled play. All functions are plain; `play_games` is the one that is compiled.

    Its arguments are `(variant, seats, policies, which, tables, widths, seed, first, games, sums)`. It plays
    `games` games, numbered from `first` on, each with `open_stream(seed, game)` for its luck, and adds each
    to `sums` with `enter`. `which[seat]` is RANDOM, or the seat plays by the table `policies[which[seat]]`:
    what `tabulate` gave for its bot.

    A bot is tabulated only if its class says `tabled = True`: its choices depend on nothing but the indices
    of such a table. If any bot of a game is not `tabled`, the game is interpreted.
    """

    play_games: Callable[..., None]
    step: Callable[..., Any]  # the rules' own
    legal: Callable[..., int]  # the rules' own, of (variant, state)
    action: Callable[[Any, Any], int]  # the rules' number for a move of the contract made in a state
    tables: Callable[[Rules[Any, Any], bool], Any]  # the arrays it needs; does anybody play at random?
    tabulate: Callable[[Rules[Any, Any], Bot], NDArray[np.int8]]  # a bot's decisions as a table, by asking it
    no_table: NDArray[np.int8]  # in place of tables if all play at random
    patterns: tuple[str, ...]  # names of what it counts for each seat; `count` finds them in events
    count: Callable[[Any, Any, Iterable[Event]], Iterator[tuple[int, int]]]
    # What people call a pattern; programs use its name.
    called: Callable[[Rules[Any, Any], str], str] = lambda _, name: name.replace("_", " ")
    refuses: Callable[[Rules[Any, Any]], str] = lambda rules: ""  # noqa: ARG005 - why it can't be compiled


def kernel_of(game: str) -> Kernel | None:
    """None for a game that is only ever interpreted."""
    found: Kernel | None = parts_of(game).part("kernel")
    return found


def ordered_falls(most: int) -> Falls:
    """Dice in the order in which they fell."""
    return _falls([[from_faces(shown) for shown in _all(n)] for n in range(1, most + 1)])


def sorted_falls(most: int) -> Falls:
    """The same ways under the same numbers, the dice highest first: for games that ignore the order."""
    return _falls(
        [[from_faces(sorted(shown, reverse=True)) for shown in _all(n)] for n in range(1, most + 1)]
    )


def weighted_falls(most: int) -> Falls:
    """Combinations of dice, each repeated as often as it has ways to fall."""
    return _falls([[dice for dice, ways in throws(n) for _ in range(ways)] for n in range(1, most + 1)])


def _all(n: int) -> Iterator[tuple[int, ...]]:
    return product(range(1, FACES + 1), repeat=n)


def _falls(lists: list[list[int]]) -> Falls:
    ways = np.array([0, *map(len, lists)])
    starts = np.concatenate(([0], np.cumsum(ways)[:-1]))
    return Falls(ways, starts, np.array([dice for each in lists for dice in each]))


# A kernel keeps arrays in local names and passes numbers to other functions: in Numba, passing an array on,
# or reading it out of a tuple, costs more than most functions do.


def any_of(bits: int, luck: Stream) -> tuple[int, Stream]:
    """The position of one of the set bits, uniformly at random."""
    n, luck = below(luck, count_bits(bits))
    return nth_bit(bits, n), luck


def some_of(bits: int, n: int, luck: Stream) -> tuple[int, Stream]:
    """n of the set bits, uniformly at random: cards dealt from an undealt set."""
    taken = 0
    left = count_bits(bits)
    for dealt in range(n):
        drawn, luck = below(luck, left - dealt)
        one = 1 << nth_bit(bits, drawn)
        taken |= one
        bits &= ~one
    return taken, luck


def nth_bit(bits: int, n: int) -> int:
    """The position of the set bit that has n set ones below it."""
    place = 0
    while True:
        if (bits >> place) & 1:
            if n == 0:
                return place
            n -= 1
        place += 1


def count_bits(bits: int) -> int:
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n
