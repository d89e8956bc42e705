"""A set of three or four players who all play by the book: the chance of each to lose it, exactly.

The book does not look at tokens while three or more hold some, so how a turn goes is one table: the chance
that this player loses it, that one wins it, at such a total. From it the tokens are a chain, and the load a
chain before that. Where two are left the solved set of two goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.state import MAX_THROWS
from tavola.odds import Progress, silent
from tavola.odds.fourtwentyone.behind import Answered, Behind, Reach, answered
from tavola.odds.fourtwentyone.book import first_go
from tavola.odds.fourtwentyone.chances import NOTHING
from tavola.odds.fourtwentyone.dicework import Dicework, Floats
from tavola.odds.fourtwentyone.rampos import Rampos
from tavola.odds.fourtwentyone.solved import Solved, label, solved
from tavola.odds.fourtwentyone.splits import Losses, load_chain, pair_losses, unload_chain
from tavola.odds.store import Result, remembered

MOST = 4  # players; nobody would wait for the tables of more


@dataclass(frozen=True, eq=False)
class Among:
    """All that is known about sets of up to so many players.

    first[players][throws - 1, dice, total, loser, winner, total at the end]: the chance that a turn ends so
    after the first player has closed his go. Players are numbered as they play.
    """

    found: Solved
    first: dict[int, Floats]
    losses: Losses
    load: Floats  # [tokens of seat 0, of seat 1, ..., seat]: the chance of each to lose the set

    @cached_property
    def work(self) -> Dicework:
        return self.found.work()

    @cached_property
    def rampos(self) -> Rampos:
        return Rampos(self.work)

    @cached_property
    def answered(self) -> Answered:
        return answered(self.work, self.found.plan)


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
    w = found.work()
    rampos, by = Rampos(w), answered(w, found.plan)
    everything = Reach(w.n - 1, 0, MAX_THROWS)
    ends = np.zeros((MAX_THROWS, w.n, w.totals, players, players, w.totals))
    pairs = [(low, high) for low in range(players) for high in range(players) if low != high]
    for done, pair in enumerate(pairs):
        progress(f"turns of {players} players", done / len(pairs))
        ended = partial(rampos.settled, {pair: np.eye(w.totals)})
        behind = Behind(by, players, everything, ended)
        worth = behind.level(1, 1)
        assert worth is not None  # everyone may lose or win a turn
        ends[..., pair[0], pair[1], :] = worth[:, :, :, 0]
    return ends


def turn_table(found: Solved, first: Floats) -> Floats:
    """[loser, winner, total]: the chance that a turn ends so."""
    w, (throws, dice, totals, *ends) = found.work(), first.shape
    flat = first.reshape(throws, dice, totals, -1)
    start = first_go(w, found.plan, {n + 1: flat[n] for n in range(throws)})[0]
    return np.asarray(start[NOTHING, 0].reshape(ends))
