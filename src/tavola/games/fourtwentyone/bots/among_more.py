"""421 among three or more, quickly: the figures of analysis/more, for all combinations at once.

The worth of the end of a go depends on its combination. Where all have thrown, it depends only on which of
them that one beats; where others are still to come, the 56 combinations go through the same few matrix
products together.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats, Ints
from tavola.games.fourtwentyone.analysis.more.approximation import More, SeatedTurn
from tavola.games.fourtwentyone.analysis.policy import Policy
from tavola.games.fourtwentyone.analysis.two.solved import Solved
from tavola.games.fourtwentyone.chances import Chances
from tavola.games.fourtwentyone.state import MAX_THROWS

Answered = dict[int, Floats]  # answered[throws allowed]


class Facing(NamedTuple):
    """array[dice, total after, before]: the chance of an answer lower than these dice, level with them,
    higher."""

    lower: Floats
    equal: Floats
    higher: Floats


class QuickPolicy(Policy):
    def __init__(self, found: Solved) -> None:
        super().__init__(found)
        self._more = QuickMore(found)


class QuickWork(Dicework):
    """Choosing and counting over arrays for one split of the tokens, without a loop over combinations."""

    def __init__(self, c: Chances, cap: int) -> None:
        super().__init__(c, cap)
        longest = max(map(len, c.keeps_of))
        # Padded with the first keep, which changes nothing.
        self._padded = np.array([[*keeps, *keeps[:1] * (longest - len(keeps))] for keeps in c.keeps_of])
        self._each = np.arange(self.n)[:, None]

    def land(self, worth: Floats, totals: Ints) -> Floats:
        if worth.ndim != 3:
            return super().land(worth, totals)
        landed: Floats = worth[self._each, totals]
        return landed

    def least(self, kept: Floats) -> Floats:
        found: Floats = kept[self._padded].min(axis=1)
        return found


class QuickMore(More):
    @cached_property
    def work(self) -> Dicework:
        return QuickWork(self.found.chances, len(self.found.loss))

    @cached_property
    def _below(self) -> Answered:
        """array[dice, target, total after, before]: the chance of an answer lower than these dice."""
        found = {}
        for limit in range(1, MAX_THROWS + 1):
            answers = self.answers[limit]
            found[limit] = np.concatenate([np.zeros((1, *answers.shape[1:])), np.cumsum(answers, axis=0)])
        return found

    @cached_property
    def _own(self) -> dict[int, Facing]:
        """By throws allowed: the answers to each combination when it is the best so far."""
        each = np.arange(self.work.n)
        found = {}
        for limit, below in self._below.items():
            lower, equal = below[each, each], self.answers[limit][each, each]
            found[limit] = Facing(lower, equal, below[-1] - lower - equal)
        return found

    def _facing(self, limit: int, best: int) -> Facing:
        """The same for every combination, when that is the best so far."""
        below = self._below[limit][:, best]
        return Facing(below[:-1], self.answers[limit][:, best], below[-1] - below[1:])

    @cached_property
    def _up_to(self) -> Answered:
        """array[dice, target]: the chance of an answer below these dice, over all totals."""
        return {limit: below.sum(axis=2).mean(axis=2) for limit, below in self._below.items()}

    # ---- all have thrown ----

    def last_finals(self, at: SeatedTurn) -> Floats:
        known: dict[tuple[int, ...], Floats] = {}
        found = np.empty((self.work.n, self.work.totals))
        for dice in range(self.work.n):
            beats = tuple((dice > shown) - (dice < shown) for shown, _ in at.before)
            if beats not in known:
                known[beats] = self._judged(at, dice)
            found[dice] = known[beats]
        return found

    # ---- others are to come ----

    def _finals_of(self, at: SeatedTurn, limit: int, throws: int) -> Floats:
        if not at.behind:
            return self.last_finals(at)
        same = self.worth.table(at.players, False)[at.tokens]
        found = np.full((self.work.n, self.work.totals), same)
        won = self._paid(at, False, True, at.tokens)[None] - same
        own, shown = self._own[throws], [dice for dice, _ in at.before]
        if not shown:
            lost = self._lost_to_one_behind(at)[None] - same
            found += self._drawn_by(won, own.lower, own.equal, at, 0, 1)
            found += self._drawn_by(lost, own.higher, own.equal, at, 0, -1)
            return found
        best, lowest, facing = max(shown), min(shown), self._facing(limit, max(shown))
        lost = self._all_lost(at, best, lowest + 1, limit) - same
        for dice, of, tied in (
            (slice(best + 1, None), own, 0),
            (slice(best, best + 1), facing, shown.count(best)),
        ):
            found[dice] += self._drawn_by(won, of.lower[dice], of.equal[dice], at, tied, 1)
        for dice, tied in ((slice(lowest), 0), (slice(lowest, lowest + 1), shown.count(lowest))):
            found[dice] += self._drawn_by(lost[dice], facing.higher[dice], facing.equal[dice], at, tied, -1)
        return found

    def _drawn_by(
        self, worth: Floats, safe: Floats, equal: Floats, at: SeatedTurn, tied: int, sign: int
    ) -> Floats:
        """array[dice, total now]: worth[dice, total then] times the chance to be the highest (lowest).

        Backwards from the rampo of all who are level, one player behind at a time.
        """
        behind = len(at.behind)
        level = np.stack([worth @ self._rampo(1 + tied + k, sign) for k in range(behind + 1)], axis=1)
        for _ in range(behind):
            level = level[:, :-1] @ safe + level[:, 1:] @ equal
        found: Floats = level[:, 0]
        return found

    def _rampo(self, players: int, sign: int) -> Floats:
        """array[total after, before]: the chance that a given one of so many players wins (loses) the rampo
        at that total."""
        if (players, sign) not in self._rampo_steps:
            adds, step = self.rampos.added(players, sign), np.zeros((self.work.totals, self.work.totals))
            for before in range(self.work.totals):
                np.add.at(step[:, before], np.minimum(before + np.arange(len(adds)), self.work.cap), adds)
            self._rampo_steps[players, sign] = step / players
        return self._rampo_steps[players, sign]

    @cached_property
    def _rampo_steps(self) -> dict[tuple[int, int], Floats]:
        return {}

    def _all_lost(self, at: SeatedTurn, best: int, dice: int, limit: int) -> Floats:
        """array[dice, total]: the turn is lost with one of the `dice` lowest combinations: to the best so
        far, or, if that is beaten, to a player behind."""
        up_to = self._up_to[limit][:, best]
        over = up_to[1 : dice + 1]  # lower than these, or these themselves
        higher = up_to[-1] - over
        with np.errstate(divide="ignore", invalid="ignore"):
            stands = np.where(higher > 0, ((up_to[best + 1] - over) / higher) ** len(at.behind), 0.0)
        stands[best:] = 0.0  # no combination so far is above the best itself
        held = [self._paid(at, True, False, tokens) for shown, tokens in at.before if shown == best]
        found: Floats = stands[:, None] * np.mean(held, axis=0) + (1 - stands)[
            :, None
        ] * self._lost_to_one_behind(at)
        return found

    def _lost_to_one_behind(self, at: SeatedTurn) -> Floats:
        lost = {tokens: self._paid(at, True, False, tokens) for tokens in set(at.behind)}
        found: Floats = np.mean([lost[tokens] for tokens in at.behind], axis=0)
        return found
