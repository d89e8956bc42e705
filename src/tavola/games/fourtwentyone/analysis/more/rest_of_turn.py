"""The rest of a turn of the unload, when all who have yet to throw play by the book.

The turn is split by its lowest combination at the end. Given that one, this much matters of the players who
have had their go: how many show it, what the highest is and how many show that, how many throws it left to
the others, and the total. Who they are does not matter: each of those who are lowest at the end is equally
likely to lose the rampo. So one loser and one winner are followed: each is one of the group, or a player who
has yet to throw and then has to get into it.

The next player shows the lowest, something between, the highest, or more than that. So it is worked out
backwards from the end of the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import NamedTuple

from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats, Ints
from tavola.games.fourtwentyone.analysis.more.answers import AnswerChances
from tavola.games.fourtwentyone.analysis.rampos import Rampos
from tavola.games.fourtwentyone.analysis.two.solved import Solved
from tavola.games.fourtwentyone.state import MAX_THROWS

OF_THE_GROUP = 0  # index on the axes of loser and winner; then those yet to throw, the last one first


ByThrows = Callable[[int], Mapping[int, Floats]]  # see Answers.by_throws


class Answered:
    """How the next player answers the highest so far, by the book; the last two axes are totals before and
    after.

    level[throws allowed - 1, highest, answer]; below: the same summed over all lower answers;
    higher[highest][throws allowed, throws it took][total, answer, total then]: for answers above it alone.
    """

    def __init__(self, w: Dicework, by_throws: ByThrows) -> None:
        self.work, self.rampos = w, Rampos(w)
        self.higher: list[dict[tuple[int, int], Floats]] = [{} for _ in range(w.n)]
        self.level = np.zeros((MAX_THROWS, w.n, w.n, w.totals, w.totals))
        for limit in range(1, MAX_THROWS + 1):
            for throws, part in by_throws(limit).items():
                chance = part.transpose(1, 0, 3, 2)
                self.level[limit - 1] += chance
                for top in range(w.n):
                    if (above := chance[top, top + 1 :]).any():
                        self.higher[top][limit, throws] = above.transpose(1, 0, 2)
        self.below = np.zeros((MAX_THROWS, w.n, w.n + 1, w.totals, w.totals))
        np.cumsum(self.level, axis=2, out=self.below[:, :, 1:])


def answered(found: Solved, most: int) -> Answered:
    """For totals up to `most`, the most that can be paid."""
    w = Dicework(found.chances, most)
    return Answered(w, AnswerChances(w, found.plan).by_throws)


class TurnReach(NamedTuple):
    """How far the turn has come: bounds on what is still possible."""

    players: int
    done: int  # players who have had their go
    low: int  # at most so many of them show the lowest
    high: int  # at most so many the highest
    top: int  # the highest is this combination or above
    limit: int = MAX_THROWS  # at most so many throws allowed
    total: int = 0  # at least so much


class Ahead(NamedTuple):
    """The chances of every end of the turn, if a certain combination is its lowest.

    `apart`, for a highest above the lowest: a list by how many show the lowest so far, each [throws allowed -
    1, highest, total, how many show it - 1, loser, winner, total at the end]; the axes of highest and total
    begin at the bounds of TurnReach.

    `level`, for all showing the lowest: [throws allowed - 1, total, loser, winner, total at the end]; None
    where that is impossible.
    """

    apart: list[Floats]
    level: Floats | None


class Behind:
    def __init__(self, by: Answered, reach: TurnReach) -> None:
        self._by, self._reach = by, reach
        self._totals = slice(reach.total, None)
        self._n_totals = by.work.totals - reach.total
        self._level = by.level[: reach.limit, ..., self._totals, self._totals]
        self._below = by.below[: reach.limit, ..., self._totals, self._totals]
        self._higher = [self._within(parts) for parts in by.higher]

    def _within(self, higher: dict[tuple[int, int], Floats]) -> dict[tuple[int, int], Floats]:
        """The parts within reach, contiguous for one product over the answer and the total."""
        parts = {key: part[self._totals, :, self._totals] for key, part in higher.items()}
        return {key: np.ascontiguousarray(p) for key, p in parts.items() if key[0] <= self._reach.limit}

    def ahead(self, lowest: int) -> Ahead:
        found = self._ended(self._may_be_level(lowest))
        for done in reversed(range(self._reach.done, self._reach.players)):
            found = self._one_before(found, lowest, done)
        if self._reach.done == self._reach.players:
            found = self._whatever_it_was(found, lowest)
        found.apart[0][..., OF_THE_GROUP, :, :] = 0  # nobody shows the lowest yet
        if found.level is not None and self._reach.done == 1:
            found.level[..., OF_THE_GROUP, OF_THE_GROUP, :] = 0  # one player alone can't be both
        return found

    def _may_be_level(self, lowest: int) -> bool:
        return self._reach.low == self._reach.done and self._reach.top <= lowest

    def first_top(self, lowest: int) -> int:
        """The combination at which the axis of the highest begins."""
        return max(self._reach.top, lowest + 1)

    def _counts(self, done: int) -> list[int]:
        """For each number of players that may show the lowest, how many may show the highest."""
        more = done - self._reach.done
        lows = min(self._reach.low + more, done - 1)
        return [min(self._reach.high + more, done - low) for low in range(lows + 1)]

    # ---- the end of the turn ----

    def _ended(self, may_be_level: bool) -> Ahead:
        """All have thrown: only how many are lowest and highest matters now."""
        players = self._reach.players
        apart = []
        for low, highs in enumerate(self._counts(players)):
            parts = [self._settled(low, high) for high in range(1, highs + 1)]
            apart.append(np.stack(parts, axis=1)[None, None, :, :, None, None, :])
        if not may_be_level:
            return Ahead(apart, None)
        level = self._settled(players, players - 1)  # the loser takes no part in the other rampo
        return Ahead(apart, level[None, :, None, None, :])

    def _whatever_it_was(self, ended: Ahead, lowest: int) -> Ahead:
        """The same, repeated for all combinations and throws allowed."""
        limit, tops = self._reach.limit, self._by.work.n - self.first_top(lowest)
        apart = [part.repeat(limit, axis=0).repeat(tops, axis=1) for part in ended.apart]
        return Ahead(apart, None if ended.level is None else ended.level.repeat(limit, axis=0))

    def _settled(self, lows: int, highs: int) -> Floats:
        """[total, total at the end]: the chance that a given one of the lowest loses and a given one of the
        highest wins."""
        if lows == 0:
            return np.zeros((self._n_totals, self._n_totals))
        moved = self._by.rampos.decided(np.eye(self._by.work.totals), lows, highs)
        return moved[self._totals, self._totals]

    # ---- one step back: another player has yet to throw ----

    def _one_before(self, then: Ahead, lowest: int, done: int) -> Ahead:
        over = done + 1 == self._reach.players
        counts = enumerate(self._counts(done))
        apart = [self._apart(then.apart, lowest, low, highs, over) for low, highs in counts]
        if then.level is None:
            return Ahead(apart, None)
        return Ahead(apart, self._all_level(then.level, then.apart[done], lowest, over))

    def _apart(self, then: list[Floats], lowest: int, low: int, highs: int, over: bool) -> Floats:
        tops = np.arange(self.first_top(lowest), self._by.work.n)
        shows_lowest = self._then(self._level[:, tops, lowest], then[low + 1][:, :, :, :highs])
        between = self._below[:, tops, tops] - self._below[:, tops, lowest + 1]
        stays = self._then(between, then[low][:, :, :, :highs])
        shows_highest = self._then(self._level[:, tops, tops], then[low][:, :, :, 1 : highs + 1])
        beaten = self._beaten(then[low], tops, over)[:, :, :, None]
        return _named(shows_lowest + stays + shows_highest, shows_lowest, shows_highest, beaten)

    def _all_level(self, then: Floats, apart: Floats, lowest: int, over: bool) -> Floats:
        again = self._then(self._level[:, lowest, lowest], then)
        beaten = self._beaten(apart, np.array([lowest]), over)[:, 0]
        return _named(again, again, again, beaten)

    def _then(self, chance: Floats, worth: Floats) -> Floats:
        """The mean over the next total: chance[..., total, next total] times worth[..., next total, ...]."""
        axes = chance.ndim - 1
        flat = chance @ worth.reshape(*worth.shape[:axes], prod(worth.shape[axes:]))
        return np.asarray(flat.reshape(*chance.shape[:axes], *worth.shape[axes:]))

    def _beaten(self, then: Floats, tops: Ints, over: bool) -> Floats:
        """[throws allowed, highest, total, ...]: the player beats one of `tops` and is alone the highest; the
        others then get the throws it took. If the turn is over with it, only the total matters."""
        worth = np.ascontiguousarray(then[:, :, :, 0])
        shape = (self._reach.limit, len(tops), self._n_totals)
        found = np.zeros((*shape, prod(worth.shape[3:])))
        for place, top in enumerate(tops):
            for (limit, throws), chance in self._higher[top].items():
                if over:
                    found[limit - 1, place] += chance.sum(axis=1) @ worth[0, 0].reshape(self._n_totals, -1)
                else:
                    there = worth[throws - 1, -chance.shape[1] :].reshape(chance[0].size, -1)
                    found[limit - 1, place] += chance.reshape(self._n_totals, -1) @ there
        return found.reshape(*shape, *worth.shape[3:])


def _named(stays: Floats, low: Floats, high: Floats, beaten: Floats) -> Floats:
    """Array [..., loser, winner, total]. The player who throws is the last candidate for either.

    `stays`: loser and winner are among the others, and the player shows no more than the highest. With the
    lowest (`low`) or the highest (`high`) the player joins that group. After `beaten` the player alone is the
    highest.
    """
    others = stays.shape[-2]
    found = np.zeros((*stays.shape[:-3], others + 1, others + 1, stays.shape[-1]))
    found[..., :others, :others, :] = stays
    found[..., others, :others, :] += low[..., OF_THE_GROUP, :, :]
    found[..., :others, others, :] += high[..., :, OF_THE_GROUP, :]
    found[..., :others, 1:others, :] += beaten[..., :, 1:, :]
    found[..., :others, others, :] += beaten[..., :, OF_THE_GROUP, :]
    return found
