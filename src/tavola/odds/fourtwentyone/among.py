"""A set of three or more players who all play by the book: the chance of each to lose it, exactly.

The book does not look at tokens while three or more hold some, so how a turn goes is one table: the chance
that this player loses it, that one wins it, at such a total. From it the tokens are a chain, and the load a
chain before that. Where two are left the solved set of two goes on.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from threadpoolctl import threadpool_limits

from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.state import MAX_THROWS, TOKENS
from tavola.odds import Progress, silent
from tavola.odds.fourtwentyone.answers import PAYABLE, even_plan
from tavola.odds.fourtwentyone.behind import Answered, Behind, Reach
from tavola.odds.fourtwentyone.book import first_go
from tavola.odds.fourtwentyone.chances import NOTHING
from tavola.odds.fourtwentyone.dicework import Dicework, Floats
from tavola.odds.fourtwentyone.load_among import load_chain
from tavola.odds.fourtwentyone.solved import Solved, label, solved
from tavola.odds.fourtwentyone.splits import Losses, pair_losses, unload_chain
from tavola.odds.store import Result, remembered


@dataclass(frozen=True, eq=False)
class Among:
    """All that is known about sets of up to so many players.

    first[players][throws - 1, dice, total, loser, winner, total at the end]: the chance that a turn ends so
    after the first player has closed his go. Players are numbered as they play.
    """

    found: Solved
    first: dict[int, Floats]
    losses: Losses
    load: Floats  # see load_among.py


def most_paid(players: int) -> int:
    """In a turn of so many: each has a token at least. The book, too, looks no further than that."""
    return max(PAYABLE, TOKENS - players + 1)


def among(options: Options, players: int, progress: Progress = silent) -> Among:
    """Worked out once on this machine."""
    found = solved(options, progress)
    first: dict[int, Floats] = {}
    losses = pair_losses(found.loss)
    load: Floats = np.zeros(())
    for n in range(3, players + 1):
        kept = _remembered(found, n, losses, progress)
        first[n], losses[n], load = kept.arrays["first"], kept.arrays["unload"], kept.arrays["load"]
    return Among(found, first, losses, load)


def _remembered(found: Solved, players: int, losses: Losses, progress: Progress) -> Result:
    def compute() -> Result:
        first = after_first(found, players, progress)
        unload = unload_chain(turn_table(found, first), players, losses)
        load = load_chain(found.chances, players, {**losses, players: unload})
        return Result({}, {"first": first, "unload": unload, "load": load})

    return remembered(label(f"421-among-{players}", found.options), compute)


def after_first(found: Solved, players: int, progress: Progress = silent) -> Floats:
    """How a turn ends by how its first player closed his go: see `Among.first`."""
    w = Dicework(found.chances, most_paid(players))
    behind = Behind(Answered(w, found.plan), Reach(players, done=1, low=1, high=1, top=0))
    ends = np.zeros((MAX_THROWS, w.n, w.totals, players, players, w.totals))
    # Each product is small: cores are better used by several of them than by several for one.
    with threadpool_limits(1), ThreadPoolExecutor(os.cpu_count()) as pool:
        for lowest, (apart, level) in enumerate(pool.map(behind.ahead, range(w.n))):
            progress(f"turns of {players} players", lowest / w.n)
            assert level is not None
            ends[:, lowest] += level  # the first shows it,
            ends[:, lowest + 1 :] += apart[0][:, :, :, 0]  # or something above it
    as_they_play = [0, *reversed(range(1, players))]
    return np.ascontiguousarray(ends[..., as_they_play, :, :][..., as_they_play, :])


def turn_table(found: Solved, first: Floats) -> Floats:
    """[loser, winner, total]: the chance that a turn ends so."""
    throws, dice, totals, *ends = first.shape
    w = Dicework(found.chances, totals - 1)
    flat = first.reshape(throws, dice, totals, -1)
    start = first_go(w, even_plan(found.plan, totals), {n + 1: flat[n] for n in range(throws)})[0]
    return np.asarray(start[NOTHING, 0].reshape(ends))
