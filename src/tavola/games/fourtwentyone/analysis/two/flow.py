"""How a turn ends when both players follow a plan: the chance of every end, not only the value.

The same turn as in turn.py, walked forwards. From it come the Markov chain of the set, and the value of any
two plans against each other.
"""

from __future__ import annotations

from dataclasses import dataclass

from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats
from tavola.games.fourtwentyone.analysis.two.turn import HITS, STOPS, TurnPlan, rampo_sums
from tavola.games.fourtwentyone.chances import NOTHING


@dataclass(frozen=True)
class Flow:
    """Chances; the last axis is the tokens of the first player."""

    lost: Floats  # [total, tokens]: the first player loses the turn at that total
    won: Floats
    rampos: Floats  # [tokens]: the chance that the turn comes to a rampo
    throws: Floats  # [throws - 1, tokens]: how often the first player throws


def flow(w: Dicework, plan: TurnPlan, max_throws: int, splits: int) -> Flow:
    stopped = _first_goes(w, plan, max_throws, splits)
    lost, won = np.zeros((w.totals, splits)), np.zeros((w.totals, splits))
    tied = np.zeros_like(lost)
    for limit, targets in stopped.items():
        final = second_goes(w, plan, limit, targets)
        for dice in range(w.n):
            lost += final[dice, :dice].sum(axis=0)
            tied += final[dice, dice]
            won += final[dice, dice + 1 :].sum(axis=0)
    each = _rampos(w, tied)
    throws = np.array([stopped[n].sum(axis=(0, 1)) for n in range(1, max_throws + 1)])
    return Flow(lost + each, won + each, tied.sum(axis=0), throws)


def _first_goes(w: Dicework, plan: TurnPlan, max_throws: int, splits: int) -> dict[int, Floats]:
    """[throws made][dice, total, tokens]: the chance that the first player stopped there."""
    start = np.zeros((w.n_keeps, w.totals, splits))
    start[NOTHING, 0] = 1.0
    at, stopped = w.spread(start, w.in_between), {}
    for throws in range(1, max_throws):
        content = plan.first[throws] == STOPS
        stopped[throws] = w.settle(np.where(content, at, 0.0), w.on_stop)
        kept = w.gather(at, plan.first[throws])
        at = w.spread(kept, w.in_between)
    stopped[max_throws] = w.settle(at, w.on_stop)
    return stopped


def second_goes(w: Dicework, plan: TurnPlan, limit: int, targets: Floats) -> Floats:
    """[dice, target, total, tokens] at the end of the second player's go."""
    return w.spread(sum(last_throws(w, plan, limit, targets).values(), np.zeros(())), w.at_last)


def last_throws(w: Dicework, plan: TurnPlan, limit: int, targets: Floats) -> dict[int, Floats]:
    """[throws][keep, target, total, tokens]: the second player's last throw is about to be made."""
    start = np.zeros((w.n_keeps, *targets.shape))
    start[NOTHING] = targets
    hits = np.asarray(plan.opens[limit], bool) if limit > 1 else np.ones(targets.shape, bool)
    found, going = {1: np.where(hits, start, 0.0)}, np.where(hits, 0.0, start)
    for left in reversed(range(1, limit)):
        at = w.spread(going, w.in_between)
        choice = plan.second[left]
        found[limit - left + 1] = w.gather(at, choice if left == 1 else choice - HITS)
        if left > 1:
            going = w.gather(at, choice)
    return found


def _rampos(w: Dicework, tied: Floats) -> Floats:
    """[total, tokens] at the end of the rampos, for either player losing them: both are equally likely."""
    decided, equal = rampo_sums(w)
    sums = np.arange(len(equal))
    ended, left = np.zeros_like(tied), tied.copy()
    for total in range(w.totals):
        after = np.minimum(total + sums, w.cap)
        same = after == total
        here = left[total] / (1 - equal[same].sum())
        np.add.at(ended, after, decided[:, None] * here)
        np.add.at(left, after[~same], equal[~same, None] * here)
    return ended
