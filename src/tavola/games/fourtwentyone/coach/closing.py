"""What the end of a go is worth, whatever it ends with: the others before him have shown theirs, those behind
play by the book.

The lowest combination the turn may end with is that of those before him, his, or less; what he shows puts him
among the lowest, between, among the highest, or above all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from threadpoolctl import threadpool_limits

from tavola.games.fourtwentyone.analysis.dicework import Floats
from tavola.games.fourtwentyone.analysis.more.rest_of_turn import Ahead, Answered, Behind, TurnReach

Group = tuple[int, ...]  # players, numbered as they play


class Closing:
    """`worths` [loser, winner, total, seat] is what the end of the turn is worth."""

    def __init__(self, by: Answered, worths: Floats, shown: Sequence[int], limit: int, total: int) -> None:
        self._me, self._players = len(shown), len(worths)
        self._low, self._high, self._limit = min(shown), max(shown), limit
        self._lows: Group = tuple(n for n, dice in enumerate(shown) if dice == self._low)
        self._highs: Group = tuple(n for n, dice in enumerate(shown) if dice == self._high)
        self._work, self._total = by.work, min(total, by.work.cap)
        self._worths = worths[:, :, self._total :]
        low, high = len(self._lows) + 1, len(self._highs) + 1
        reach = TurnReach(self._players, self._me + 1, low, high, self._high, limit, self._total)
        self._behind = Behind(by, reach)
        self._of_groups = lru_cache(maxsize=None)(self._worth_of)

    def ends(self) -> dict[int, Floats]:
        """[throws][dice, total, seat], for the total it begins with and all above."""
        found = np.zeros((self._limit, self._work.n, self._work.totals, self._worths.shape[-1]))
        with threadpool_limits(1):  # the products are small
            for lowest in range(self._low + 1):
                self._add(found[:, :, self._total :], lowest, self._behind.ahead(lowest))
        return {throws: found[throws - 1] for throws in range(1, self._limit + 1)}

    def _add(self, found: Floats, lowest: int, ahead: Ahead) -> None:
        """[throws, dice, total, seat]: the part in which this is the lowest at the end."""
        me, high, left = (self._me,), self._high, self._limit - 1
        there = self._lows if lowest == self._low else ()
        apart, top = ahead.apart, high - self._behind.first_top(lowest)
        if ahead.level is not None:
            found[:, lowest] += self._told(ahead.level[left], there + me, there + me)
        else:
            among = apart[len(there) + 1][left, top, :, len(self._highs) - 1]
            found[:, lowest] += self._told(among, there + me, self._highs)
            between = apart[len(there)][left, top, :, len(self._highs) - 1]
            found[:, lowest + 1 : high] += self._told(between, there, self._highs)
            equal = apart[len(there)][left, top, :, len(self._highs)]
            found[:, high] += self._told(equal, there, self._highs + me)
        # Only who is strictly highest leaves the others no more throws than he took.
        above = apart[len(there)][:, top + 1 :, :, 0]
        found[:, high + 1 :] += self._told(above, there, me)

    def _told(self, chance: Floats, lows: Group, highs: Group) -> Floats:
        """[..., total, seat] by the chances [..., total, loser, winner, total at the end]."""
        return np.asarray(np.tensordot(chance, self._of_groups(lows, highs), axes=3))

    def _worth_of(self, lows: Group, highs: Group) -> Floats:
        """[loser, winner, total, seat] as those behind name them: one of the group, then the last first."""
        both = np.einsum("lp,wq,pqts->lwts", self._named(lows), self._named(highs), self._worths)
        return np.asarray(both)

    def _named(self, group: Group) -> Floats:
        behind = range(self._players - 1, self._me, -1)
        rows = [group, *((player,) for player in behind)]
        return np.array([[float(player in row) for player in range(self._players)] for row in rows])
