"""Those behind: what a turn of the unload is worth to come, when all who have yet to throw play by the book.

Of those who have had their go it matters what the lowest and the highest combination is, who shows it, how
many throws it left to the others, and the total. The next one makes five kinds of answer of it: lower than
the lowest, level with it, between, level with the highest, higher. So it is worked out backwards from the
last, for all combinations at once that the lowest and the highest may still become.

Players are numbered as they play, the first being 0; sets of them are bits. Values have the shape
[throws allowed, highest, total, lowest, what is counted].
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from tavola.games.fourtwentyone.state import MAX_THROWS
from tavola.odds.fourtwentyone.answers import Answers
from tavola.odds.fourtwentyone.dicework import Dicework, Floats
from tavola.odds.fourtwentyone.turn import Plan

Ends = Callable[[int, int], Floats | None]  # [total, counted] by who is lowest and who highest; None: nothing


class Answered(NamedTuple):
    """By throws allowed: [highest so far, answer, total before, after], the chance of it."""

    level: dict[int, Floats]
    below: dict[int, Floats]  # of answers lower than that
    higher: dict[int, dict[int, Floats]]  # by the throws it took; only what is higher counts


def answered(w: Dicework, plan: Plan) -> Answered:
    answers = Answers(w, plan)
    found = Answered({}, {}, {})
    for limit in range(1, MAX_THROWS + 1):
        turned = {n: _turned(part) for n, part in answers.by_throws(limit).items()}
        found.higher[limit] = turned
        found.level[limit] = sum(turned.values(), np.zeros(()))
        summed = np.cumsum(found.level[limit], axis=1)
        found.below[limit] = np.concatenate([np.zeros_like(summed[:, :1]), summed], axis=1)
    return found


def _turned(answer: Floats) -> Floats:
    return np.ascontiguousarray(answer.transpose(1, 0, 3, 2))


class Reach(NamedTuple):
    """What may still come: the lowest is this or lower, the highest that or higher, throws this or fewer."""

    lowest: int
    highest: int
    limit: int


class Behind:
    """`apart` where the lowest and the highest are two, `level` where all so far show the same."""

    def __init__(self, by: Answered, players: int, reach: Reach, ends: Ends) -> None:
        self._by, self._players, self._reach, self._ends = by, players, reach, ends
        self._apart: dict[tuple[int, int, int], Floats | None] = {}
        self._level: dict[tuple[int, int], Floats | None] = {}
        self._n, self._totals = by.level[1].shape[0], by.level[1].shape[-1]

    def shown(self, dice: Sequence[int], limit: int) -> Floats:
        """[total, counted] when the first so many have shown these, in order, and left so many throws."""
        low, high = min(dice), max(dice)
        lows, highs = (sum(1 << n for n, each in enumerate(dice) if each == end) for end in (low, high))
        worth = self.level(len(dice), lows) if low == high else self.apart(len(dice), lows, highs)
        assert worth is not None
        there = at(worth, limit, high - self._reach.highest)
        return np.asarray(there[:, min(low, there.shape[1] - 1)])

    def apart(self, done: int, low: int, high: int) -> Floats | None:
        """So many have had their go; these are lowest, those are highest. None: all of it is 0."""
        key = done, low, high
        if key not in self._apart:
            self._apart[key] = self._ended(low, high) if done == self._players else self._make_apart(*key)
        return self._apart[key]

    def level(self, done: int, group: int) -> Floats | None:
        """All of them show the same; of the axis of the lowest only one is there."""
        if (done, group) not in self._level:
            ended = done == self._players
            self._level[done, group] = self._ended(group, group) if ended else self._make_level(done, group)
        return self._level[done, group]

    def _ended(self, low: int, high: int) -> Floats | None:
        """All have thrown: which combinations it was no longer matters."""
        worth = self._ends(low, high)
        return None if worth is None else worth[None, None, :, None]

    # ---- one player on ----

    def _make_apart(self, done: int, low: int, high: int) -> Floats | None:
        me = 1 << done
        lower, same_low = self.apart(done + 1, me, high), self.apart(done + 1, low | me, high)
        between, same_high = self.apart(done + 1, low, high), self.apart(done + 1, low, high | me)
        higher = self.apart(done + 1, low, me)
        counted = _counted(lower, same_low, between, same_high, higher)
        if not counted:
            return None
        lowest, highest, most = self._reach
        found = np.zeros((most, self._n - highest, self._totals, lowest + 1, counted))
        for limit in range(1, most + 1):
            for top in range(max(highest, 1), self._n):
                lows = min(lowest + 1, top)
                level, below = self._by.level[limit][top], self._by.below[limit][top]
                worth = np.zeros((lows, self._totals, counted))
                if lower is not None:
                    worth[1:] += np.cumsum(self._then(level[: lows - 1], lower, limit, top), axis=0)
                if same_low is not None:
                    worth += self._then(level[:lows], same_low, limit, top)
                if between is not None:
                    worth += self._then(below[top] - below[1 : lows + 1], between, limit, top)
                if same_high is not None:
                    worth += self._then(np.repeat(level[top : top + 1], lows, 0), same_high, limit, top)
                if higher is not None:
                    worth += self._beaten(higher, limit, top, slice(lows))
                found[limit - 1, top - highest, :, :lows] = worth.transpose(1, 0, 2)
        return found

    def _make_level(self, done: int, group: int) -> Floats | None:
        me = 1 << done
        lower, same = self.apart(done + 1, me, group), self.level(done + 1, group | me)
        higher = self.apart(done + 1, group, me)
        counted = _counted(lower, same, higher)
        if not counted:
            return None
        lowest, highest, most = self._reach
        found = np.zeros((most, self._n - highest, self._totals, 1, counted))
        for limit in range(1, most + 1):
            for dice in range(highest, lowest + 1):
                level, worth = self._by.level[limit][dice], np.zeros((1, self._totals, counted))
                if lower is not None:
                    worth += self._then(level[:dice], lower, limit, dice).sum(axis=0)
                if same is not None:
                    worth += self._then(level[dice : dice + 1], same, limit, dice)
                if higher is not None:
                    worth += self._beaten(higher, limit, dice, slice(dice, dice + 1))
                found[limit - 1, dice - highest] = worth.transpose(1, 0, 2)
        return found

    def _then(self, chance: Floats, worth: Floats, limit: int, top: int) -> Floats:
        """[lowest, total, counted]: by the chances [lowest, total before, after] to what it is worth then."""
        there = at(worth, limit, top - self._reach.highest)
        if there.shape[1] == 1:
            flat = chance.reshape(-1, self._totals) @ there[:, 0]
            return np.asarray(flat.reshape(*chance.shape[:2], there.shape[-1]))
        return np.asarray(chance @ there[:, : len(chance)].transpose(1, 0, 2))

    def _beaten(self, worth: Floats, limit: int, top: int, lows: slice) -> Floats:
        """[lowest, total, counted] when the highest is beaten; others then get the throws it took."""
        found: Floats = np.zeros((1, 1, 1))
        if top + 1 == self._n:
            return found
        for throws, chance in self._by.higher[limit].items():
            above = chance[top, top + 1 :]
            if worth.shape[1] == 1:
                found = found + (above.sum(axis=0) @ worth[0, 0, :, 0])[None]
            else:
                there = worth[throws - 1, top + 1 - self._reach.highest :, :, lows]
                each = above @ there.reshape(len(above), self._totals, -1)
                mean = each.sum(axis=0).reshape(self._totals, -1, worth.shape[-1])
                found = found + mean.transpose(1, 0, 2)
        return found


def at(worth: Floats, limit: int, highest: int) -> Floats:
    """[total, lowest, counted]; what no longer depends on the combinations has axes of length 1."""
    found: Floats = worth[min(limit, len(worth)) - 1, min(highest, worth.shape[1] - 1)]
    return found


def _counted(*parts: Floats | None) -> int:
    return max((part.shape[-1] for part in parts if part is not None), default=0)
