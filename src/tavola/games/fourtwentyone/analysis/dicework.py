"""The chances of 421 as NumPy arrays, and the few operations a solver of turns is made of.

The first axis of an array of values is a combination or a keep. Its total axis is what the turn adds up to;
the last entry stands for the cap and more, beyond which it no longer matters: nobody can pay more than they
hold.
"""

from __future__ import annotations

from typing import Any

from tavola.fast.arrays import NDArray, np
from tavola.games.fourtwentyone.chances import NOTHING, Chances

TIE = 1e-12
"""Two values that differ by no more are equal: rounding must not decide a choice, or the choice, and all that
is built on it (analysis/more), would differ between machines."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Places = NDArray[np.int8]


class Dicework:
    """Throws and choices over whole arrays of values at once."""

    def __init__(self, c: Chances, cap: int) -> None:
        self.chances, self.cap, self.totals = c, cap, cap + 1
        self.n, self.n_keeps = len(c.combos), len(c.keeps)
        self.values: Ints = np.array(c.values)
        self.fall: Floats = np.array([c.ways(k) for k in range(self.n_keeps)]) / c.whole
        self.thrown: Floats = self.fall[NOTHING]
        self.kept = [np.array(keeps) for keeps in c.keeps_of]
        adds = np.minimum(np.arange(self.totals) + self.values[:, None], cap)
        stays = np.broadcast_to(np.arange(self.totals), adds.shape)
        # The total after a combination falls, in the middle of a go and at its end. If only the last throw of
        # a go counts, the total is kept without the dice that may still be thrown again.
        self.at_last: Ints = adds
        only_last = bool(c.variant.last_throw_counts)
        self.in_between: Ints = stays if only_last else adds
        self.on_stop: Ints = adds if only_last else stays  # the player stops: no throw, but the go is over

    def land(self, worth: Floats, totals: Ints) -> Floats:
        """From worth[combo, ..., total, tokens] by the total after the combination fell to the same by the
        total before."""
        landed = np.empty_like(worth)
        for combo in range(self.n):
            np.take(worth[combo], totals[combo], axis=-2, out=landed[combo])
        return landed

    def throw(self, worth: Floats, totals: Ints) -> Floats:
        """[keep, ..., total, tokens]: the mean of `worth` over a throw, by the total before it."""
        landed = self.land(worth, totals)
        return (self.fall @ landed.reshape(self.n, -1)).reshape(self.n_keeps, *worth.shape[1:])

    def best(self, kept: Floats, sign: int) -> tuple[Floats, Places]:
        """For each combination the best value among its keeps, and that keep, the first of equals. sign -1:
        the least."""
        worth = np.empty((self.n, *kept.shape[1:]))
        choice = np.empty(worth.shape, np.int8)
        for combo, keeps in enumerate(self.kept):
            worth[combo], choice[combo] = kept[keeps[0]], keeps[0]
            for keep in keeps[1:]:
                better = sign * kept[keep] > sign * worth[combo] + TIE
                np.copyto(worth[combo], kept[keep], where=better)
                np.copyto(choice[combo], np.int8(keep), where=better)
        return worth, choice

    def least(self, kept: Floats) -> Floats:
        """For each combination the least value among its keeps."""
        return self.best(kept, -1)[0]

    # ---- the transposed operations: from the chance of a position to the chances of those after it ----

    def spread(self, kept: Floats, totals: Ints) -> Floats:
        """Chances of keeps, about to be thrown, become chances of combinations."""
        fell = (self.fall.T @ kept.reshape(self.n_keeps, -1)).reshape(self.n, *kept.shape[1:])
        return self.settle(fell, totals)

    def settle(self, fell: Floats, totals: Ints) -> Floats:
        """Chances by the total before a combination become chances by the total after it."""
        landed = np.zeros_like(fell)
        for combo in range(self.n):
            for total, after in enumerate(totals[combo]):
                landed[combo][..., after, :] += fell[combo][..., total, :]
        return landed

    def gather(self, at: Floats, choice: Any) -> Floats:
        """Chances of combinations become chances of keeps, by the choice made at each."""
        kept = np.zeros((self.n_keeps, *at.shape[1:]))
        for combo, keeps in enumerate(self.kept):
            for keep in keeps:
                kept[keep] += np.where(choice[combo] == keep, at[combo], 0.0)
        return kept
