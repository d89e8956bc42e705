"""An expectimax that knows nothing but the rules object: it asks for moves, tries them, and lets dice fall.

Games are shrunk by changing the constants of the rules themselves: fewer faces, fewer tokens, fewer throws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

import tavola
from tavola.core.contract import CHANCE
from tavola.games.fourtwentyone import chances as ways
from tavola.games.fourtwentyone import events as e
from tavola.games.fourtwentyone import moves, rules, state
from tavola.games.fourtwentyone.analysis.more import approximation as more
from tavola.games.fourtwentyone.analysis.more import worth
from tavola.games.fourtwentyone.chances import chances
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.moves import Move
from tavola.games.fourtwentyone.rules import begin_turn
from tavola.games.fourtwentyone.state import State, Tokens
from tavola.pieces import dice
from tavola.pieces.seats import NONE_EACH, put

DEEP = 12  # rampos within rampos; with three faces one more is a matter of 1e-11


def rules_of(**options: Any) -> FourTwentyOne:
    game = tavola.rules("421", **options)
    assert isinstance(game, FourTwentyOne)
    return game


@contextmanager
def shrunk(faces: int, tokens: int, max_throws: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for module in (dice, moves):
            patch.setattr(module, "FACES", faces)
        for module in (rules, state, ways, worth):
            patch.setattr(module, "TOKENS", tokens)
        for module in (rules, more):
            patch.setattr(module, "MAX_THROWS", max_throws)
        _forget()
        try:
            yield
        finally:
            patch.undo()
            _forget()


def _forget() -> None:
    for cached in (dice.throws, moves._falls, moves.moves_of, chances):
        cached.cache_clear()


def unload(*held: int) -> State:
    """The first turn of an unload: seat 0 starts it, everyone holds so many."""
    holds = NONE_EACH
    for seat, tokens in enumerate(held):
        holds = put(holds, seat, tokens)
    return begin_turn(len(held), Tokens(0, holds, NONE_EACH), 0, 0)


class Brute:
    """The chance that `me` loses the set, given what he thinks of the start of any later turn.

    He wants it small; whoever else decides wants it large, which for two players is how it is.
    """

    def __init__(
        self, game: FourTwentyOne, me: int, later: Callable[[State], float], tokens: int, deep: int = DEEP
    ) -> None:
        self.game, self.me, self.later, self.deep = game, me, later, deep
        # If only the last throw of a go counts, up to ten are taken off the total again.
        self.cap = tokens + 10 * game.options.variant.last_throw_counts
        self.known: dict[tuple[State, int], float] = {}

    def value(self, s: State, rampos: int = 0) -> float:
        # Beyond all the tokens the total does not matter.
        s = s._replace(turn=s.turn._replace(total=min(s.turn.total, self.cap)))
        if (s, rampos) not in self.known:
            self.known[s, rampos] = self._value(s, rampos)
        return self.known[s, rampos]

    def _value(self, s: State, rampos: int) -> float:
        if rampos > self.deep:
            return 0.5
        actor = self.game.actor(s)
        if actor == CHANCE:
            falls = self.game.chance(s).outcomes()
            return sum(float(p) * self.after(s, fall, rampos) for fall, p in falls)
        tried = [self.after(s, move, rampos) for move in self.game.moves(s)]
        return min(tried) if actor == self.me else max(tried)

    def after(self, s: State, move: Move, rampos: int = 0) -> float:
        """What a move, or a fall of the dice, leads to."""
        step = self.game.play(s, move)
        for event in step.events:
            if isinstance(event, e.SetLost):
                return float(event.seat == self.me)
        if any(isinstance(event, e.Paid) for event in step.events):
            return self.later(step.state)
        return self.value(step.state, rampos + any(isinstance(event, e.HotHand) for event in step.events))

    def decisions(self) -> list[State]:
        """Every position met where a player decided."""
        return [s for s, _ in self.known if self.game.actor(s) != CHANCE]


def two_players(game: FourTwentyOne, loss: Sequence[float], deep: int = DEEP) -> Brute:
    """For seat 0, who knows how often the first player of a turn, by his tokens, loses the set."""

    def later(s: State) -> float:
        starter = s.turn.first
        lost = loss[s.tokens.held[starter] - 1]
        return lost if starter == 0 else 1 - lost

    return Brute(game, 0, later, len(loss) + 1, deep)
