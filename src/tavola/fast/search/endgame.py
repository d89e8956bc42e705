"""The rest of a round solved exactly, when nothing is hidden and chance has nothing more to do.

Alpha-beta: side 0 maximises the value of the end, side 1 minimises it, and a line is cut off as soon as one
side has something better elsewhere. There is no recursion in compiled code: the call stack is rows of arrays,
one for each move made. Solving can be interrupted and resumed, for a caller with a deadline.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tavola.fast.arrays import np
from tavola.fast.borrow import borrow
from tavola.fast.search.told import (
    MOST_MOVES,
    OVER,
    Floats,
    keep,
    keys,
    list_moves,
    play,
    recall,
    side,
    stage,
    worth,
)
from tavola.fast.sums import Ints

NOT_BEGUN = -2
SOLVED = -1


class Stack(NamedTuple):
    """How far solving has come: a row for each move made on the current line."""

    states: Ints
    sides: Ints  # the side to move
    moves: Ints
    weights: Floats
    found: Ints  # number of legal moves
    tried: Ints  # number of them that are solved
    alpha: Floats
    beta: Floats
    best: Floats
    values: Floats  # of the moves of row 0
    at: Ints  # array of one: the current row, NOT_BEGUN or SOLVED


def new_stack(depth: int, columns: int) -> Stack:
    """Room for `depth` moves in a line, and for states of so many columns."""
    (sides, found, tried), (alpha, beta, best) = np.zeros((3, depth), np.int64), np.zeros((3, depth))
    return Stack(
        np.zeros((depth, columns), np.int64),
        sides,
        np.zeros((depth, MOST_MOVES), np.int64),
        np.zeros((depth, MOST_MOVES)),
        found,
        tried,
        alpha,
        beta,
        best,
        np.zeros(MOST_MOVES),
        np.full(1, NOT_BEGUN),
    )


def solve(v: Any, t: Any, root: Any, every: bool, stack: Stack, most: int) -> int:
    """Go on until it is solved or `most` moves are made; returns how many were.

    `stack.values` are the values of row 0's moves for side 0. Only the best one's is exact, unless `every` is
    true.
    """
    states, sides, moves, weights, found, tried, alpha, beta, best, values, at = borrow(stack)
    t = borrow(t)
    plays, row, s = 0, at[0], root
    arrives = row == NOT_BEGUN
    if arrives:
        row = 0
    while arrives or plays < most:
        if arrives:
            keep(states, row, s)
            sides[row] = side(s)
            list_best_first(v, t, s, moves[row], weights[row], found, row)
            open_row(row, sides[row], tried, alpha, beta, best)
            arrives = False
        if tried[row] == found[row] or alpha[row] >= beta[row]:
            value = best[row]
            row -= 1
            if row == SOLVED:
                break
        else:
            s = play(v, recall(root, states, row), moves[row, tried[row]])
            plays += 1
            if stage(s) != OVER:
                arrives = True
                row += 1
                continue
            value = worth(v, t, s)
        if row == 0:
            values[tried[0]] = value
        tried[row] += 1
        narrow(row, sides[row], value, every, alpha, beta, best)
    at[0] = row
    return plays


def list_best_first(v: Any, t: Any, s: Any, moves: Ints, weights: Floats, found: Ints, row: int) -> None:
    """All moves, the most promising first: the earlier the best one comes, the more lines are cut off."""
    found[row] = list_moves(v, t, s, keys(v, s), moves, weights)
    for n in range(found[row]):
        move, weight, place = moves[n], weights[n], n
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
    """Narrow a row's bounds by the value of one of its moves."""
    closes = row > 0 or not every
    if side == 0:
        best[row] = max(best[row], value)
        if closes:
            alpha[row] = max(alpha[row], value)
    else:
        best[row] = min(best[row], value)
        if closes:
            beta[row] = min(beta[row], value)
