"""The published player of 421.

As first player it follows the published rules, in the order in which they are listed. For the others nothing
was published; here they keep dice by the same rules, but know the combination to beat: they keep other dice
if that beats the target more often with one throw, and hit the table when this throw is more likely than not
to do it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from random import Random

from tavola.bots import no_argument
from tavola.core.contract import View
from tavola.games.fourtwentyone.combinations import Variant, rank
from tavola.games.fourtwentyone.moves import Move, Stop, Throw
from tavola.games.fourtwentyone.state import State
from tavola.games.fourtwentyone.strategies import CONTENT, published_keep
from tavola.pieces.dice import faces, from_faces, high_to_low, size, throws


@lru_cache(maxsize=16384)
def chance_to_beat(variant: Variant, keep: int, target: int) -> Fraction:
    """How often keeping these dice and throwing the others once ends above the target."""
    again = 3 - size(keep)
    good = sum(
        ways
        for thrown, ways in throws(again)
        if rank(variant, high_to_low(from_faces(faces(keep) + faces(thrown)))) > rank(variant, target)
    )
    return Fraction(good, 6**again)


def best_shown(variant: Variant, s: State) -> int:
    """The highest combination of the players who have had their go."""
    return max((dice for dice in s.round.shown[: s.seats] if dice), key=lambda dice: rank(variant, dice))


class Published:
    tabled = True

    def __init__(self, rng: Random | None = None, argument: str = "") -> None:  # noqa: ARG002 - no luck in it
        no_argument("published", argument)

    def choose(self, view: View[State, Move]) -> Move:
        s, variant = view.table, view.options.variant
        if s.go.seat == s.turn.first:
            keep = published_keep(variant, s.go.dice)
            return Stop() if keep == CONTENT else Throw(keep)
        return self._other(variant, s, view.moves)

    def _other(self, variant: Variant, s: State, moves: tuple[Move, ...]) -> Move:
        target = best_shown(variant, s)
        published = published_keep(variant, s.go.dice) if s.go.dice else 0
        keeps = {move.keep for move in moves if isinstance(move, Throw)}
        # Of equally good keeps the published one, else the one that keeps most.
        best = max(keeps, key=lambda k: (chance_to_beat(variant, k, target), k == published, k))
        hit = Throw(best, True)
        if hit in moves and chance_to_beat(variant, best, target) >= Fraction(1, 2):
            return hit
        return Throw(best)
