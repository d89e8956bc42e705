"""The optimal player of 421: what to do in any unload, looked up for two players, worked out for more.

As long as exactly two players hold tokens the play is the solved one, whatever the number of seats: the
others are out of the set and can't lose it. With more it is the play of more/approximation.py.
"""

from __future__ import annotations

from tavola.analysis import Progress, silent
from tavola.core.contract import View
from tavola.core.errors import TavolaError
from tavola.games.fourtwentyone.analysis.more.approximation import More
from tavola.games.fourtwentyone.analysis.two.solved import Solved, solved
from tavola.games.fourtwentyone.analysis.two.turn import HITS, STOPS
from tavola.games.fourtwentyone.chances import NOTHING, open_total
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.moves import Move, Stop, Throw
from tavola.games.fourtwentyone.rules import is_deciding
from tavola.games.fourtwentyone.state import TOKENS, State


class Policy:
    """Chooses a move for any view of an unload in which a player is to decide."""

    def __init__(self, found: Solved) -> None:
        self.found, self.chances = found, found.chances
        self._place = {dice: n for n, dice in enumerate(self.chances.combos)}
        self._more = More(found)

    def choose(self, view: View[State, Move]) -> Move:
        return self.move(view.table)

    def move(self, s: State) -> Move:
        if not is_deciding(s):
            raise TavolaError("nobody has to decide anything here")
        if s.round.members.bit_count() > 2:
            return self._more.move(s)
        return self._planned(s, s.tokens.held[s.turn.first])

    def _planned(self, s: State, held: int, most: int = TOKENS) -> Move:
        """The solved play when the first player of the turn holds `held`, totals count up to `most`, the most
        that can be paid, and the best combination so far is to be beaten."""
        plan, total = self.found.plan, min(open_total(self.found.options.variant, s), most)
        dice = self._place[s.go.dice] if s.go.dice else -1
        if s.go.seat == s.turn.first:
            return self._as_move(int(plan.first[s.go.throws][dice, total, held - 1]))
        left, target = s.turn.limit - s.go.throws, max(self._place[shown] for shown in s.round.shown if shown)
        if s.go.throws == 0:
            return Throw(0, bool(plan.opens[left][target, total, held - 1]))
        return self._as_move(int(plan.second[left][dice, target, total, held - 1]))

    def _as_move(self, choice: int) -> Move:
        if choice == STOPS:
            return Stop()
        return Throw(self.chances.keeps[choice % HITS], choice >= HITS)

    # ---- what every move is worth to the player who decides ----

    def values(self, s: State) -> dict[Move, float]:
        """Every move with the chance to lose the set after it: exact for two players, else an estimate."""
        if s.round.members.bit_count() > 2:
            return self._more.values(s)
        turn = self.found.turn(s.tokens.held[s.turn.first])
        total, made = open_total(self.found.options.variant, s), s.go.throws
        keeps = self.chances.keeps_of[self._place[s.go.dice]] if s.go.dice else (NOTHING,)
        if s.go.seat == s.turn.first:
            found: dict[Move, float] = {Stop(): float(turn.stop[made][self._place[s.go.dice], total, 0])}
            return found | {self._throw(k): float(turn.again[made][k, total, 0]) for k in keeps}
        target, left = self._place[s.round.shown[s.turn.first]], s.turn.limit - made
        hits = {k: _rest(turn.hit[k, target, total, 0]) for k in keeps}
        if left == 1:
            return {self._throw(k): loss for k, loss in hits.items()}
        found = {self._throw(k): _rest(turn.on[left][k, target, total, 0]) for k in keeps}
        return found | {self._throw(k, True): loss for k, loss in hits.items()}

    def _throw(self, keep: int, hit: bool = False) -> Throw:
        return Throw(self.chances.keeps[keep], hit)


def _rest(chance: float) -> float:
    """1 - chance, but never below 0: rounding may make a certainty a little more than 1."""
    return max(0.0, 1 - float(chance))


def policy(rules: FourTwentyOne, progress: Progress = silent) -> Policy:
    """The optimal player under some options, loaded from disk where it was solved before."""
    return Policy(solved(rules.options, progress))
