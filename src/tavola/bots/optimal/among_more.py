"""421 among three or more, quickly: the same figures as odds' `more`, for all combinations at once.

What the end of a go is worth depends on the combination it ends with. Where all have thrown it depends on no
more than what that beats; where others are still to come, the 56 combinations are carried through the same
few products together.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from tavola.games.fourtwentyone.state import MAX_THROWS
from tavola.odds.fourtwentyone.chances import Chances
from tavola.odds.fourtwentyone.dicework import Dicework, Floats, Ints, Places
from tavola.odds.fourtwentyone.more import More, Seated
from tavola.odds.fourtwentyone.policy import Policy
from tavola.odds.fourtwentyone.solved import Solved

Answered = dict[int, Floats]  # by throws allowed


class QuickPolicy(Policy):
    def __init__(self, found: Solved) -> None:
        super().__init__(found)
        self._more = QuickMore(found)


class QuickWork(Dicework):
    """Choosing and counting over arrays of one split of the tokens, without a loop over combinations."""

    def __init__(self, c: Chances, cap: int) -> None:
        super().__init__(c, cap)
        longest = max(map(len, c.keeps_of))
        # Of equals the first is taken: so filling up with the first changes nothing.
        self._padded = np.array([[*keeps, *keeps[:1] * (longest - len(keeps))] for keeps in c.keeps_of])
        self._each = np.arange(self.n)[:, None]

    def land(self, worth: Floats, totals: Ints) -> Floats:
        if worth.ndim != 3:
            return super().land(worth, totals)
        landed: Floats = worth[self._each, totals]
        return landed

    def best(self, kept: Floats, sign: int) -> tuple[Floats, Places]:
        every = kept[self._padded]
        first = np.argmax(sign * every, axis=1)[:, None]
        worth: Floats = np.take_along_axis(every, first, axis=1)[:, 0]
        places = np.expand_dims(self._padded, tuple(range(2, every.ndim)))
        choice = np.take_along_axis(np.broadcast_to(places, every.shape), first, axis=1)[:, 0]
        return worth, choice.astype(np.int8)


class QuickMore(More):
    @cached_property
    def work(self) -> Dicework:
        return QuickWork(self.found.chances, len(self.found.loss))

    @cached_property
    def _below(self) -> Answered:
        """[dice, target, total after, before]: the chance of an answer lower than these dice."""
        found = {}
        for limit in range(1, MAX_THROWS + 1):
            answers = self.answers[limit]
            found[limit] = np.concatenate([np.zeros((1, *answers.shape[1:])), np.cumsum(answers, axis=0)])
        return found

    @cached_property
    def _chances(self) -> Answered:
        """[dice, target]: the chance of an answer, over all totals."""
        return {limit: self.answers[limit].sum(axis=2).mean(axis=2) for limit in range(1, MAX_THROWS + 1)}

    # ---- all have thrown ----

    def last_finals(self, at: Seated) -> Floats:
        known: dict[tuple[int, ...], Floats] = {}
        found = np.empty((self.work.n, self.work.totals))
        for dice in range(self.work.n):
            beats = tuple((dice > shown) - (dice < shown) for shown, _ in at.before)
            if beats not in known:
                known[beats] = self._judged(at, dice)
            found[dice] = known[beats]
        return found

    # ---- others are to come ----

    def _finals_of(self, at: Seated, limit: int, throws: int) -> Floats:
        if not at.behind:
            return self.last_finals(at)
        shown = [dice for dice, _ in at.before]
        best = max(shown, default=-1)
        same = self.worth.table(at.players, False)[at.tokens]
        found = np.full((self.work.n, self.work.totals), same)
        below, above = np.arange(best + 1), np.arange(best + 1, self.work.n)
        for dice, targets, allowed in ((below, np.full_like(below, best), limit), (above, above, throws)):
            if not len(dice):
                continue
            self._add_wins(found, at, dice, targets, allowed, same)
            self._add_losses(found, at, dice, targets, allowed, same)
        return found

    def _add_wins(self, found: Floats, at: Seated, dice: Any, targets: Any, limit: int, same: float) -> None:
        """For those combinations that are the best so far."""
        chosen = dice == targets
        dice, targets = dice[chosen], targets[chosen]
        if len(dice):
            won = self._paid(at, False, True, at.tokens) - same
            worth = np.broadcast_to(won, (len(dice), len(won)))
            found[dice] += self._all_drawn(
                worth, self._below[limit][dice, targets], at, dice, targets, limit, 1
            )

    def _add_losses(
        self, found: Floats, at: Seated, dice: Any, targets: Any, limit: int, same: float
    ) -> None:
        """For those that are the lowest so far."""
        lowest = min((shown for shown, _ in at.before), default=self.work.n)
        chosen = dice <= lowest
        dice, targets = dice[chosen], targets[chosen]
        if len(dice):
            below = self._below[limit]
            safe = below[-1, targets] - below[dice + 1, targets]
            worth = self._all_lost(at, dice, targets, limit) - same
            found[dice] += self._all_drawn(worth, safe, at, dice, targets, limit, -1)

    def _all_drawn(
        self, worth: Floats, safe: Floats, at: Seated, dice: Any, targets: Any, limit: int, sign: int
    ) -> Floats:
        """[dice, total now]: worth[dice, total then] as likely as one is the highest (lowest).

        Backwards from the rampo of all who are level, player by player behind.
        """
        equal = self.answers[limit][dice, targets]
        shown = [each for each, _ in at.before]
        tied = np.array([shown.count(each) for each in dice.tolist()])
        behind = len(at.behind)
        level = np.stack([self._rampo(worth, 1 + tied + k, sign) for k in range(behind + 1)], axis=1)
        for _ in range(behind):
            level = level[:, :-1] @ safe + level[:, 1:] @ equal
        found: Floats = level[:, 0]
        return found

    def _rampo(self, worth: Floats, players: Any, sign: int) -> Floats:
        """[dice, total before it]: a rampo of so many players, each as likely to come out of it so."""
        totals = np.arange(self.work.totals)
        found = np.empty_like(worth)
        for number in set(players.tolist()):
            adds, chosen = self.rampos.added(number, sign), players == number
            then = np.minimum(totals[:, None] + np.arange(len(adds)), self.work.cap)
            found[chosen] = worth[chosen][:, then] @ adds / number
        return found

    def _all_lost(self, at: Seated, dice: Any, targets: Any, limit: int) -> Floats:
        """[dice, total]: a lost turn, by who may have won it: the best so far, or if beaten one behind."""
        chance = np.concatenate([np.zeros((1, self.work.n)), np.cumsum(self._chances[limit], axis=0)])
        higher = chance[-1, targets] - chance[dice + 1, targets]
        below_best = chance[targets + 1, targets] - chance[dice + 1, targets]
        best = max((shown for shown, _ in at.before), default=-1)
        holders = [tokens for shown, tokens in at.before if shown == best]
        stands = np.zeros(len(dice))
        possible = (targets > dice) & (targets == best) & (higher > 0)
        stands[possible] = (below_best[possible] / higher[possible]) ** len(at.behind)
        lost = {tokens: self._paid(at, True, False, tokens) for tokens in {*holders, *at.behind}}
        behind = np.mean([lost[tokens] for tokens in at.behind], axis=0)
        if not holders:
            return np.broadcast_to(behind, (len(dice), len(behind))).copy()
        kept = np.mean([lost[tokens] for tokens in holders], axis=0)
        found: Floats = stands[:, None] * kept + (1 - stands)[:, None] * behind
        return found
