"""The rules of 5000 for the TCP server, which needs no events."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tavola.core.contract import Step
from tavola.games.five_thousand import rules
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.moves import Bank, Move, Play, Trash, action_of
from tavola.games.five_thousand.options import Options
from tavola.games.five_thousand.rules import State, Variant
from tavola.pieces.dice import Roll, high_to_low

VARIANT: Final[Variant] = Options().variant


class Unannounced(FiveThousand):
    """The same game, with steps that make no events, in half the time.

    Rolls are hardly checked: they come from our own dice only. A move that is not plainly legal goes to the
    full rules, which have the error messages.
    """

    def play(self, s: State, move: Move) -> Step[State]:
        action = None
        if isinstance(move, Roll):
            if s.in_hand and 10 ** (s.in_hand - 1) <= move.dice < 10**s.in_hand:
                action = move.dice
        elif s.dice and s.winner < 0:
            action = _legal_action(s.dice, move)
        if action is None:
            return super().play(s, move)
        return Step(rules.step(VARIANT, s, action)[0], ())


@lru_cache(maxsize=65536)
def _legal_action(dice: int, move: Play | Bank | Trash) -> int | None:
    """The rules' number of a decision, None if it can't be made with these dice."""
    # The order of the dice decides nothing. Sorted, there are hundreds of throws and not thousands, so the
    # cache of a new server is soon filled.
    in_order = high_to_low(dice)
    action = action_of(in_order, move)
    if action is None or not (_legal(in_order) >> action) & 1:
        return None
    return action_of(dice, move)


@lru_cache(maxsize=1024)
def _legal(dice: int) -> int:
    return rules.legal(VARIANT, dice)
