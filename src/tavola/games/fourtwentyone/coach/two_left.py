"""A turn of the unload in which two hold tokens, both playing the solved set of two from there on."""

from __future__ import annotations

from functools import lru_cache

from tavola.games.fourtwentyone.analysis.two.solved import Solved
from tavola.games.fourtwentyone.chances import open_total
from tavola.games.fourtwentyone.state import TOKENS, State


class TwoLeft:
    def __init__(self, found: Solved) -> None:
        self._found = found
        self._place = {dice: n for n, dice in enumerate(found.chances.combos)}
        self._keep = {dice: n for n, dice in enumerate(found.chances.keeps)}
        self._turn = lru_cache(maxsize=TOKENS)(found.turn)

    def loss(self, s: State, seat: int) -> float:
        """The chance of one of the two to lose the set, dice being in hand."""
        first = self._first_loss(s)
        return first if s.turn.first == seat else 1 - first

    def _first_loss(self, s: State) -> float:
        go, held = s.go, s.tokens.held[s.turn.first]
        if go.seat == s.turn.first and go.throws == 0:
            return float(self._found.loss[held - 1])
        turn, total, kept = self._turn(held), open_total(self._found.options.variant, s), self._keep[go.kept]
        if go.seat == s.turn.first:
            return float(turn.again[go.throws][kept, total, 0])
        target, left = self._place[s.round.shown[s.turn.first]], s.turn.limit - go.throws
        dice = turn.hit if go.hit or left == 1 else turn.on[left]
        return float(dice[kept, target, total, 0])
