"""The tokens of a set as a chain from turn to turn, for any number of players.

A split is what the players still in the set hold, in playing order from the first of the turn on, at least
one each. What is counted is the chance of each of them, in the same order, to lose the set.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise

import numpy as np

from tavola.games.fourtwentyone.rules import pay
from tavola.games.fourtwentyone.state import LEFT, TOKENS, UNLOAD, Go, Round, State, Tokens, Turn
from tavola.odds.fourtwentyone.chances import Chances
from tavola.odds.fourtwentyone.dicework import Dicework, Floats
from tavola.odds.fourtwentyone.rampos import Rampos
from tavola.pieces.seats import NONE_EACH, all_seats, eight

Split = tuple[int, ...]
Losses = dict[int, Floats]  # by players: [split, player]


@lru_cache(maxsize=8)
def places(players: int) -> dict[Split, int]:
    """Every split of all the tokens, numbered."""
    cuts = combinations(range(1, TOKENS), players - 1)
    edges = ((0, *cut, TOKENS) for cut in cuts)
    return {tuple(b - a for a, b in pairwise(e)): n for n, e in enumerate(edges)}


def pair_losses(loss: Floats) -> Losses:
    """Of one, who has lost, and of two, by the chance of the first with so many tokens."""
    pairs = np.array([(loss[a - 1], 1 - loss[a - 1]) for a, _ in places(2)])
    return {1: np.ones((1, 1)), 2: pairs}


def chances_of(losses: Losses, held: Split, first: int) -> Floats:
    """The chance of each seat to lose the set when that one starts a turn of the unload."""
    order = [(first + k) % len(held) for k in range(len(held))]
    inside = [seat for seat in order if held[seat]]
    found = np.zeros(len(held))
    found[inside] = losses[len(inside)][places(len(inside))[tuple(held[seat] for seat in inside)]]
    return found


# ---- the unload ----


def unload_chain(table: Floats, players: int, fewer: Losses) -> Floats:
    """The chance of each to lose the set, by the chances [loser, winner, total] of a turn.

    The loser starts the next turn, so all are numbered from him on. By the numbers' Fourier transform
    that is a factor, and each of its parts a system of its own.
    """
    size = len(places(players))
    moves, leaves = np.zeros((players, size, size)), np.zeros((size, players))
    for split, row in places(players).items():
        for loser, held, chance in _ends(table, split):
            if held[loser] < TOKENS and min(held) > 0:
                turned = held[loser:] + held[:loser]
                moves[loser, row, places(players)[turned]] += chance
            else:
                leaves[row] += chance * chances_of(fewer, held, loser)
    turns = np.exp(-2j * np.pi * np.outer(np.arange(players), np.arange(players)) / players)
    parts = np.fft.fft(leaves, axis=1)
    for k in range(players):
        system = np.eye(size) - np.tensordot(turns[k], moves, axes=1)
        parts[:, k] = np.linalg.solve(system, parts[:, k])
    return np.ascontiguousarray(np.fft.ifft(parts, axis=1).real)


def _ends(table: Floats, split: Split) -> Iterator[tuple[int, Split, float]]:
    """How a turn may end: who lost it, what everyone then holds, and the chance of it."""
    for loser in range(len(split)):
        for winner, has in enumerate(split):
            if winner != loser:
                less = table[loser, winner, :has]
                for total, chance in enumerate([*less, table[loser, winner, has:].sum()]):
                    if chance:
                        yield loser, _paid(split, loser, winner, total), float(chance)


def _paid(split: Split, loser: int, winner: int, total: int) -> Split:
    everyone = all_seats(len(split))
    s = State(
        len(split),
        Tokens(0, eight(list(split)), NONE_EACH),
        Turn(0, total, 0, 1, 1 << loser, 1 << winner),
        Round(UNLOAD, everyone, 0, LEFT, NONE_EACH),
        Go(0, 0, 0, 0, 0, 0),
    )
    after, ending = pay(s, winner, loser)
    if ending.sets_lost:
        return tuple(TOKENS * (seat == loser) for seat in range(len(split)))
    return after.tokens.held[: len(split)]


# ---- the load ----


def load_chain(c: Chances, players: int, losses: Losses) -> Floats:
    """[tokens of each, seat]: the chance to lose the set at the start of a turn of the load.

    Everyone throws once: who is lowest is even, whatever the total and whoever began. Turns for nothing are
    thrown again.
    """
    total = _load_total(c, players)
    found = np.zeros((TOKENS,) * players + (players,))
    together = np.indices((TOKENS,) * players).sum(axis=0)
    for taken in reversed(range(TOKENS)):
        held = np.argwhere(together == taken)
        worth, kitty = np.zeros((len(held), players)), TOKENS - taken
        for more in range(1, kitty + 1):
            chance = (total[more] if more < kitty else total[more:].sum()) / (1 - total[0]) / players
            for loser in range(players):
                after = held + more * (np.arange(players) == loser)
                if more < kitty:
                    worth += chance * found[tuple(after.T)]
                else:
                    worth += chance * np.array([chances_of(losses, tuple(h), loser) for h in after.tolist()])
        found[tuple(held.T)] = worth
    return found


def _load_total(c: Chances, players: int) -> Floats:
    """[total] of a turn of the load, rampos included, up to all the tokens."""
    rampos = Rampos(Dicework(c, TOKENS))
    return rampos.added(players, -1)
