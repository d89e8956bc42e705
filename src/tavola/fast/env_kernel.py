"""What a game provides to be an environment of many games at once, and the parts its kernel is made of.

A batch is a set of arrays with a row for each game. A kernel goes through the rows once: it makes the
decision of each row's player, plays chance until the next decision, writes what the player who has it may
know and may do, and begins a new game where one has ended. All of that is done by the rules themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

from tavola.core.contract import Rules
from tavola.fast.streams import ONE, ZERO, Stream, below, open_stream
from tavola.fast.sums import Ints
from tavola.games import parts_of
from tavola.pieces.dice import FACES, size

BEGIN = -1  # instead of a decision: forget this game and begin another
NOBODY_ACTS = -2  # the actor of a game that is over
ALL_LEGAL = -1  # returned by a kernel if no decision was illegal

ONES = np.uint64(0x0101010101010101)
TOP_BYTE, BYTE, EIGHT = np.uint64(56), np.uint64(255), np.uint64(8)

Floats = NDArray[np.float32]
Bytes = NDArray[np.int8]
Words = NDArray[np.uint64]


class Arrays(NamedTuple):
    """A batch: one row for each game."""

    states: Ints  # as the game packs them
    lucks: Words  # the random stream of each row
    actors: Ints  # the seat that decides now
    lengths: Ints  # decisions so far in this game
    observations: Floats  # what the deciding seat may know
    masks: Bytes  # 1 for each decision that is legal for it
    rewards: Floats  # of the last step, by seat
    terminated: Bytes  # 1 if the game ended in the last step
    truncated: Bytes  # 1 if it was given up because it took too long
    log: Ints  # the chance events of the last step, as far as there is room
    drawn: Ints  # the number of all chance events of the last step


class Terms(NamedTuple):
    """How a batch is played. Flags are 0 or 1."""

    by_points: int  # flag: rewards are the change of each seat's score, not who won
    longest: int  # a game of more decisions is given up
    again: int  # flag: a row whose game ends begins the next one at once


class Field(NamedTuple):
    """Consecutive numbers of an observation."""

    name: str
    size: int
    meaning: str
    high: float = 1.0  # upper bound; the lower one is 0


@dataclass(frozen=True)
class Environment:
    """A game as an environment. `step_games` and `observe_row` are the functions that are compiled."""

    step_games: Callable[..., int]
    observe_row: Callable[..., None]
    unpack: Callable[[Any, int], Any]  # a row of `Arrays.states` as a state of the rules
    pack: Callable[[Any, Any, int], None]
    width: int  # of such a row
    fields: Callable[[Rules[Any, Any], int], tuple[Field, ...]]
    actions: Callable[[Rules[Any, Any]], int]
    tables: Callable[[Rules[Any, Any]], Any]
    index: Callable[[Rules[Any, Any], Any, Any], int]  # of a move in a state
    move: Callable[[Rules[Any, Any], Any, int], Any]  # the inverse
    chance: Callable[[Rules[Any, Any], Any, int], Any]  # what chance did, from the log, as a move
    # The most outcomes of a chance event other than a roll of free dice; cards are dealt one at a time.
    falls: int = 52
    dearest: float = 1.0  # points an illegal decision costs, if rewards are points: no game costs more
    look_ahead: Callable[..., None] | None = None  # every legal play one step ahead, for learners
    refuses: Callable[[Rules[Any, Any]], str] = lambda rules: ""  # noqa: ARG005 - why it can't be played


def environment_of(game: str) -> Environment | None:
    """None for a game that has none."""
    found: Environment | None = parts_of(game).part("environment")
    return found


# ---- a state as a row of numbers ----


class RowLayout(NamedTuple):
    """How states of one game stand in a row of `Arrays.states`: `pack(state, rows, row)`, its inverse
    `unpack(rows, row)`, and how many numbers a row has."""

    pack: Callable[[Any, Any, int], None]
    unpack: Callable[[Any, int], Any]
    width: int


def row_layout(state: type[Any]) -> RowLayout:
    """The layout of a state that is a NamedTuple of ints, of tuples of ints, and of more NamedTuples.

    The source of both functions is generated field by field, because compiled code can't loop over a tuple of
    tuples.
    """
    inside: dict[str, Any] = {"__name__": __name__}
    lines: list[str] = []
    width = 0

    def unpacked(kind: Any, where: str) -> str:
        """Adds the lines that pack a part of the state; returns the expression that reads it from its row."""
        nonlocal width
        if fields := get_type_hints(kind) if hasattr(kind, "_fields") else {}:
            inside[kind.__name__] = kind
            named = ", ".join(unpacked(part, f"{where}.{name}") for name, part in fields.items())
            return f"{kind.__name__}({named})"
        if kind is int:
            lines.append(f"    rows[row, {width}] = {where}")
            width += 1
            return f"rows[row, {width - 1}]"
        if set(parts := get_args(kind)) != {int}:
            return "(" + ", ".join(unpacked(part, f"{where}[{n}]") for n, part in enumerate(parts)) + ")"
        first, width = width, width + len(parts)
        lines.append(f"    for n in range({len(parts)}):")  # compiles to faster code than one line for each
        lines.append(f"        rows[row, {first} + n] = {where}[n]")
        return "(" + ", ".join(f"rows[row, {n}]" for n in range(first, width)) + ")"

    back = unpacked(state, "s")
    source = ["def pack(s, rows, row):", *lines, "def unpack(rows, row):", f"    return {back}"]
    exec("\n".join(source), inside)  # generated above from a type, as in collections.namedtuple
    return RowLayout(inside["pack"], inside["unpack"], width)


# ---- pieces of kernels ----
#
# They take whole arrays and the number of a row: in Numba, slicing an array costs more than these functions
# do.


def load_luck(lucks: Words, row: int) -> Stream:
    """The random stream of one row, as `keep_luck` left it."""
    return Stream(lucks[row, 0], lucks[row, 1], lucks[row, 2], lucks[row, 3], lucks[row, 4])


def keep_luck(lucks: Words, row: int, luck: Stream) -> None:
    """Write the random stream of one row back, after what was drawn from it."""
    for place in range(5):
        lucks[row, place] = luck[place]


def open_lucks(lucks: Words, seed: np.uint64, first: int) -> None:
    """Each row has a stream of its own, by its number, for all the games that are played in it."""
    for row in range(len(lucks)):
        keep_luck(lucks, row, open_stream(seed, first + row))


def first_illegal(masks: Bytes, actors: Ints, actions: Ints) -> int:
    """The first row with an illegal decision, or ALL_LEGAL. BEGIN is always legal."""
    for row in range(len(actions)):
        action = actions[row]
        if action != BEGIN and (
            action < 0 or action >= masks.shape[1] or actors[row] < 0 or not masks[row, action]
        ):
            return row
    return ALL_LEGAL


def random_actions(words: Words, lucks: Words, out: Ints) -> None:
    """A legal decision for each row, uniformly at random; BEGIN where there is none.

    The masks come as words of eight bytes, one byte for each decision: multiplied by ONES, a word has the sum
    of its bytes in its highest byte.
    """
    for row in range(len(out)):
        legal = 0
        for place in range(words.shape[1]):
            legal += int(np.int64((words[row, place] * ONES) >> TOP_BYTE))
        if legal == 0:
            out[row] = BEGIN
            continue
        drawn, luck = below(load_luck(lucks, row), legal)
        keep_luck(lucks, row, luck)
        n, place = np.int64(drawn), 0
        here = np.int64((words[row, 0] * ONES) >> TOP_BYTE)
        while n >= here:
            n -= here
            place += 1
            here = np.int64((words[row, place] * ONES) >> TOP_BYTE)
        word = words[row, place]
        for _ in range(n):
            word &= word - ONE
        out[row] = 8 * place + lowest_byte(word)


def lowest_byte(word: np.uint64) -> int:
    """The index of the lowest byte that is not 0."""
    place = 0
    while word & BYTE == ZERO:
        word >>= EIGHT
        place += 1
    return place


def reward_winners(rewards: Floats, row: int, seats: int, winners: int) -> None:
    """1 for each winner, -1 for each loser; nothing where nobody lost."""
    if winners == (1 << seats) - 1:
        return
    for seat in range(seats):
        rewards[row, seat] = 1.0 if (winners >> seat) & 1 else -1.0


def show_dice(observations: Floats, row: int, at: int, dice: int, places: int) -> int:
    """Dice in their positions, one-hot over the six faces. Returns where the next field begins."""
    place = size(dice) - 1
    while dice > 0:
        observations[row, at + FACES * place + dice % 10 - 1] = 1.0
        dice //= 10
        place -= 1
    return at + FACES * places


def show_seat(observations: Floats, row: int, at: int, seat: int, me: int, seats: int) -> int:
    """A seat one-hot, counted from mine: 0 is me, 1 the next one; all 0 if `seat` is negative. Returns where
    the next field begins."""
    if seat >= 0:
        observations[row, at + (seat - me + seats) % seats] = 1.0
    return at + seats


def clear(numbers: NDArray[Any], row: int) -> None:
    """Set one row to 0."""
    for place in range(numbers.shape[1]):
        numbers[row, place] = 0


def capped(number: float, most: float) -> float:
    """`number` as a share of `most`. It may pass 1, but never 2."""
    return min(number / most, 2.0)
