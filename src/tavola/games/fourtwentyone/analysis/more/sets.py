"""Sets of three or more players who all play by the book: the chance of each to lose, exactly.

The book does not look at tokens while three or more players hold some, so one table says how a turn goes: the
chance of each loser, winner and total. From it the tokens are a Markov chain, and the load a chain before
that. Where two are left the solved set of two goes on.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.analysis import Progress, silent
from tavola.analysis.machine import side_by_side
from tavola.analysis.store import StoredResult, remembered
from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats
from tavola.games.fourtwentyone.analysis.more.answers import even_plan
from tavola.games.fourtwentyone.analysis.more.book import first_go
from tavola.games.fourtwentyone.analysis.more.load import load_chain, most_holders
from tavola.games.fourtwentyone.analysis.more.rest_of_turn import Behind, TurnReach, answered
from tavola.games.fourtwentyone.analysis.more.splits import pair_losses, unload_chain
from tavola.games.fourtwentyone.analysis.two.solved import Solved, label, solved
from tavola.games.fourtwentyone.chances import NOTHING, PAYABLE
from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.state import MAX_THROWS, TOKENS


class Turns(NamedTuple):
    """The unload of so many players, numbered as they play.

    first[throws - 1, dice, total, loser, winner, total at the end]: the chance of that end once the first
    player's go is over. losses[split, player]: the chance to lose the set (splits.py).
    """

    first: Floats
    losses: Floats


class Among:
    """Everything known about sets of so many players, worked out once on this machine.

    A turn of the load takes all that its throws count, so only a few of many players come to hold tokens. The
    unload is worked out for that many at once, for more when it is asked for.
    """

    def __init__(self, options: Options, players: int, progress: Progress = silent) -> None:
        self.found = solved(options, progress)
        self._progress = progress
        self._pair = pair_losses(self.found.loss)
        self._turns: dict[int, Turns] = {}
        holders = most_holders(self.found.chances, players)
        for n in range(3, holders + 1):
            self.turns(n)

        def load() -> StoredResult:
            progress(f"the load of {players} players", 0.0)
            return StoredResult({}, {"load": load_chain(self.found.chances, players, self.losses)})

        self.load = remembered(label(f"421-load-{players}", options), load).arrays["load"]  # more/load.py

    def losses(self, players: int) -> Floats:
        """[split, player]: the chance of each to lose the set."""
        return self._pair[players] if players in self._pair else self.turns(players).losses

    def turns(self, players: int) -> Turns:
        """Of three or more."""
        if players not in self._turns:
            kept = remembered(
                label(f"421-turns-{players}", self.found.options), lambda: self._worked(players)
            )
            self._turns[players] = Turns(kept.arrays["first"], kept.arrays["losses"])
        return self._turns[players]

    def _worked(self, players: int) -> StoredResult:
        fewer = self.losses(players - 1)
        first = after_first(self.found, players, self._progress)
        losses = unload_chain(turn_table(self.found, first), players, fewer)
        return StoredResult({}, {"first": first, "losses": losses})


def most_paid(players: int) -> int:
    """The most that is paid in a turn of so many players: each keeps a token at least. The book looks at no
    higher total."""
    return max(PAYABLE, TOKENS - players + 1)


def after_first(found: Solved, players: int, progress: Progress = silent) -> Floats:
    """`Turns.first`: how a turn ends, by how its first player's go ended."""
    by = answered(found, most_paid(players))
    w, behind = by.work, Behind(by, TurnReach(players, done=1, low=1, high=1, top=0))
    ends = np.zeros((MAX_THROWS, w.n, w.totals, players, players, w.totals))
    for lowest, (apart, level) in enumerate(side_by_side(behind.ahead, range(w.n))):
        progress(f"turns of {players} players", lowest / w.n)
        assert level is not None
        ends[:, lowest] += level  # the first player shows it
        ends[:, lowest + 1 :] += apart[0][:, :, :, 0]  # or something above it
    as_they_play = [0, *reversed(range(1, players))]
    return np.ascontiguousarray(ends[..., as_they_play, :, :][..., as_they_play, :])


def turn_table(found: Solved, first: Floats) -> Floats:
    """[loser, winner, total]: the chance of each end of a turn."""
    throws, dice, totals, *ends = first.shape
    w = Dicework(found.chances, totals - 1)
    flat = first.reshape(throws, dice, totals, -1)
    start = first_go(w, even_plan(found.plan, totals), {n + 1: flat[n] for n in range(throws)})[0]
    return np.asarray(start[NOTHING, 0].reshape(ends))
