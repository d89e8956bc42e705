"""The tokens of a set as a Markov chain from turn to turn, for any number of players.

A split is what the players still in the set hold, at least one each, in playing order from the first player
of the turn on. Worked out is the chance of each of them, in the same order, to lose the set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import comb
from typing import NamedTuple

from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Floats, Ints
from tavola.games.fourtwentyone.state import TOKENS
from tavola.pieces.seats import MAX_SEATS

Losses = Callable[[int], Floats]  # losses(players): array[split, player]
SETTLED = 1e-16  # the chain has converged when a round changes less

_WAYS: Ints = np.array([[comb(n, k) for k in range(MAX_SEATS + 1)] for n in range(TOKENS + MAX_SEATS + 1)])


# ---- every way to share tokens has a number, its place ----


def place(shares: Ints) -> Ints:
    """The place of a way to share, [..., player] tokens, perhaps none. All rows have the same sum."""
    cuts = np.cumsum(shares[..., :-1], axis=-1) + np.arange(shares.shape[-1] - 1)
    return np.asarray(_WAYS[cuts, np.arange(1, shares.shape[-1])].sum(axis=-1))


def ways_to_share(tokens: int, players: int) -> Ints:
    """[place, player]: all ways."""
    size, last = comb(tokens + players - 1, players - 1), tokens + players - 1
    some = chain.from_iterable(combinations(range(last), players - 1))
    cuts = np.fromiter(some, np.int64).reshape(size, players - 1)
    edges = np.pad(cuts, ((0, 0), (1, 1)), constant_values=(-1, last))
    return (np.diff(edges, axis=1) - 1)[::-1, ::-1]  # combinations sort by the first, places by the last


@lru_cache(maxsize=MAX_SEATS)
def splits(players: int) -> Ints:
    """[place, player]: all splits; each player holds at least one."""
    return ways_to_share(TOKENS - players, players) + 1


def split_place(held: Ints) -> Ints:
    return place(held - 1)


# ---- the chances to lose a set ----


def pair_losses(loss: Floats) -> dict[int, Floats]:
    """Losses of one player, who has lost, and of two, from the chances of the first by tokens held."""
    first = loss[splits(2)[:, 0] - 1]
    return {1: np.ones((1, 1)), 2: np.stack([first, 1 - first], axis=1)}


def chances_of(losses: Losses, held: Sequence[int], first: int) -> Floats:
    """The chance of each seat to lose the set when seat `first` starts a turn of the unload."""
    order = [(first + k) % len(held) for k in range(len(held))]
    inside = [seat for seat in order if held[seat]]
    found = np.zeros(len(held))
    found[inside] = losses(len(inside))[split_place(np.array([held[seat] for seat in inside]))]
    return found


class Payment(NamedTuple):
    """A payment of one player to another in a turn: the splits in which it is possible, and what is held
    afterwards, from the loser on.

    `chance` is the same in all of them: that of this total if the payer keeps some, of this total or more if
    it takes all the payer holds.
    """

    loser: int
    winner: int
    rows: Ints
    held: Ints
    chance: float


def unload_chain(table: Floats, players: int, fewer: Floats) -> Floats:
    """[split, player]: the chance of each to lose the set, from the chances table[loser, winner, total] of a
    turn and those of one player fewer.

    Iterated until nothing changes: most turns put a player out of the set, and that value is known.
    """
    start = np.zeros((len(splits(players)), players))
    for pays in _payments(table, players, all_he_has=True):
        out = (pays.winner - pays.loser) % players
        after = np.zeros((len(pays.rows), players))
        inside = [k for k in range(players) if k != out]
        after[:, inside] = fewer[split_place(pays.held[:, inside])]
        start[pays.rows] += pays.chance * np.roll(after, pays.loser, axis=1)
    steps = [
        (pays, split_place(pays.held)) for pays in _payments(table, players, all_he_has=False) if pays.chance
    ]
    found, change = start, 1.0
    while change > SETTLED:
        before, found = found, start.copy()
        for pays, to in steps:
            found[pays.rows] += pays.chance * np.roll(before[to], pays.loser, axis=1)
        change = float(np.abs(found - before).max())
    return found


def _payments(table: Floats, players: int, *, all_he_has: bool) -> Iterator[Payment]:
    """The highest pays the lowest the total, or all the tokens held (`games/fourtwentyone/rules.py`: pay)."""
    held = splits(players)
    for loser in range(players):
        for winner in range(players):
            for tokens in range(int(all_he_has), TOKENS - players + 2) if winner != loser else ():
                has = held[:, winner]
                rows = np.flatnonzero(has == tokens if all_he_has else has > tokens)
                after = held[rows]
                after[:, winner] -= tokens
                after[:, loser] += tokens
                totals = table[loser, winner, tokens:] if all_he_has else table[loser, winner, tokens]
                yield Payment(loser, winner, rows, np.roll(after, -loser, axis=1), float(np.sum(totals)))
