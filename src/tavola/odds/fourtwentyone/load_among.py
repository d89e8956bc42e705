"""The load among any number of players, and what comes of it if the unload is worth so much.

Everyone throws once: who is lowest is even, whatever the total and whoever began. So seats matter only by
where they sit from each other, and the chance of one seat to lose the set, by what all hold, is that of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb

import numpy as np

from tavola.games.fourtwentyone.state import TOKENS
from tavola.odds.fourtwentyone.chances import Chances
from tavola.odds.fourtwentyone.dicework import Dicework, Floats, Ints
from tavola.odds.fourtwentyone.rampos import Rampos
from tavola.odds.fourtwentyone.splits import Losses, place, split_place, ways_to_share


def load_chances(load: Floats, held: Sequence[int]) -> Floats:
    """The chance of each seat to lose the set at the start of a turn of the load."""
    seats = len(held)
    turned = np.array([[held[(seat + k) % seats] for k in range(seats)] for seat in range(seats)])
    return np.asarray(load[_before(turned)])


def load_chain(c: Chances, players: int, losses: Losses) -> Floats:
    """[place of what all hold and what is left]: the chance of seat 0. Turns for nothing are thrown again."""
    total = _load_total(c, players)
    total = total / (1 - total[0])
    unload = _after_load(players, losses)
    found = np.zeros(comb(TOKENS - 1 + players, players))
    for taken in reversed(range(TOKENS)):
        held, kitty = ways_to_share(taken, players), TOKENS - taken
        worth = np.zeros(len(held))
        for loser, tokens in product(range(players), range(1, kitty + 1)):
            chance = total[tokens] if tokens < kitty else total[tokens:].sum()
            if chance:
                after = held + tokens * (np.arange(players) == loser)
                if tokens < kitty:
                    worth += chance * found[_before(after)]
                else:
                    worth += chance * unload[place(np.roll(after, -loser, axis=1)), -loser % players]
        found[_before(held)] = worth / players
    return found


def _before(held: Ints) -> Ints:
    """The place of what all hold while something is left for the kitty."""
    left = TOKENS - 1 - held.sum(axis=-1, keepdims=True)
    return place(np.concatenate([held, left], axis=-1))


def _after_load(players: int, losses: Losses) -> Floats:
    """[place of what all hold, from the first on, who]: the chance to lose, for those with nothing none."""
    held = ways_to_share(TOKENS, players)
    found = np.zeros(held.shape)
    pattern = (held > 0) @ (1 << np.arange(players))
    for who in range(1, 1 << players, 2):  # the first has taken the last tokens
        rows = np.flatnonzero(pattern == who)
        inside = np.flatnonzero(who >> np.arange(players) & 1)
        found[rows[:, None], inside] = losses[len(inside)][split_place(held[rows[:, None], inside])]
    return found


def _load_total(c: Chances, players: int) -> Floats:
    """[total] of a turn of the load, rampos included, up to all the tokens."""
    rampos = Rampos(Dicework(c, TOKENS))
    return rampos.added(players, -1)
