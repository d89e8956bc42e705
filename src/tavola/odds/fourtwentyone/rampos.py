"""What a rampo of any number of players adds to the total. Who loses it is even, whatever it adds."""

from __future__ import annotations

from math import comb

import numpy as np

from tavola.odds.fourtwentyone.dicework import Dicework, Floats


class Rampos:
    """[added total], up to the cap, for a rampo of n players for the lowest or for the highest."""

    def __init__(self, w: Dicework) -> None:
        self._w = w
        self._known: dict[tuple[int, int], Floats] = {}

    def added(self, players: int, sign: int) -> Floats:
        """sign -1: for the lowest; 1: for the highest. One player alone throws nothing."""
        if (players, sign) not in self._known:
            self._known[players, sign] = self._added(players, sign)
        return self._known[players, sign]

    def _added(self, players: int, sign: int) -> Floats:
        if players == 1:
            return self._just(0)
        decided, again = np.zeros(self._w.totals), np.zeros(self._w.totals)
        for combo, chance in enumerate(self._w.thrown):
            for equal in range(1, players + 1):
                ways = comb(players, equal) * chance**equal
                here = self.plus(
                    self._others(combo, players - equal, sign), equal * int(self._w.values[combo])
                )
                if equal == players:
                    again += ways * here
                else:
                    decided += ways * self.together(here, self.added(equal, sign))
        return self._repeated(decided, again)

    def _others(self, combo: int, players: int, sign: int) -> Floats:
        """What those add who are on the safe side of a combination, with the chance that they are."""
        safe = np.zeros(self._w.totals)
        for other in range(self._w.n):
            if (other - combo) * -sign > 0:
                safe[min(int(self._w.values[other]), self._w.cap)] += self._w.thrown[other]
        found = self._just(0)
        for _ in range(players):
            found = self.together(found, safe)
        return found

    def _repeated(self, decided: Floats, again: Floats) -> Floats:
        """x = decided + again * x, solved from the smallest total up."""
        found = np.zeros_like(decided)
        for total in range(self._w.cap):
            before = sum(again[a] * found[total - a] for a in range(1, total + 1))
            found[total] = (decided[total] + before) / (1 - again[0])
        found[self._w.cap] = 1 - found.sum()
        return found

    def together(self, one: Floats, other: Floats) -> Floats:
        """The sum of two totals."""
        both = np.convolve(one, other)
        both[self._w.cap] = both[self._w.cap :].sum()
        return both[: self._w.totals]

    def plus(self, one: Floats, more: int) -> Floats:
        return self.together(one, self._just(min(more, self._w.cap)))

    def _just(self, total: int) -> Floats:
        """That total for certain."""
        found = np.zeros(self._w.totals)
        found[total] = 1.0
        return found
