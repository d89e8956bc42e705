"""The set between two players: turns of the unload chained to their end, both at their best.

The value of a turn depends on the values of the turns after it, and these lead back to it. So this is policy
iteration: turns are solved with the values known so far, the chain under the plans found is solved exactly,
and so on until nothing changes.
"""

from __future__ import annotations

from dataclasses import dataclass

from tavola.analysis import Progress, silent
from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats
from tavola.games.fourtwentyone.analysis.two.flow import Flow, flow
from tavola.games.fourtwentyone.analysis.two.turn import Ends, Solution, TurnPlan, solve_turn
from tavola.games.fourtwentyone.chances import Chances

ENOUGH = 1e-13
MOST_ROUNDS = 500


@dataclass(frozen=True)
class Unload:
    """The solved unload. `loss[a - 1]`: the chance that the first player of a turn, holding a, loses the
    set."""

    work: Dicework
    tokens: int
    max_throws: int
    loss: Floats
    turn: Solution
    residual: float
    rounds: int


def ends_of(loss: Floats, tokens: int) -> Ends:
    """What it is worth, by total and tokens of the first player, to have lost or won a turn.

    The loser starts the next turn. A player who holds all the tokens has lost the set.
    """
    held = np.arange(1, tokens)
    totals = np.arange(tokens)[:, None]
    after = held + np.minimum(totals, tokens - held)
    lost = np.append(loss, 1.0)[after - 1]
    left = held - np.minimum(totals, held)
    won = 1.0 - np.append(loss, 1.0)[tokens - left - 1]
    return Ends(lost, won)


def chain_of(ended: Flow, tokens: int) -> tuple[Floats, Floats]:
    """(M, b) such that the first player's chance to lose, by tokens, is M @ (the same for the next turn) + b.

    Where the other player starts the next turn, 1 minus that player's chance counts.
    """
    size = tokens - 1
    matrix, rest = np.zeros((size, size)), np.zeros(size)
    for total in range(tokens):
        for held in range(1, tokens):
            row = held - 1
            after = held + min(total, tokens - held)
            if after == tokens:
                rest[row] += ended.lost[total, row]
            else:
                matrix[row, after - 1] += ended.lost[total, row]
            left = held - min(total, held)
            if left > 0:
                matrix[row, tokens - left - 1] -= ended.won[total, row]
                rest[row] += ended.won[total, row]
    return matrix, rest


def worth_of(w: Dicework, plan: TurnPlan, tokens: int, max_throws: int) -> Floats:
    """The first player's chance to lose, by tokens, when both follow the plan for ever."""
    matrix, rest = chain_of(flow(w, plan, max_throws, tokens - 1), tokens)
    return np.asarray(np.linalg.solve(np.eye(tokens - 1) - matrix, rest), np.float64)


def solve_unload(c: Chances, tokens: int, max_throws: int, progress: Progress = silent) -> Unload:
    """Both minimise their own chance to lose the set."""
    w = Dicework(c, tokens - 1)
    loss: Floats = np.arange(1, tokens) / tokens
    gap, rounds = np.inf, 0
    while True:
        turn = solve_turn(w, ends_of(loss, tokens), max_throws)
        last, gap = gap, float(np.abs(turn.value - loss).max())
        rounds += 1
        progress("turns of the unload", min(1.0, np.log10(gap + 1e-16) / np.log10(ENOUGH)))
        if gap < ENOUGH or rounds == MOST_ROUNDS:
            return Unload(w, tokens, max_throws, loss, turn, gap, rounds)
        # Policy iteration takes a few rounds. Should it ever cycle, plain value iteration converges.
        ahead = gap < last
        loss = worth_of(w, turn.plan, tokens, max_throws) if ahead else turn.value
