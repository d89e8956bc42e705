"""A turn of the unload among three or more, in the middle of a go, all playing by the book from there.

The worth of the end of the go comes from the players behind (analysis/more/rest_of_turn.py), the rest of the
go from the book. Both serve for every throw and every decision of the go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from tavola.analysis.machine import one_core_each
from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats
from tavola.games.fourtwentyone.analysis.more.answers import even_plan
from tavola.games.fourtwentyone.analysis.more.book import OtherGo, first_go, other_go
from tavola.games.fourtwentyone.analysis.more.rest_of_turn import Ahead, Answered, Behind, TurnReach, answered
from tavola.games.fourtwentyone.analysis.more.sets import Among, most_paid
from tavola.games.fourtwentyone.chances import PAYABLE, open_total
from tavola.games.fourtwentyone.state import MAX_THROWS, State, Tokens
from tavola.pieces.seats import has

# ---- what the end of a go is worth, for every combination it may end with ----
#
# The lowest combination of the turn is that of the players before, the player's own, or lower; the player's
# own is among the lowest, between, among the highest, or above all.


Group = tuple[int, ...]  # players, numbered as they play


class Closing:
    """`worths` is array[loser, winner, total, seat]: the worth of the end of the turn."""

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
        """ends[throws][dice, total, seat], for the total at its start and all above."""
        found = np.zeros((self._limit, self._work.n, self._work.totals, self._worths.shape[-1]))
        with one_core_each():
            for lowest in range(self._low + 1):
                self._add(found[:, :, self._total :], lowest, self._behind.ahead(lowest))
        return {throws: found[throws - 1] for throws in range(1, self._limit + 1)}

    def _add(self, found: Floats, lowest: int, ahead: Ahead) -> None:
        """Adds to found[throws, dice, total, seat] the part in which this combination is the lowest at the
        end."""
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
        # Only a strictly highest combination limits the others to the throws it took.
        above = apart[len(there)][:, top + 1 :, :, 0]
        found[:, high + 1 :] += self._told(above, there, me)

    def _told(self, chance: Floats, lows: Group, highs: Group) -> Floats:
        """array[..., total, seat] from the chances [..., total, loser, winner, total at the end]."""
        return np.asarray(np.tensordot(chance, self._of_groups(lows, highs), axes=3))

    def _worth_of(self, lows: Group, highs: Group) -> Floats:
        """array[loser, winner, total, seat], numbered as in rest_of_turn: one of the group, then the last
        player first."""
        both = np.einsum("lp,wq,pqts->lwts", self._named(lows), self._named(highs), self._worths)
        return np.asarray(both)

    def _named(self, group: Group) -> Floats:
        behind = range(self._players - 1, self._me, -1)
        rows = [group, *((player,) for player in behind)]
        return np.array([[float(player in row) for player in range(self._players)] for row in rows])


REMEMBERED = 24  # goes kept, half a megabyte each
ANSWERED = 2  # tables of answers kept, fifty megabytes each


class Before(NamedTuple):
    """What a go depends on: the tokens, the order of play, and what the players before have shown."""

    tokens: Tokens
    order: tuple[int, ...]  # seats, from the first of the turn on
    shown: tuple[int, ...]  # places of combinations, in that order
    limit: int


class FirstGo(NamedTuple):
    """By throws: the worth of the end of the first player's go, and of throwing again."""

    ends: dict[int, Floats]
    again: dict[int, Floats]


class KeptGo(NamedTuple):
    """The go of another player, for that total and all above it."""

    total: int
    go: OtherGo


class Goes:
    """The worth of a state in such a go; `ends` gives the worth of a turn's end, by loser and winner."""

    def __init__(
        self,
        known: Among,
        place: dict[int, int],
        ends: Callable[[Tokens, int], dict[tuple[int, int], Floats]],
    ) -> None:
        self._known, self._place, self._ends = known, place, ends
        self._keep = {dice: n for n, dice in enumerate(known.found.chances.keeps)}
        self._first = lru_cache(maxsize=REMEMBERED)(self._first_of)
        self._answered = lru_cache(maxsize=ANSWERED)(partial(answered, known.found))
        self._others: dict[Before, KeptGo] = {}

    def worth(self, s: State) -> Floats:
        """array[seat], dice being in hand."""
        before, go = self._before(s), s.go
        total, kept = open_total(self._known.found.options.variant, s), self._keep[go.kept]
        if not before.shown:
            again = self._first(before).again[go.throws]
            return np.asarray(again[kept, min(total, again.shape[1] - 1)])
        hit, on = self._other(before, total)
        dice = (hit if go.hit else on)[go.throws + 1]
        return np.asarray(dice[kept, min(total, dice.shape[1] - 1)])

    def first_is_done(self, s: State) -> bool:
        """Is the first player's go over, and has the second neither thrown nor decided anything?"""
        now, silent = s.round, s.go.in_hand == 0 or s.turn.limit == 1
        return silent and s.go.throws == 0 and now.waiting == now.members & ~(1 << s.turn.first)

    def after_first(self, s: State) -> Floats:
        """array[seat] in that case: known from the first player's go, without working out those behind."""
        before = self._before(s)
        ends = self._first(before._replace(shown=(), limit=MAX_THROWS)).ends[before.limit]
        return np.asarray(ends[before.shown[0], min(s.turn.total, ends.shape[1] - 1)])

    def _before(self, s: State) -> Before:
        turns = ((s.turn.first + k) % s.seats for k in range(s.seats))
        order = tuple(seat for seat in turns if has(s.round.members, seat))
        shown = tuple(self._place[s.round.shown[seat]] for seat in order if not has(s.round.waiting, seat))
        return Before(s.tokens, order, shown, s.turn.limit)

    def _worths(self, before: Before, totals: int) -> Floats:
        """array[loser, winner, total, seat], loser and winner numbered in playing order."""
        number = {seat: n for n, seat in enumerate(before.order)}
        pairs = self._ends(before.tokens, 0)
        seats = next(iter(pairs.values())).shape[-1]
        found = np.zeros((len(number), len(number), totals, seats))
        for (loser, winner), worth in pairs.items():
            found[number[loser], number[winner]] = worth[:totals]
        return found

    # ---- the first of the turn ----

    def _first_of(self, before: Before) -> FirstGo:
        players = len(before.order)
        chance, totals = self._known.turns(players).first, most_paid(players) + 1
        ends = np.tensordot(chance, self._worths(before, totals), axes=3)
        by_throws = {throws: ends[throws - 1] for throws in range(1, MAX_THROWS + 1)}
        w, book = Dicework(self._known.found.chances, totals - 1), even_plan(self._known.found.plan, totals)
        return FirstGo(by_throws, first_go(w, book, by_throws))

    # ---- the others ----

    def _other(self, before: Before, total: int) -> OtherGo:
        """Worked out at the beginning of the go, for all of its throws."""
        kept = self._others.get(before)
        if kept is None or kept.total > total:
            if len(self._others) == REMEMBERED:
                self._others.pop(next(iter(self._others)))
            kept = self._others[before] = KeptGo(total, self._other_of(before, total))
        return kept.go

    def _other_of(self, before: Before, total: int) -> OtherGo:
        by = self._answered(max(PAYABLE, *(before.tokens.held[seat] for seat in before.order)))
        worths = self._worths(before, by.work.totals)
        ends = Closing(by, worths, before.shown, before.limit, total).ends()
        book = even_plan(self._known.found.plan, by.work.totals)
        return other_go(by.work, book, max(before.shown), before.limit, ends)
