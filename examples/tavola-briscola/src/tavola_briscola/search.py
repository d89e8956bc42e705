"""What Briscola tells the search, so that `master` plays it. A key is a card or the swap; a round is a hand.

The functions down to `recall` are compiled; what each is for, `tavola.fast.search.told` says.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from math import comb
from random import Random
from typing import Any, NamedTuple

import numpy as np

from tavola.kit import View
from tavola.kit.cards import NO_CARD, lowest
from tavola.kit.compiled import Ints, Stream, open_stream, some_of
from tavola.kit.search import CHANCE, OVER, PLAYER, Floats, Guide, Problem
from tavola_briscola.bots.worth import worths
from tavola_briscola.environment import WIDTH, pack, unpack
from tavola_briscola.kernel import chance_step, fall
from tavola_briscola.moves import Move, Play
from tavola_briscola.options import Variant
from tavola_briscola.rules import SWAP, legal, step
from tavola_briscola.state import DEAL, Cards, Four, State, next_seat, put, side_of
from tavola_briscola.state import OVER as MATCH_OVER
from tavola_briscola.state import PLAY as TO_PLAY
from tavola_briscola.tricks import beats, points_in, points_of, set_of, taker_of
from tavola_briscola.views import TableView, four, guessed

A_SWAP = 100.0  # the card under the stock is always worth it
LED = 0.6  # how much of its points a card that is led is feared to lose
UNSURE = 0.5  # how much of a trick counts while others are still to play
A_POINT = 0.015  # what a point is about worth, as a chance to win the hand
DEEPEST = 8  # the last three tricks between two


class Tables(NamedTuple):
    seen: State  # other hands hold what all have seen of them
    hidden: Four  # how many more cards each seat holds
    pool: int  # set: where they come from, and the stock
    worth: Floats  # of each card in the hand, in points
    after: tuple[float, float, float]  # side 0's chance to win the match after a hand lost, drawn, won


def deal(v: Variant, t: Tables, room: Any, seed: np.uint64, number: int) -> tuple[State, Stream]:  # noqa: ARG001
    s, luck, pool, hands = t.seen, open_stream(seed, number), t.pool, t.seen.cards.hands
    for seat in range(s.seats):
        cards, luck = some_of(pool, t.hidden[seat], luck)
        hands = put(hands, seat, hands[seat] | cards)
        pool &= ~cards
    c = s.cards
    undealt = pool if c.shown == NO_CARD else pool | 1 << c.shown
    cards_now = Cards(hands, c.known, c.played, undealt, c.taken, c.shown, c.trump)
    return State(s.seats, cards_now, s.turn, s.last, s.score), luck


def lay_back(t: Tables, room: Any) -> None:
    pass  # nothing is kept outside the state


def stage(s: State) -> int:
    """The next hand's deal ends this one."""
    if s.turn.phase == TO_PLAY:
        return PLAYER
    return OVER if s.turn.phase in (DEAL, MATCH_OVER) else CHANCE


def chance(v: Variant, t: Tables, room: Any, s: State, luck: Stream) -> tuple[State, Stream]:  # noqa: ARG001
    action, luck = fall(s, luck)
    return chance_step(s, action), luck


def side(s: State) -> int:
    return side_of(s.turn.seat)


def keys(v: Variant, s: State) -> int:
    return legal(v, s)


def key_of(move: int) -> int:
    return move


def list_moves(v: Variant, t: Tables, s: State, wanted: int, moves: Ints, weights: Floats) -> int:  # noqa: ARG001
    found = 0
    while wanted != 0:
        move = lowest(wanted)
        wanted &= wanted - 1
        moves[found], weights[found] = move, A_SWAP if move == SWAP else glance(t, s, move)
        found += 1
    return found


def glance(t: Tables, s: State, card: int) -> float:
    """What this trick may bring with a card, less what the card is worth later."""
    c, seat, leader = s.cards, s.turn.seat, s.turn.leader
    cost = float(t.worth[card])
    if seat == leader:
        return -cost - LED * points_of(card)
    taker = taker_of(c.trump, c.played, leader, s.seats)
    mine = beats(c.trump, c.played[taker], card) or side_of(taker) == side_of(seat)
    points = points_in(set_of(c.played)) + points_of(card)
    sure = 1.0 if next_seat(seat, s.seats) == leader else UNSURE
    return (sure * points if mine else -sure * points) - cost


def play(v: Variant, s: State, move: int) -> State:
    after, _ = step(v, s, move)
    return after


def worth(v: Variant, t: Tables, s: State) -> float:  # noqa: ARG001
    before, now = t.seen.score.hands, s.score.hands
    return t.after[1 + now[0] - before[0] - now[1] + before[1]]


def keep(states: Ints, row: int, s: State) -> None:
    pack(s, states, row)


def recall(root: State, states: Ints, row: int) -> State:  # noqa: ARG001
    return unpack(states, row)


# ---- a view made ready ----


def look(view: View[TableView, Move], heard: Any) -> Problem:
    """What is known for certain. Nobody's play is listened to."""
    del heard
    t, v = view.table, view.options.variant
    seat = t.turn if view.seat is None else view.seat
    state = guessed(t, seat, Random(0))  # right where nothing is hidden
    hands = put(state.cards.known, seat, t.hand.bits)
    hidden = four([size - held.bit_count() for size, held in zip(t.hand_sizes, hands, strict=False)], 0)
    seen = state._replace(cards=state.cards._replace(hands=hands, undealt=0))
    assert t.trump is not None  # it was turned up before anybody plays
    after = _chances(v.target - t.totals[0], v.target - t.totals[1])
    numbers = tuple(int(move.card) if isinstance(move, Play) else SWAP for move in view.moves)
    return Problem(
        v=v,
        tables=Tables(seen, hidden, t.unseen.bits, np.array(worths(t.seats, t.trump)), after),
        new_room=tuple,
        state=state,
        is_open=not t.undealt and sum(map(bool, hidden)) <= 1,
        plays=view.moves,
        numbers=numbers,
        keys=sum(1 << number for number in numbers),
        side=side_of(seat),
        point=A_POINT * (after[2] - after[0]),
    )


def _chances(mine: int, theirs: int) -> tuple[float, float, float]:
    return wins(mine, theirs - 1), wins(mine, theirs), wins(mine - 1, theirs)


@lru_cache(maxsize=4096)
def wins(mine: int, theirs: int) -> float:
    """The chance of a side that needs so many hands more, if each hand is anybody's."""
    if mine <= 0 or theirs <= 0:
        return 1.0 if mine <= 0 else 0.0
    hands = mine + theirs - 1
    won: int = sum(comb(hands, number) for number in range(mine, hands + 1))
    return float(won / 2**hands)


GUIDE = Guide(sys.modules[__name__], look, deepest=DEEPEST, columns=WIDTH)
