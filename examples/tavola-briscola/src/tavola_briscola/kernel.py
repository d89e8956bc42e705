"""Briscola for compiled play: whole matches by random legal moves, by the rules as they stand.

The bots weigh what they have seen, which no table holds: with them the games are interpreted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tavola.kit import BadOption, Event, Rules
from tavola.kit.compiled import (
    MOST_DECISIONS,
    NONE_EACH,
    Bot,
    Ints,
    Kernel,
    Stream,
    Sums,
    Widths,
    any_of,
    below,
    enter,
    open_stream,
    some_of,
)
from tavola.kit.compiled import put as put_eight
from tavola_briscola import events as e
from tavola_briscola import rules as r
from tavola_briscola.moves import Deal, Dealer, Draw, Move, Play, Swap, TurnUp
from tavola_briscola.options import Variant
from tavola_briscola.rules import Effects, deal, draw, draw_dealer, legal, turn_up, what_is_due
from tavola_briscola.rules import step as step_of_play
from tavola_briscola.state import (
    DEAL,
    DRAW_DEALER,
    NOBODY,
    OVER,
    PLAY,
    TURN_UP,
    State,
    at_the_start,
    side_of,
)

QUIET, SWAP = r.QUIET, r.SWAP
PATTERNS = ("trick", "swap", "hand won", "hand drawn")  # what is counted for each seat
TRICK, SWAPPED, HAND_WON, HAND_DRAWN = range(4)


def play_games(
    variant: Variant,
    seats: int,
    policies: NDArray[np.int8],  # noqa: ARG001 - all games are called alike
    which: Ints,  # noqa: ARG001
    tables: Ints,  # noqa: ARG001
    widths: Widths,
    seed: np.uint64,
    first: int,
    games: int,
    sums: Sums,
) -> None:
    for game in range(first, first + games):
        s, plays, deals = play_game(variant, seats, open_stream(seed, game), sums.patterns)
        scores, winners = NONE_EACH, 0
        for seat in range(seats):
            scores = put_eight(scores, seat, s.score.hands[side_of(seat)])
            if s.turn.phase == OVER and s.score.winner == side_of(seat):
                winners |= 1 << seat
        enter(sums, widths, seats, winners, scores, plays, deals)


def play_game(v: Variant, seats: int, luck: Stream, patterns: Ints) -> tuple[State, int, int]:
    """A match: how it ended, how many plays and how many deals it took."""
    s = at_the_start(seats)
    plays, deals = 0, 0
    while s.turn.phase != OVER and plays < MOST_DECISIONS:
        if s.turn.phase == PLAY:
            seat = s.turn.seat
            action, luck = any_of(legal(v, s), luck)
            s, news = step_of_play(v, s, action)
            count_play(patterns, seat, seats, action, news)
            plays += 1
        else:
            action, luck = fall(s, luck)
            s = chance_step(s, action)
            deals += 1
    return s, plays, deals


def fall(s: State, luck: Stream) -> tuple[int, Stream]:
    """What chance does next: a dealer, a set of cards or a single one."""
    if s.turn.phase == DRAW_DEALER:
        dealer, luck = below(luck, s.seats)
        return int(np.int64(dealer)), luck  # the stream counts without a sign
    due = what_is_due(s)
    if s.turn.phase == DEAL:
        return some_of(due.pool, due.number, luck)
    return any_of(due.pool, luck)


def chance_step(s: State, action: int) -> State:
    phase = s.turn.phase
    if phase == DRAW_DEALER:
        return draw_dealer(s, action)
    if phase == DEAL:
        return deal(s, action)
    return turn_up(s, action) if phase == TURN_UP else draw(s, action)


def count_play(patterns: Ints, seat: int, seats: int, action: int, news: Effects) -> None:
    if action == SWAP:
        patterns[seat, SWAPPED] += 1
    if news.taker != NOBODY:
        patterns[news.taker, TRICK] += 1
    if news.ended:
        for each in range(seats):
            if news.hand_winner == NOBODY:
                patterns[each, HAND_DRAWN] += 1
            elif news.hand_winner == side_of(each):
                patterns[each, HAND_WON] += 1


# ---- around the kernel ----


def step(v: Variant, s: State, action: int) -> tuple[State, Effects]:
    """The rules' step, of players and of chance."""
    if s.turn.phase != PLAY:
        return chance_step(s, action), QUIET
    return step_of_play(v, s, action)


def action_of(s: State, move: Move) -> int:  # noqa: ARG001 - all games are asked alike
    match move:
        case Play(card) | TurnUp(card) | Draw(card):
            return int(card)
        case Swap():
            return SWAP
        case Dealer(seat):
            return seat
        case Deal(cards):
            return cards.bits


def tabulate(rules: Rules[Any, Any], bot: Bot) -> NDArray[np.int8]:  # noqa: ARG001 - all games are asked alike
    raise BadOption(f"no table holds the choices of a bot of {rules.info.title}")


def count_events(v: Variant, s: State, events: Iterable[Event]) -> Iterator[tuple[int, int]]:  # noqa: ARG001
    """The same counts, from what was told."""
    for event in events:
        match event:
            case e.Swapped(seat):
                yield seat, SWAPPED
            case e.TrickTaken(seat):
                yield seat, TRICK
            case e.HandEnded(winners=winners):
                for seat in winners or range(s.seats):
                    yield seat, HAND_WON if winners else HAND_DRAWN


KERNEL = Kernel(
    play_games=play_games,
    step=step,
    legal=legal,
    action=action_of,
    tables=lambda rules, random: np.zeros(1, np.int64),  # noqa: ARG005 - it needs none
    tabulate=tabulate,
    no_table=np.zeros((0, 1), np.int8),
    patterns=PATTERNS,
    count=count_events,
)
