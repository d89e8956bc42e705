"""Rounds in which each throws once: what they add to the total, and who comes out of them.

Who loses a rampo is even, whatever it adds.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats


class ThrownOut(NamedTuple):
    """By how many come out of a round as the lowest (highest): [what it adds], with the chance of it and that
    one of the group is among them; that one of those who were waiting is."""

    of_group: Floats
    of_waiting: Floats


class Rampos:
    """[added total], up to the cap, for a rampo of n players for the lowest or for the highest."""

    def __init__(self, w: Dicework) -> None:
        self._w = w
        self._known: dict[tuple[int, int], Floats] = {}
        self._safe: dict[tuple[int, int, int], Floats] = {}

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
                    self.others(combo, players - equal, sign), equal * int(self._w.values[combo])
                )
                if equal == players:
                    again += ways * here
                else:
                    decided += ways * self.together(here, self.added(equal, sign))
        return self._repeated(decided, again)

    def others(self, combo: int, players: int, sign: int) -> Floats:
        """What those add who are on the safe side of a combination, with the chance that they are."""
        key = combo, players, sign
        if key not in self._safe:
            self._safe[key] = self._others(*key)
        return self._safe[key]

    def _others(self, combo: int, players: int, sign: int) -> Floats:
        safe = np.zeros(self._w.totals)
        for other in range(self._w.n):
            if (other - combo) * -sign > 0:
                safe[min(int(self._w.values[other]), self._w.cap)] += self._w.thrown[other]
        found = self._just(0)
        for _ in range(players):
            found = self.together(found, safe)
        return found

    def thrown_out(self, shown: int | None, group: int, waiting: int, sign: int) -> ThrownOut:
        """A round half thrown: so many show what is lowest (highest) so far, so many throw once each."""
        sizes = group + waiting + 1
        found = ThrownOut(*(np.zeros((sizes, self._w.totals)) for _ in range(2)))
        for combo, chance in enumerate(self._w.thrown):
            if shown is not None and (combo - shown) * -sign > 0:
                continue
            before = group if combo == shown else 0
            for equal in range(waiting + 1):
                others = chance**equal * self.others(combo, waiting - equal, sign)
                adds = self.plus(others, equal * int(self._w.values[combo]))
                if before:
                    found.of_group[before + equal] += comb(waiting, equal) * adds
                if equal:
                    found.of_waiting[before + equal] += comb(waiting - 1, equal - 1) * adds
        return found

    def decided(self, worth: Floats, lows: int, highs: int) -> Floats:
        """[total, ...] times the chance of one of so many lowest to lose the turn, of one of so many highest
        to win it. The rampo for the lowest comes first, and who loses it takes no part in the other."""
        adds = self.together(self.added(lows, -1), self.added(highs, 1))
        return self.later(worth, adds) / (lows * highs)

    def later(self, worth: Floats, adds: Floats) -> Floats:
        """[total, ...] when that is still to be added: the mean of what it is worth then."""
        totals = np.minimum(np.arange(self._w.totals)[:, None] + np.arange(len(adds)), self._w.cap)
        return np.tensordot(worth[totals], adds, axes=(1, 0))

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
