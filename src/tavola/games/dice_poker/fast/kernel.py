"""Dice Poker for compiled play.

A policy is array[re-rolls left, dice]: the positions to throw again. The order in which the dice fell matters
to some strategies, so it is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavola.core.contract import Event, Rules
from tavola.fast.compile import jit
from tavola.fast.kernel import RANDOM, Bot, Falls, Kernel, any_of, ordered_falls
from tavola.fast.streams import below, open_stream
from tavola.fast.sums import MOST_DECISIONS, Ints, Sums, Widths, enter
from tavola.games.dice_poker.events import Scored
from tavola.games.dice_poker.moves import action_of
from tavola.games.dice_poker.patterns import DICE, NAMES
from tavola.games.dice_poker.rules import State, Variant, dice_in_hand, legal, seat_of, start, step
from tavola.games.dice_poker.words import PATTERNS
from tavola.pieces.dice import FACES, Roll
from tavola.pieces.seats import MAX_SEATS, NONE_EACH

NUMBERS = 10**DICE * FACES // 9 + 1  # 66666 and all below
MOST_REROLLS = 3


class KernelTables(NamedTuple):
    falls: Falls
    legal: Ints  # array[dice]: the rules' set of decisions


def play_games(
    variant: Variant,
    seats: int,
    policies: NDArray[np.int8],
    which: Ints,
    tables: KernelTables,
    widths: Widths,
    seed: np.uint64,
    first: int,
    games: int,
    sums: Sums,
) -> None:
    (ways, starts, fallen), may = tables
    patterns = sums.patterns
    for game in range(first, first + games):
        s, luck = start(variant, seats), open_stream(seed, game)
        decisions, throws = 0, 0
        while not s.over and decisions < MOST_DECISIONS:
            seat = seat_of(s)
            if s.in_hand:
                n = dice_in_hand(s)
                fell, luck = below(luck, ways[n])
                action = fallen[starts[n] + fell]
                throws += 1
            else:
                if which[seat] == RANDOM:
                    action, luck = any_of(may[s.dice], luck)
                else:
                    action = int(policies[which[seat], s.rerolls, s.dice])
                decisions += 1
            s, news = step(variant, s, action)
            if news.points >= 0:
                patterns[seat, news.pattern] += 1
        enter(sums, widths, seats, winners(s), s.scores, decisions, throws)


def winners(s: State) -> int:
    """The set of seats with the highest total; of nobody while the game goes on."""
    found = 0
    best = max(s.scores)
    for seat in range(MAX_SEATS):
        if s.over and seat < s.seats and s.scores[seat] == best:
            found |= 1 << seat
    return found


# ---- around the kernel ----


def legal_in(variant: Variant, s: State) -> int:  # noqa: ARG001 - all games are asked alike
    return legal(s.dice) if not s.in_hand and not s.over else 0


def fill_legal(dice: Ints, out: Ints) -> None:
    for each in dice:
        out[each] = legal(each)


def tables(rules: Rules[Any, Any], random: bool) -> KernelTables:  # noqa: ARG001 - all games are asked alike
    falls = ordered_falls(DICE)
    may = np.zeros(NUMBERS, np.int64)
    if random:
        jit(fill_legal)(falls.dice[falls.starts[DICE] :], may)
    return KernelTables(falls, may)


def tabulate(rules: Rules[Any, Any], bot: Bot) -> NDArray[np.int8]:
    """What a bot throws again. It must choose by the dice and the re-rolls left alone."""
    policy = np.zeros((MOST_REROLLS + 1, NUMBERS), np.int8)
    falls = ordered_falls(DICE)
    for left in range(1, rules.options.rerolls + 1):
        for dice in falls.dice[falls.starts[DICE] :].tolist():
            s = State(1, 0, NONE_EACH, dice, 0, left, 0)
            policy[left, dice] = action_of(dice, bot.choose(rules.view(s, 0)))
    return policy


def action(s: State, move: Any) -> int:
    found = move.dice if isinstance(move, Roll) else action_of(s.dice, move)
    assert found is not None  # it was played
    return found


def count(variant: Variant, before: State, events: Iterable[Event]) -> Iterator[tuple[int, int]]:  # noqa: ARG001
    for event in events:
        if isinstance(event, Scored):
            yield event.seat, NAMES.index(event.pattern)


KERNEL = Kernel(
    play_games=play_games,
    step=step,
    legal=legal_in,
    action=action,
    tables=tables,
    tabulate=tabulate,
    no_table=np.zeros((0, MOST_REROLLS + 1, NUMBERS), np.int8),
    patterns=NAMES,
    count=count,
    called=lambda _, name: PATTERNS[name].en,
)
