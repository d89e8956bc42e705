"""Three or more players: the last of a turn exactly, those before by a stated approximation.

The aim is the chance to lose the set, as worth.py estimates it. Given that estimate, the last player's choice
is exact: all the other combinations are known, and every rampo is worked out. A player with others behind
expects each of these to answer the best combination shown at the end of the player's own go, as the solved
second player of an even set would (answers.py), whatever the others behind do meanwhile. The player's own
dice, the total and the possible rampos are worked out exactly in either case.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats
from tavola.games.fourtwentyone.analysis.more.answers import AnswerChances
from tavola.games.fourtwentyone.analysis.more.worth import SetWorth
from tavola.games.fourtwentyone.analysis.rampos import Rampos
from tavola.games.fourtwentyone.analysis.two.solved import Solved
from tavola.games.fourtwentyone.chances import NOTHING, open_total
from tavola.games.fourtwentyone.moves import Move, Stop, Throw
from tavola.games.fourtwentyone.state import MAX_THROWS, State
from tavola.pieces.seats import has

REMEMBERED = 2000  # positions kept, of 10 kB each


@dataclass(frozen=True)
class SeatedTurn:
    """A turn as the deciding player sees it."""

    tokens: int  # the deciding player's
    before: tuple[tuple[int, int], ...]  # each player who has had a go: index of the combination, tokens
    behind: tuple[int, ...]  # tokens of each player who has not

    @property
    def players(self) -> int:
        return 1 + len(self.before) + len(self.behind)


def seated(s: State, place: dict[int, int]) -> SeatedTurn:
    me, held = s.go.seat, s.tokens.held
    done = s.round.members & ~s.round.waiting
    later = s.round.waiting & ~(1 << me)
    before = tuple((place[s.round.shown[k]], held[k]) for k in range(s.seats) if has(done, k))
    return SeatedTurn(held[me], before, tuple(held[k] for k in range(s.seats) if has(later, k)))


class More:
    """Decisions among three or more; the costly parts are made when first needed."""

    def __init__(self, found: Solved, worth: SetWorth | None = None) -> None:
        self.found, self.worth = found, worth or SetWorth(found.loss)
        self._place = {dice: n for n, dice in enumerate(found.chances.combos)}
        self._finals: dict[tuple[SeatedTurn, int, int], Floats] = {}

    @cached_property
    def work(self) -> Dicework:
        return self.found.work()

    @cached_property
    def rampos(self) -> Rampos:
        return Rampos(self.work)

    @cached_property
    def answers(self) -> AnswerChances:
        return AnswerChances(self.work, self.found.plan)

    # ---- what the end of the player's go is worth: [dice, total] ----

    def finals(self, at: SeatedTurn, limit: int, throws: int) -> Floats:
        """The go ends after so many throws; `limit` is what the others have if it does not set a lower
        one."""
        key = at, limit, throws
        if key not in self._finals:
            if len(self._finals) > REMEMBERED:
                self._finals.clear()
            self._finals[key] = self._finals_of(at, limit, throws)
        return self._finals[key]

    def _finals_of(self, at: SeatedTurn, limit: int, throws: int) -> Floats:
        if not at.behind:
            return self.last_finals(at)
        found = np.empty((self.work.n, self.work.totals))
        best = max((dice for dice, _ in at.before), default=-1)
        for dice in range(self.work.n):
            found[dice] = self.early_final(at, dice, throws if dice > best else limit)
        return found

    def last_finals(self, at: SeatedTurn) -> Floats:
        """All have thrown: exact but for the worth of the next turn."""
        return np.array([self._judged(at, dice) for dice in range(self.work.n)])

    def _judged(self, at: SeatedTurn, dice: int) -> Floats:
        """[total]: the mean over who is lowest and who highest; the player is number 0."""
        shown = [(dice, at.tokens), *at.before]
        lows = [k for k, (d, _) in enumerate(shown) if d == min(shown)[0]]
        highs = [k for k, (d, _) in enumerate(shown) if d == max(shown)[0]]
        found = np.zeros(self.work.totals)
        for low in lows:
            rest = [k for k in highs if k != low]
            adds = self.rampos.together(self.rampos.added(len(lows), -1), self.rampos.added(len(rest), 1))
            for high in rest:
                paid = self._paid(at, low == 0, high == 0, shown[high][1])
                found += self.rampos.later(paid, adds) / len(lows) / len(rest)
        return found

    def _paid(self, at: SeatedTurn, lost: bool, won: bool, winner: int) -> Floats:
        """[total]: what the next turn is worth to the player; the winner of this one held `winner` tokens."""
        paid = np.minimum(np.arange(self.work.totals), winner)
        mine = at.tokens + paid * (int(lost) - int(won))
        going_on: Floats = self.worth.table(at.players, lost)[mine]
        if at.players == 2:
            return going_on
        left: Floats = self.worth.table(at.players - 1, lost)[mine]
        return np.where(paid == winner, left, going_on)

    def early_final(self, at: SeatedTurn, dice: int, limit: int) -> Floats:
        """[total]: others are still to come; each is expected to answer the best combination shown."""
        shown = [d for d, _ in at.before]
        best, tied = max([dice, *shown]), shown.count(dice)
        answer = self.answers[limit][:, best]
        equal, same = answer[dice], self.worth.table(at.players, False)[at.tokens]
        found = np.full(self.work.totals, same)
        if dice == best:
            won = self._paid(at, False, True, at.tokens) - same
            found += self._drawn(won, equal, answer[:dice].sum(axis=0), len(at.behind), tied, 1)
        if dice == min([dice, *shown]):
            lost = self._lost_to(at, dice, best, answer.sum(axis=1).mean(axis=1)) - same
            found += self._drawn(lost, equal, answer[dice + 1 :].sum(axis=0), len(at.behind), tied, -1)
        return found

    def _drawn(self, worth: Floats, equal: Floats, safe: Floats, behind: int, tied: int, sign: int) -> Floats:
        """worth[total] times the chance that the player is the highest (lowest), by the total now.

        All behind end on the safe side of the player or level; the level ones play the rampo.
        """
        level = [np.eye(self.work.totals)]  # level[how many are level][total then, total now]
        for _ in range(behind):
            first = [safe @ part for part in level]
            then = [equal @ part for part in level]
            level = [first[0], *(a + b for a, b in zip(first[1:], then, strict=False)), then[-1]]
        found = np.zeros(self.work.totals)
        for k, part in enumerate(level):
            players = 1 + tied + k
            found += self.rampos.later(worth, self.rampos.added(players, sign)) @ part / players
        return found

    def _lost_to(self, at: SeatedTurn, dice: int, best: int, chance: Floats) -> Floats:
        """[total]: a lost turn, by the winner: the best so far unless beaten, else one of those behind."""
        higher = chance[dice + 1 :].sum()
        stands = (chance[dice + 1 : best + 1].sum() / higher) ** len(at.behind) if higher > 0 else 0.0
        holders = [tokens for d, tokens in at.before if d == best]
        stands = stands if holders and best > dice else 0.0
        winners = [(tokens, stands / len(holders)) for tokens in holders]
        winners += [(tokens, (1 - stands) / len(at.behind)) for tokens in at.behind]
        return sum(
            (share * self._paid(at, True, False, tokens) for tokens, share in winners),
            np.zeros(self.work.totals),
        )

    # ---- the go of the player who decides ----

    def values(self, s: State) -> dict[Move, float]:
        """Every move with the estimated chance to lose the set after it."""
        at, made = seated(s, self._place), s.go.throws
        total = open_total(self.found.options.variant, s)
        first = s.go.seat == s.turn.first
        limit = MAX_THROWS if first else s.turn.limit
        kept = self._first_keeps(at, made) if first else self._other_keeps(at, made, limit)
        combo = self._place[s.go.dice] if s.go.dice else None
        keeps = self.found.chances.keeps_of[combo] if combo is not None else (NOTHING,)
        found: dict[Move, float] = {}
        if first and combo is not None:
            stop = self.work.land(self.finals(at, made, made)[..., None], self.work.on_stop)
            found[Stop()] = float(stop[combo, total, 0])
        for hit, worth in kept.items():
            for keep in keeps:
                found[Throw(self.found.chances.keeps[keep], hit)] = float(worth[keep, total, 0])
        return found

    def move(self, s: State) -> Move:
        found = self.values(s)
        return min(found, key=lambda move: found[move])

    def _first_keeps(self, at: SeatedTurn, made: int) -> dict[bool, Floats]:
        """[keep, total, 1] for throwing again after so many throws."""
        w = self.work
        worth = w.land(self.finals(at, MAX_THROWS, MAX_THROWS)[..., None], w.on_stop)
        for throws in reversed(range(made + 1, MAX_THROWS)):
            stop = w.land(self.finals(at, throws, throws)[..., None], w.on_stop)
            worth = np.minimum(w.least(w.throw(worth, w.in_between)), stop)
        return {False: w.throw(worth, w.in_between)}

    def _other_keeps(self, at: SeatedTurn, made: int, limit: int) -> dict[bool, Floats]:
        """[keep, total, 1] for the next throw, without and with hitting the table."""
        w = self.work
        on = w.throw(self.finals(at, limit, limit)[..., None], w.at_last)
        found = {False: on}
        for throws in reversed(range(made + 1, limit)):
            hit = w.throw(self.finals(at, limit, throws)[..., None], w.at_last)
            on = w.throw(w.least(_least(found)), w.in_between)
            found = {False: on, True: hit}
        return found


def _least(found: dict[bool, Floats]) -> Floats:
    least: Floats = np.minimum.reduce(list(found.values()))
    return least
