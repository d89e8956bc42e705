"""The players of 5000. The house weighs what a hand would bring against the chance to finish it.

A hand once begun can't be banked before all its five dice are played. So each choice is valued at the chance
to finish the hand after it, times the turn's points then; five new dice are not rolled if the turn's points
are worth more than that.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

from tavola.bots import no_argument
from tavola.core.contract import View
from tavola.games.five_thousand.moves import Bank, Move, Play, Trash
from tavola.games.five_thousand.rules import State, Variant, score, seat_of
from tavola.games.race import bots as race
from tavola.pieces.dice import FACES, pick, size, throws


@cache
def finishing_chance(variant: Variant, dice_left: int) -> Fraction:
    """The best chance to play all remaining dice, in any number of rolls."""
    if dice_left == 0:
        return Fraction(1)
    total = Fraction(0)
    for dice, ways in throws(dice_left):
        picks = [pick(dice, mask) for mask in range(1, 1 << dice_left)]
        best = [finishing_chance(variant, dice_left - size(p)) for p in picks if score(variant, p)]
        total += Fraction(ways, FACES**dice_left) * max(best, default=Fraction(0))
    return total


class House:
    tabled = True

    def __init__(self, rng: Random | None = None, argument: str = "") -> None:  # noqa: ARG002 - no luck in it
        no_argument("house", argument)

    def choose(self, view: View[State, Move]) -> Move:
        s, variant = view.table, view.options.variant
        if Bank() in view.moves and s.scores[seat_of(s)] + s.turn_score >= variant.goal:
            return Bank()
        plays = [move for move in view.moves if isinstance(move, Play)]
        if not plays:
            return Bank() if Bank() in view.moves else Trash()
        best = max(plays, key=lambda move: self._worth(variant, s, move))
        if Bank() in view.moves and s.turn_score >= self._worth(variant, s, best):
            return Bank()
        return best

    def _worth(self, variant: Variant, s: State, move: Play) -> Fraction:
        """The chance to finish the hand after a play, times the least points the turn would then have."""
        left = size(s.dice) - size(move.dice)
        points = score(variant, move.dice) * (s.hand + 1)
        return finishing_chance(variant, left) * (s.turn_score + points)


class Optimal(race.Optimal):
    """From the solved game."""

    game = "5000"
