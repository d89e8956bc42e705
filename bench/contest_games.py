"""Games of 5000 by three for simulated contests, compiled: bots of one family, and teams that spoil a game.

The rules are the game's own. A bot plays as the house does, but for a share of its decisions, which it makes
at random. The dice belong to the seat and are the same in all games of a set, as at the tournament port.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavola.fast.compile import jit
from tavola.fast.intrinsics import multiply
from tavola.fast.kernel import any_of
from tavola.fast.streams import open_stream, philox, share_of, word
from tavola.games.five_thousand.bots import House
from tavola.games.five_thousand.fast.kernel import KERNEL, KernelTables, fifties, would_win
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.rules import TRASH, State, Variant, seat_of, start, step
from tavola.games.five_thousand.tcp.dice import OPENING

SEATS = 3
FIRST_THROW = int("".join(sorted(OPENING, reverse=True)))
ABOUT_TO_WIN = 4000
SLOW = 0.01  # the share of decisions for which it needs too long
HONEST, LEAVES, HELPS, IS_SLOW, ILLEGAL = range(5)


class Seated(NamedTuple):
    """Who sits at a table: how often each decides at random; who spoils it, in which way, and for whom."""

    shares: tuple[float, float, float]
    spoiler: int = -1
    way: int = HONEST
    friend: int = -1


def thrown(seed: np.uint64, set_: int, s: State, throw: int, ways: int) -> int:
    """The luck of a set is a function of the seat, its turn and the throw, whoever sits there."""
    place = (np.uint64(s.turn) << np.uint64(16)) | np.uint64(throw)  # the turn says the seat
    left, _ = philox(place, np.uint64(set_), seed)
    fell, _ = multiply(left, np.uint64(ways))
    return int(fell)


def walks_out(seated: Seated, s: State, draw: float) -> bool:
    """Does the spoiler leave, or is it too slow, before this decision?"""
    spoiler, way = seated.spoiler, seated.way
    if way == LEAVES:
        return max(s.scores) >= ABOUT_TO_WIN and s.scores[spoiler] < ABOUT_TO_WIN
    if way == HELPS:  # its friend loses nothing to the third
        third = SEATS - spoiler - seated.friend
        return seated.friend >= 0 and s.scores[third] >= ABOUT_TO_WIN and s.scores[seated.friend] < 5000
    return way == IS_SLOW and seat_of(s) == spoiler and draw < SLOW


def gives_up(seated: Seated, seat: int) -> bool:
    """What is illegal three times is taken for TRASH; a helper wins nothing from its friend."""
    if seat != seated.spoiler:
        return False
    return seated.way == ILLEGAL or (seated.way == HELPS and seated.friend >= 0)


def play_game(
    variant: Variant,
    seated: Seated,
    policy: NDArray[np.int8],
    tables: KernelTables,
    seed: np.uint64,
    set_: int,
    game: int,
) -> int:
    """The seat that won, or SEATS if the spoiler did not stay."""
    (ways, starts, fallen), codes, may = tables
    s, luck, throw = start(SEATS), open_stream(seed + np.uint64(1), game), 0
    while s.winner < 0:
        seat = seat_of(s)
        if s.in_hand > 0:
            throw = 1 if s.hand == 0 and s.turn_score == 0 and s.in_hand == 5 else throw + 1
            if s.turn < SEATS and throw == 1:
                action = FIRST_THROW
            else:
                n = s.in_hand
                action = fallen[starts[n] + thrown(seed, set_, s, throw, ways[n])]
        else:
            drawn, luck = word(luck)
            draw = share_of(drawn)
            if seated.spoiler >= 0 and walks_out(seated, s, draw):
                return SEATS
            code = codes[s.dice]
            if gives_up(seated, seat):
                action = TRASH
            elif draw < seated.shares[seat]:
                action, luck = any_of(may[code], luck)
            else:
                action = int(policy[would_win(variant, s), s.hand, fifties(s), code])
        s, _ = step(variant, s, action)
    return s.winner


@cache
def _played_by() -> tuple[Any, ...]:
    rules = FiveThousand()
    return rules.options.variant, KERNEL.tabulate(rules, House()), KERNEL.tables(rules, True)


def winner(seated: Seated, seed: int, set_: int, game: int) -> int:
    """Of one game; see `play_game`."""
    variant, policy, tables = _played_by()
    args = variant, seated, policy, tables, np.uint64(seed << 1), set_, game
    return int(_compiled(args)(*args))


_ready: list[Any] = []


def _compiled(args: tuple[Any, ...]) -> Any:
    """Looked up once: finding out the types of all arguments takes longer than a game."""
    if not _ready:
        _ready.append(jit(play_game).prepared(*args))
    return _ready[0]
