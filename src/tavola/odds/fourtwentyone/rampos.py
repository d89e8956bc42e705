"""Rounds in which each throws once: what they add to the total, and who comes out of them.

Who loses a rampo is even, whatever it adds.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import comb

import numpy as np

from tavola.odds.fourtwentyone.dicework import Dicework, Floats
from tavola.pieces.seats import group_of, members


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

    def thrown_out(self, shown: int | None, group: int, waiting: list[int], sign: int) -> dict[int, Floats]:
        """By who is lowest (highest) when all have thrown: [what is added until then], with the chance of it.

        The group shows the combination that is lowest so far; those who wait throw once each.
        """
        found: dict[int, Floats] = {}
        for combo, chance in enumerate(self._w.thrown):
            if shown is not None and (combo - shown) * -sign > 0:
                continue
            before = group if combo == shown else 0
            for equal in range(len(waiting) + 1) if before else range(1, len(waiting) + 1):
                others = chance**equal * self.others(combo, len(waiting) - equal, sign)
                adds = self.plus(others, equal * int(self._w.values[combo]))
                for some in combinations(waiting, equal):
                    key = before | group_of(list(some))
                    found[key] = found.get(key, np.zeros(self._w.totals)) + adds
        return found

    def settled(self, worth: Mapping[tuple[int, int], Floats], low: int, high: int) -> Floats | None:
        """[total, ...] when these are lowest and those highest, by what each pair of one and one is worth.

        The rampo for the lowest comes first, and who loses it takes no part in the other. Where nobody is
        highest, in the load, the second of the pair is -1. None: no such pair.
        """
        found: Floats | None = None
        lows = members(low)
        for loser in lows:
            highs = [k for k in members(high) if k != loser] or [-1]
            for winner in highs:
                if (loser, winner) in worth:
                    adds = self.together(self.added(len(lows), -1), self.added(len(highs), 1))
                    part = self.later(worth[loser, winner], adds) / (len(lows) * len(highs))
                    found = part if found is None else found + part
        return found

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
