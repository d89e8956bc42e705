"""The rest of a hand solved exactly, when nothing is hidden and nothing is left to be dealt.

Alpha-beta: side 0 wants the value of the end high, side 1 low, and a line is left as soon as one of them has
something better elsewhere. Compiled code can't call itself, so what would be calls are rows of arrays, one
for each card played. A solution can be broken off and taken up again, for whoever watches a clock.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tavola.fast.sums import Ints
from tavola.games.capture.fast.book import Captures, Lines
from tavola.games.capture.fast.search.match import worth_of_end
from tavola.games.capture.fast.search.moves import (
    CARD,
    CARD_BITS,
    MOST_MOVES,
    Floats,
    is_last_play,
    list_moves,
    weight_of,
)
from tavola.games.capture.rules import close_hand, play_card
from tavola.games.capture.state import NO_PLAY, PLAY, PLAYED_OUT, Cards, Score, State, Turn, side_of
from tavola.games.capture.variant import Variant

DEPTH = 26  # more than any last packets hold
COLUMNS = 12
SEAT = 0  # the column
NOT_BEGUN = -2
SOLVED = -1


class Stack(NamedTuple):
    """Where a solution stands: a row for each card played on the line it looks at."""

    states: Ints
    moves: Ints
    weights: Floats
    found: Ints  # how many moves there are,
    tried: Ints  # and how many of them are done
    alpha: Floats
    beta: Floats
    best: Floats
    values: Floats  # of the moves of row 0
    at: Ints  # the row it is working on, NOT_BEGUN or SOLVED


def new_stack() -> Stack:
    (found, tried), (alpha, beta, best) = np.zeros((2, DEPTH), np.int64), np.zeros((3, DEPTH))
    return Stack(
        np.zeros((DEPTH, COLUMNS), np.int64),
        np.zeros((DEPTH, MOST_MOVES), np.int64),
        np.zeros((DEPTH, MOST_MOVES)),
        found,
        tried,
        alpha,
        beta,
        best,
        np.zeros(MOST_MOVES),
        np.full(1, NOT_BEGUN),
    )


def solve(
    v: Variant,
    root: State,
    lines: Lines,
    captures: Captures,
    worth: Floats,
    peril: Floats,
    wins: Floats,
    every: bool,
    stack: Stack,
    most: int,
) -> int:
    """Go on until it is solved or so many plays are made; how many were.

    `values` are of the moves in row 0, for side 0. Only the best one's is exact, unless `every` is wanted.
    """
    states, moves, weights, found, tried, alpha, beta, best, values, at = stack
    plays, row, s = 0, at[0], root
    arrives = row == NOT_BEGUN
    if arrives:
        row = 0
    while arrives or plays < most:
        if arrives:
            write_state(states, row, s)
            list_best_first(v, lines, captures, worth, peril, s, moves[row], weights[row], found, row)
            open_row(row, side_of(s.turn.seat), tried, alpha, beta, best)
            arrives = False
        if tried[row] == found[row] or alpha[row] >= beta[row]:
            value = best[row]
            row -= 1
            if row == SOLVED:
                break
        else:
            move = moves[row, tried[row]]
            s, _ = play_card(v, read_state(root, states, row), move & CARD, move >> CARD_BITS)
            plays += 1
            if s.turn.phase < PLAYED_OUT:
                arrives = True
                row += 1
                continue
            dealer = s.turn.dealer
            _, end = close_hand(v, s)
            value = worth_of_end(wins, v.target, end.totals, end.winner, dealer)
        if row == 0:
            values[tried[0]] = value
        tried[row] += 1
        narrow(row, side_of(states[row, SEAT]), value, every, alpha, beta, best)
    at[0] = row
    return plays


def list_best_first(
    v: Variant,
    lines: Lines,
    captures: Captures,
    worth: Floats,
    peril: Floats,
    s: State,
    moves: Ints,
    weights: Floats,
    found: Ints,
    row: int,
) -> None:
    """All moves, the most promising first: the earlier the best one, the more lines are left early."""
    table, dropped, last = s.cards.table, s.turn.dropped, is_last_play(s)
    found[row] = list_moves(v, lines, captures, table, s.cards.hands[s.turn.seat], moves, 0)
    for n in range(found[row]):
        move = moves[n]
        weight, place = weight_of(v, worth, peril, table, dropped, last, move), n
        while place > 0 and weights[place - 1] < weight:
            moves[place], weights[place] = moves[place - 1], weights[place - 1]
            place -= 1
        moves[place], weights[place] = move, weight


def open_row(row: int, side: int, tried: Ints, alpha: Floats, beta: Floats, best: Floats) -> None:
    tried[row] = 0
    alpha[row] = -np.inf if row == 0 else alpha[row - 1]
    beta[row] = np.inf if row == 0 else beta[row - 1]
    best[row] = -np.inf if side == 0 else np.inf


def narrow(row: int, side: int, value: float, every: bool, alpha: Floats, beta: Floats, best: Floats) -> None:
    """A move of this row has that value: its side need not accept less any more."""
    closes = row > 0 or not every
    if side == 0:
        best[row] = max(best[row], value)
        if closes:
            alpha[row] = max(alpha[row], value)
    else:
        best[row] = min(best[row], value)
        if closes:
            beta[row] = min(beta[row], value)


# ---- a state as a row: only what changes while the last cards are played ----


def write_state(states: Ints, row: int, s: State) -> None:
    c, t = s.cards, s.turn
    states[row, SEAT] = t.seat
    states[row, 1], states[row, 2], states[row, 3] = t.taker, t.dropped, c.table
    for seat in range(4):
        states[row, 4 + seat] = c.hands[seat]
    for side in range(2):
        states[row, 8 + side], states[row, 10 + side] = c.taken[side], s.score.totals[side]


def read_state(root: State, states: Ints, row: int) -> State:
    r, t = states[row], root.turn
    cards = Cards((r[4], r[5], r[6], r[7]), r[3], 0, (r[8], r[9]), root.cards.bottom)
    turn = Turn(PLAY, t.hand, t.dealer, r[SEAT], r[1], r[2])
    score = Score((r[10], r[11]), root.score.specials, root.score.winner, root.score.won)
    return State(root.seats, cards, turn, NO_PLAY, score)
