"""5000 for compiled play.

A policy is a table by whether a bank would win, the hand, the turn score in fifties, and the dice. The order
of the dice does not matter in 5000, so here they are highest first and a table is small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavola.core.contract import Event, Rules
from tavola.fast.compile import jit
from tavola.fast.kernel import RANDOM, Bot, Falls, Kernel, any_of, sorted_falls
from tavola.fast.streams import below, open_stream
from tavola.fast.sums import MOST_DECISIONS, Ints, Sums, Widths, enter
from tavola.games.five_thousand.events import Banked, HandDone, Trashed
from tavola.games.five_thousand.moves import action_of
from tavola.games.five_thousand.rules import (
    DICE,
    FIVE,
    HANDS,
    TRASH,
    State,
    Variant,
    legal,
    seat_of,
    start,
    step,
)
from tavola.pieces.dice import FACES, Roll, throws
from tavola.pieces.seats import NONE_EACH, put

NUMBERS = 10**DICE * FACES // 9 + 1  # 66666 and all below
THROWS = tuple(dice for n in range(1, DICE + 1) for dice, _ in throws(n))  # highest first, 461 of them
FIFTIES = 360  # turn scores above 17,950 can't occur where there is a choice
PATTERNS = BANK_EARLY, THREE_HANDS, TRASHED = range(3)


class KernelTables(NamedTuple):
    falls: Falls
    codes: Ints  # array[dice]: a small number, the same for all orders of the same faces
    legal: Ints  # the rules' set of decisions, by that number


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
    (ways, starts, fallen), codes, may = tables
    patterns = sums.patterns
    for game in range(first, first + games):
        s, luck = start(seats), open_stream(seed, game)
        decisions, thrown = 0, 0
        while s.winner < 0 and decisions < MOST_DECISIONS:
            seat = seat_of(s)
            if s.in_hand > 0:
                fell, luck = below(luck, ways[s.in_hand])
                action = fallen[starts[s.in_hand] + fell]
                thrown += 1
            else:
                code, policy = codes[s.dice], which[seat]
                if policy == RANDOM:
                    action, luck = any_of(may[code], luck)
                else:
                    action = int(policies[policy, would_win(variant, s), s.hand, fifties(s), code])
                decisions += 1
            s, news = step(variant, s, action)
            if news.banked >= 0:
                patterns[seat, THREE_HANDS if news.hand_done else BANK_EARLY] += 1
            elif news.trashed >= 0:
                patterns[seat, TRASHED] += 1
        winners = 1 << s.winner if s.winner >= 0 else 0
        enter(sums, widths, seats, winners, s.scores, decisions, thrown)


def would_win(variant: Variant, s: State) -> int:
    return int(s.scores[seat_of(s)] + s.turn_score >= variant.goal)


def fifties(s: State) -> int:
    """The turn score as an index of the tables."""
    return min(s.turn_score // FIVE, FIFTIES - 1)


# ---- around the kernel ----


def legal_in(variant: Variant, s: State) -> int:
    return legal(variant, s.dice)


def fill_legal(variant: Variant, dice: Ints, out: Ints) -> None:
    for code in range(len(dice)):
        out[code] = legal(variant, dice[code])


def tables(rules: Rules[Any, Any], random: bool) -> KernelTables:
    codes = np.zeros(NUMBERS, np.int64)
    codes[list(THROWS)] = np.arange(len(THROWS))
    may = np.zeros(len(THROWS), np.int64)
    if random:
        jit(fill_legal)(rules.options.variant, np.array(THROWS), may)
    return KernelTables(sorted_falls(DICE), codes, may)


def tabulate(rules: Rules[Any, Any], bot: Bot) -> NDArray[np.int8]:
    """A bot's decisions by dice, hand, turn score, and whether a bank would win.

    It must choose by these alone, and more carefully the more points are at risk: where it does the same at
    two scores, it must do so at all between. The tests hold a tabulated bot to that.
    """
    policy = np.full((2, HANDS, FIFTIES, len(THROWS)), TRASH, np.int8)
    for wins in range(2):
        for hand in range(HANDS):
            for code, dice in enumerate(THROWS):
                asked = _asking(rules, bot, wins, hand, dice)
                _fill(policy[wins, hand, :, code], asked, 0, FIFTIES - 1)
    return policy


def _asking(rules: Rules[Any, Any], bot: Bot, wins: int, hand: int, dice: int) -> Callable[[int], int]:
    """A question to a bot, as a function of the turn score in fifties."""
    goal = rules.options.goal

    def ask(points: int) -> int:
        turn_score = points * FIVE
        total = max(0, goal - turn_score) if wins else 0
        s = State(2, 0, put(NONE_EACH, 0, total), hand, turn_score, dice, 0, -1)
        chosen = action_of(dice, bot.choose(rules.view(s, 0)))
        assert chosen is not None  # a bot plays dice that are there
        return chosen

    return ask


def _fill(column: NDArray[np.int8], ask: Callable[[int], int], low: int, high: int) -> None:
    """Ask at both ends, and between them only where the answers differ."""
    answers = {low: ask(low), high: ask(high)}
    waiting = [(low, high)]
    while waiting:
        low, high = waiting.pop()
        if answers[low] == answers[high] or high - low < 2:
            column[low:high] = answers[low]
            column[high] = answers[high]
            continue
        middle = (low + high) // 2
        answers[middle] = ask(middle)
        waiting += [(middle, high), (low, middle)]


def action(s: State, move: Any) -> int:
    found = move.dice if isinstance(move, Roll) else action_of(s.dice, move)
    assert found is not None  # it was played
    return found


def count(variant: Variant, before: State, events: Iterable[Event]) -> Iterator[tuple[int, int]]:  # noqa: ARG001
    happened = list(events)
    three = any(isinstance(event, HandDone) for event in happened)
    for event in happened:
        if isinstance(event, Banked):
            yield event.seat, THREE_HANDS if three else BANK_EARLY
        elif isinstance(event, Trashed):
            yield event.seat, TRASHED


KERNEL = Kernel(
    play_games=play_games,
    step=step,
    legal=legal_in,
    action=action,
    tables=tables,
    tabulate=tabulate,
    no_table=np.zeros((0, 2, HANDS, FIFTIES, len(THROWS)), np.int8),
    patterns=("bank", "three_hands", "trash"),
    count=count,
)
