"""A turn of the unload among three or more, in the middle of a go, all playing by the book from there.

What the end of the go is worth comes from those behind (odds/fourtwentyone/behind.py), what is left of it
from the book. Both serve for every throw and every decision of the go.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np

from tavola.games.fourtwentyone.state import MAX_THROWS, State, Tokens
from tavola.odds.fourtwentyone.among import Among
from tavola.odds.fourtwentyone.behind import Behind, Reach
from tavola.odds.fourtwentyone.book import OtherGo, first_go, other_go
from tavola.odds.fourtwentyone.dicework import Floats
from tavola.odds.fourtwentyone.more import open_total
from tavola.pieces.seats import has

REMEMBERED = 24  # goes, of half a megabyte each


class Before(NamedTuple):
    """What a go depends on: who holds what, who plays when, and what those before have shown."""

    tokens: Tokens
    order: tuple[int, ...]  # seats, from the first of the turn on
    shown: tuple[int, ...]  # places of combinations, in that order
    limit: int


class FirstGo(NamedTuple):
    """By throws: what the end of the go of the first is worth, and what it is to throw again."""

    ends: dict[int, Floats]
    again: dict[int, Floats]


class Goes:
    """What a state in such a go is worth; `ends` says what the end of a turn is, by loser and winner."""

    def __init__(
        self,
        known: Among,
        place: dict[int, int],
        ends: Callable[[Tokens, int], dict[tuple[int, int], Floats]],
    ) -> None:
        self._known, self._place, self._ends = known, place, ends
        self._keep = {dice: n for n, dice in enumerate(known.found.chances.keeps)}
        self._first = lru_cache(maxsize=REMEMBERED)(self._first_of)
        self._other = lru_cache(maxsize=REMEMBERED)(self._other_of)

    def worth(self, s: State) -> Floats:
        """[seat], dice being in hand."""
        before, go = self._before(s), s.go
        total, kept = open_total(self._known.found.options.variant, s), self._keep[go.kept]
        if not before.shown:
            return np.asarray(self._first(before).again[go.throws][kept, total])
        hit, on = self._other(before)
        return np.asarray((hit if go.hit else on)[go.throws + 1][kept, total])

    def first_is_done(self, s: State) -> bool:
        """Has the first closed his go, and the second neither thrown nor said anything?"""
        now, silent = s.round, s.go.in_hand == 0 or s.turn.limit == 1
        return silent and s.go.throws == 0 and now.waiting == now.members & ~(1 << s.turn.first)

    def after_first(self, s: State) -> Floats:
        """[seat] when he is: known from the first's go, before anything behind is worked out."""
        before = self._before(s)
        ends = self._first(before._replace(shown=(), limit=MAX_THROWS)).ends
        return np.asarray(ends[before.limit][before.shown[0], min(s.turn.total, self._known.work.cap)])

    def _before(self, s: State) -> Before:
        turns = ((s.turn.first + k) % s.seats for k in range(s.seats))
        order = tuple(seat for seat in turns if has(s.round.members, seat))
        shown = tuple(self._place[s.round.shown[seat]] for seat in order if not has(s.round.waiting, seat))
        return Before(s.tokens, order, shown, s.turn.limit)

    def _pairs(self, before: Before) -> dict[tuple[int, int], Floats]:
        """What the end of the turn is worth, by loser and winner numbered as they play."""
        number = {seat: n for n, seat in enumerate(before.order)}
        return {(number[a], number[b]): worth for (a, b), worth in self._ends(before.tokens, 0).items()}

    def _first_of(self, before: Before) -> FirstGo:
        pairs, players = self._pairs(before), len(before.order)
        chance = self._known.first[players]
        ends = sum((chance[..., low, high, :] @ worth for (low, high), worth in pairs.items()), np.zeros(()))
        by_throws = {throws: ends[throws - 1] for throws in range(1, MAX_THROWS + 1)}
        return FirstGo(by_throws, first_go(self._known.work, self._known.found.plan, by_throws))

    def _other_of(self, before: Before) -> OtherGo:
        pairs, known, best = self._pairs(before), self._known, max(before.shown)
        reach = Reach(min(before.shown), best, before.limit)
        behind = Behind(known.answered, len(before.order), reach, partial(known.rampos.settled, pairs))
        ends = {}
        for throws in range(1, before.limit + 1):
            # Only who is strictly highest leaves the others no more throws than he took.
            left = [throws if dice > best else before.limit for dice in range(known.work.n)]
            ends[throws] = np.array([behind.shown((*before.shown, dice), n) for dice, n in enumerate(left)])
        return other_go(known.work, known.found.plan, best, before.limit, ends)
