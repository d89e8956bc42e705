"""The load among any number of players: the chance to lose the set, given what the unload is worth.

Everyone throws once, so each is equally likely to be lowest, whatever the total and whoever began. Seats
matter only by their distance from each other: the chances of seat 0, for all ways to hold tokens, are those
of every seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb

from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats, Ints
from tavola.games.fourtwentyone.analysis.more.splits import Losses, place, split_place
from tavola.games.fourtwentyone.analysis.rampos import Rampos
from tavola.games.fourtwentyone.chances import Chances
from tavola.games.fourtwentyone.state import TOKENS


def load_chances(load: Floats, held: Sequence[int]) -> Floats:
    """The chance of each seat to lose the set at the start of a turn of the load."""
    seats = len(held)
    turned = np.array([[held[(seat + k) % seats] for k in range(seats)] for seat in range(seats)])
    return np.asarray(load[_place(turned)])


def most_holders(c: Chances, players: int) -> int:
    """How many players can hold tokens when the kitty is empty: every turn but the last takes its whole
    total."""
    least = int(np.flatnonzero(turn_total(c, players))[0])
    return min(players, (TOKENS - 1) // least + 1)


def load_chain(c: Chances, players: int, losses: Losses) -> Floats:
    """array[place of the tokens held and left]: seat 0's chance to lose, wherever a load may come to.

    Other entries are 0: six throws, say, count six at least, so that five left in the kitty is never reached.
    """
    total = turn_total(c, players)
    found = np.zeros(comb(TOKENS - 1 + players, players))
    met = _met(total, players)
    taken = met.sum(axis=1)
    for sum_taken in reversed(range(TOKENS)):
        held, kitty = met[taken == sum_taken], TOKENS - sum_taken
        worth = np.zeros(len(held))
        for loser, tokens in product(range(players), range(1, kitty + 1)):
            chance = total[tokens] if tokens < kitty else total[tokens:].sum()
            if chance:
                after = held + tokens * (np.arange(players) == loser)
                then = found[_place(after)] if tokens < kitty else _after_load(losses, after, loser)
                worth += chance * then
        found[_place(held)] = worth / players
    return found


def turn_total(c: Chances, players: int) -> Floats:
    """array[total]: the chances of a turn of the load, rampos included; the last entry is all the tokens or
    more.

    Turns for nothing are not counted: they are thrown again.
    """
    total = Rampos(Dicework(c, TOKENS)).added(players, -1)
    return np.asarray(np.where(np.arange(TOKENS + 1) == 0, 0, total / (1 - total[0])))


def _met(total: Floats, players: int) -> Ints:
    """array[row, seat]: every way to hold tokens while some are left in the kitty."""
    sums, several = {0}, {0}
    while several := {s + int(t) for s in several for t in np.flatnonzero(total) if s + t < TOKENS} - sums:
        sums |= several
    found: Ints = np.zeros((1, 0), np.int64)
    for _ in range(players):
        found = np.concatenate([np.pad(found, ((0, 0), (0, 1)), constant_values=s) for s in sorted(sums)])
        found = found[found.sum(axis=1) < TOKENS]
    return found


def _place(held: Ints) -> Ints:
    """The place of what all hold, with what is left in the kitty as the last share."""
    left = TOKENS - 1 - held.sum(axis=-1, keepdims=True)
    return place(np.concatenate([held, left], axis=-1))


def _after_load(losses: Losses, held: Ints, first: int) -> Floats:
    """Seat 0's chance to lose when the kitty is empty and `first`, who took the last tokens, starts the
    unload."""
    turned = np.roll(held, -first, axis=1)
    seats = held.shape[1]
    found, me = np.zeros(len(held)), -first % seats
    patterns = (turned > 0) @ (1 << np.arange(seats))
    for pattern in np.unique(patterns[turned[:, me] > 0]):
        rows = np.flatnonzero(patterns == pattern)
        inside = np.flatnonzero(pattern >> np.arange(seats) & 1)
        split = split_place(turned[rows[:, None], inside])
        found[rows] = losses(len(inside))[split, list(inside).index(me)]
    return found
