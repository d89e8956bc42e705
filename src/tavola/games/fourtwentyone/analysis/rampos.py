"""Rounds in which each player throws once: what they add to the total, and who loses.

Each player of a rampo is equally likely to lose it, whatever it adds.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats


class ThrownOut(NamedTuple):
    """Arrays [how many come out of a round as the lowest (highest), total it adds]: the chance that a given
    one of the group is among them, or a given one of those who were waiting."""

    of_group: Floats
    of_waiting: Floats


class Rampos:
    """Arrays [added total], up to the cap, for a rampo of n players for the lowest or for the highest."""

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
        """What `players` add, times the chance that all of them are on the safe side of a combination."""
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
        """A round half thrown: `group` players show the lowest (highest) so far, `waiting` players throw once
        each."""
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
        """worth[total, ...] after the rampos, times the chance that a given one of the lowest loses the turn
        and a given one of the highest wins it. The rampo for the lowest comes first; its loser takes no part
        in the other."""
        adds = self.together(self.added(lows, -1), self.added(highs, 1))
        return self.later(worth, adds) / (lows * highs)

    def later(self, worth: Floats, adds: Floats) -> Floats:
        """[total, ...]: the mean of `worth` after a total drawn from `adds` was added."""
        totals = np.minimum(np.arange(self._w.totals)[:, None] + np.arange(len(adds)), self._w.cap)
        return np.tensordot(worth[totals], adds, axes=(1, 0))

    def _repeated(self, decided: Floats, again: Floats) -> Floats:
        """x = decided + again * x, a convolution, solved from the smallest total up."""
        found = np.zeros_like(decided)
        for total in range(self._w.cap):
            before = sum(again[a] * found[total - a] for a in range(1, total + 1))
            found[total] = (decided[total] + before) / (1 - again[0])
        found[self._w.cap] = 1 - found.sum()
        return found

    def together(self, one: Floats, other: Floats) -> Floats:
        """The distribution of the sum of two totals."""
        both = np.convolve(one, other)
        both[self._w.cap] = both[self._w.cap :].sum()
        return both[: self._w.totals]

    def plus(self, one: Floats, more: int) -> Floats:
        return self.together(one, self._just(min(more, self._w.cap)))

    def _just(self, total: int) -> Floats:
        """The distribution of a certain total."""
        found = np.zeros(self._w.totals)
        found[total] = 1.0
        return found
