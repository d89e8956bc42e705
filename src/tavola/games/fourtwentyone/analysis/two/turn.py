"""One turn of the unload between two players, solved backwards for every split of the tokens at once.

All values are the chance that the first player of the turn loses the set: the first player minimises it, the
second maximises it. The last axis of every array is the number of tokens the first player holds, less one;
the axis before it is the total of the turn so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import TIE, Dicework, Floats, Places
from tavola.games.fourtwentyone.chances import NOTHING

FIRST, SECOND = -1, 1  # who decides: -1 minimises the values, 1 maximises them
STOPS = 127  # a choice of the first player
HITS = 64  # added to the keep when the second hits the table


class Ends(NamedTuple):
    """What the end of the turn is worth, by total and tokens: the first player lost it, or won it."""

    lost: Floats
    won: Floats


@dataclass(frozen=True)
class TurnPlan:
    """What both players do: arrays of choices. A choice is a keep, STOPS, or a keep + HITS.

    first[throws made][dice, total, tokens]

    opens[throws allowed][target, total, tokens]: 1 where the second player hits the table before the first
    throw

    second[throws left][dice, target, total, tokens]
    """

    first: dict[int, Places]
    opens: dict[int, Places]
    second: dict[int, Places]


@dataclass(frozen=True)
class Solution:
    """The value of every position and every choice of the turn."""

    value: Floats  # of the turn, before its first throw
    stop: dict[int, Floats]  # [throws made][dice, total, tokens]: the first player stops
    again: dict[int, Floats]  # [throws made][keep, total, tokens]: the first player throws again
    hit: Floats  # [keep, target, total, tokens]: the second player's last throw
    on: dict[int, Floats]  # [throws left][keep, target, total, tokens]: not for the last time
    plan: TurnPlan


# ---- the end of the turn ----


def rampo(w: Dicework, ends: Ends) -> Floats:
    """[total before it, tokens]: both throw once, and again while they are equal."""
    decided, tied = rampo_sums(w)
    sums = np.arange(len(tied))
    worth = np.zeros_like(ends.lost)
    for total in reversed(range(w.totals)):
        after = np.minimum(total + sums, w.cap)
        same = after == total  # a tie that leaves the total as it is: the same once more
        there = decided @ (ends.lost[after] + ends.won[after])
        worth[total] = (there + tied[~same] @ worth[after[~same]]) / (1 - tied[same].sum())
    return worth


def rampo_sums(w: Dicework) -> tuple[Floats, Floats]:
    """By the sum of two throws: the chance that a given one of them is lower, and that they are equal."""
    both = np.outer(w.thrown, w.thrown)
    added = w.values[:, None] + w.values[None, :]
    size = int(added.max()) + 1
    lower, equal = np.zeros(size), np.zeros(size)
    np.add.at(lower, added, np.tril(both, -1))
    np.add.at(equal, 2 * w.values, w.thrown**2)
    return lower, equal


def endings(w: Dicework, ends: Ends) -> Floats:
    """[dice of the second player, target, total, tokens] when both goes are over."""
    tie = rampo(w, ends)
    found = np.empty((w.n, w.n, *tie.shape))
    for dice in range(w.n):
        found[dice, :dice], found[dice, dice], found[dice, dice + 1 :] = ends.lost, tie, ends.won
    return found


# ---- the goes ----


def solve_turn(w: Dicework, ends: Ends, max_throws: int) -> Solution:
    """Backwards from the end: the second player's go, then the first's."""
    hit = w.throw(endings(w, ends), w.at_last)
    on, second = _solve_second(w, hit, max_throws)
    answers = {1: hit[NOTHING]} | {limit: np.maximum(hit[NOTHING], on[limit][NOTHING]) for limit in on}
    opens = {limit: (hit[NOTHING] > on[limit][NOTHING] + TIE).astype(np.int8) for limit in on}
    stop = {throws: w.land(answer, w.on_stop) for throws, answer in answers.items()}
    value, again, first = _solve_first(w, stop, max_throws)
    return Solution(value, stop, again, hit, on, TurnPlan(first, opens, second))


def _solve_second(w: Dicework, hit: Floats, max_throws: int) -> tuple[dict[int, Floats], dict[int, Places]]:
    """With one throw left it is the last; before that, each throw is the last if the player hits the
    table."""
    on: dict[int, Floats] = {}
    choices: dict[int, Places] = {}
    kept, hits = hit, np.zeros(hit.shape, bool)
    for left in range(1, max_throws):
        worth, choice = w.best(kept, SECOND)
        choices[left] = choice + HITS * _chosen(choice, hits)
        on[left + 1] = w.throw(worth, w.in_between)
        kept, hits = np.maximum(hit, on[left + 1]), hit > on[left + 1] + TIE
    return on, choices


def _chosen(choice: Places, flags: np.ndarray[tuple[int, ...], np.dtype[np.bool]]) -> Places:
    """The flag of the chosen keep."""
    found = np.zeros(choice.shape, np.int8)
    for keep in range(len(flags)):
        found |= (choice == keep) & flags[keep]
    return found


def _solve_first(
    w: Dicework, stop: dict[int, Floats], max_throws: int
) -> tuple[Floats, dict[int, Floats], dict[int, Places]]:
    """After each throw the player stops, or keeps some dice and throws again."""
    again: dict[int, Floats] = {}
    choices: dict[int, Places] = {}
    worth = stop[max_throws]
    for throws in reversed(range(1, max_throws)):
        again[throws] = w.throw(worth, w.in_between)
        worth, choice = w.best(again[throws], FIRST)
        content = stop[throws] <= worth + TIE
        worth = np.minimum(worth, stop[throws])
        choices[throws] = np.where(content, np.int8(STOPS), choice)
    return w.throw(worth, w.in_between)[NOTHING, 0], again, choices


def first_choices(w: Dicework, stop: dict[int, Floats], max_throws: int) -> dict[int, Places]:
    """The first player's choices, given what stopping is worth: [throws made][dice, total, tokens]."""
    return _solve_first(w, stop, max_throws)[2]
