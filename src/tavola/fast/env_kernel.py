"""What a game brings along to be an environment of many games at once, and the pieces its kernel is made of.

A batch is a set of arrays with a row for each game. A kernel goes through the rows once: it makes each
player's decision, lets chance play until the next one, writes down what the player who has it may know and
may do, and begins a new game where one has ended. All of that is done by the rules themselves.
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
ALL_LEGAL = -1  # what a kernel answers if no decision was illegal

ONES = np.uint64(0x0101010101010101)
TOP_BYTE, BYTE, EIGHT = np.uint64(56), np.uint64(255), np.uint64(8)

Floats = NDArray[np.float32]
Bytes = NDArray[np.int8]
Words = NDArray[np.uint64]


class Arrays(NamedTuple):
    """A batch: one row a game."""

    states: Ints  # as the game packs them
    lucks: Words  # how far the luck of each row is used up
    actors: Ints  # who decides now
    lengths: Ints  # decisions so far in this game
    observations: Floats  # what the one who decides may know,
    masks: Bytes  # and which decisions are legal
    rewards: Floats  # of the last step, by seat
    terminated: Bytes  # by the last step: the game has ended,
    truncated: Bytes  # or was given up because it took too long
    log: Ints  # what chance did in the last step, as far as there is room
    drawn: Ints  # and how often it did something


class Terms(NamedTuple):
    """How a batch is played. Flags are 0 or 1."""

    by_points: int  # flag: rewards are the change of each seat's count, rather than who won
    longest: int  # a game of more decisions is given up
    again: int  # flag: where a game ends the next one begins at once


class Field(NamedTuple):
    """Some numbers of an observation, one after the other."""

    name: str
    size: int
    meaning: str
    high: float = 1.0  # none is higher; none is below 0


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
    falls: int = (
        52  # the most outcomes of a throw that is no roll of free dice; of a deal, one card at a time
    )
    dearest: float = 1.0  # points that giving a game up costs; where points are lost, no game costs more
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

    Both functions are written out field by field, because compiled code can't walk a tuple of tuples.
    """
    inside: dict[str, Any] = {"__name__": __name__}
    lines: list[str] = []
    width = 0

    def unpacked(kind: Any, where: str) -> str:
        """Adds the lines that pack a part of the state; gives the text that reads it from its row."""
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
        lines.append(f"    for n in range({len(parts)}):")  # a loop compiles to faster code than its lines
        lines.append(f"        rows[row, {first} + n] = {where}[n]")
        return "(" + ", ".join(f"rows[row, {n}]" for n in range(first, width)) + ")"

    back = unpacked(state, "s")
    source = ["def pack(s, rows, row):", *lines, "def unpack(rows, row):", f"    return {back}"]
    exec("\n".join(source), inside)  # of our own making, as a namedtuple is
    return RowLayout(inside["pack"], inside["unpack"], width)


# ---- pieces of kernels ----
#
# They take whole arrays and the number of a row: a slice of an array costs Numba more than what they do.


def load_luck(lucks: Words, row: int) -> Stream:
    return Stream(lucks[row, 0], lucks[row, 1], lucks[row, 2], lucks[row, 3], lucks[row, 4])


def keep_luck(lucks: Words, row: int, luck: Stream) -> None:
    for place in range(5):
        lucks[row, place] = luck[place]


def open_lucks(lucks: Words, seed: np.uint64, first: int) -> None:
    """Each row has a stream of its own, by its number, for all the games that are played in it."""
    for row in range(len(lucks)):
        keep_luck(lucks, row, open_stream(seed, first + row))


def first_illegal(masks: Bytes, actors: Ints, actions: Ints) -> int:
    """The first row that decides what it may not, or ALL_LEGAL. A row may always begin again."""
    for row in range(len(actions)):
        action = actions[row]
        if action != BEGIN and (
            action < 0 or action >= masks.shape[1] or actors[row] < 0 or not masks[row, action]
        ):
            return row
    return ALL_LEGAL


def random_actions(words: Words, lucks: Words, out: Ints) -> None:
    """Any legal decision in each row, each as likely as the other; BEGIN where there is none.

    The masks come as words of eight decisions each: multiplied by ONES, a word has their sum in its highest
    byte.
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
    """The place of the lowest byte that is not 0."""
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
    """Dice by their positions, six numbers each, of which one is 1. Answers where the next field begins."""
    place = size(dice) - 1
    while dice > 0:
        observations[row, at + FACES * place + dice % 10 - 1] = 1.0
        dice //= 10
        place -= 1
    return at + FACES * places


def show_seat(observations: Floats, row: int, at: int, seat: int, me: int, seats: int) -> int:
    """A seat as seen from mine: 0 is me, 1 the next one. Nobody is marked where it is no seat."""
    if seat >= 0:
        observations[row, at + (seat - me + seats) % seats] = 1.0
    return at + seats


def clear(numbers: NDArray[Any], row: int) -> None:
    for place in range(numbers.shape[1]):
        numbers[row, place] = 0


def capped(number: float, most: float) -> float:
    """A part of some most, which it may pass: then it stays at twice that."""
    return min(number / most, 2.0)
