"""How to play Dice Poker, as a policy a bot can ask and as tables a compiled kernel can use.

Aims: `points` (the most of this turn), `turns` (the fewest turns to the goal), `win` (against one other).
"""

from __future__ import annotations

from functools import lru_cache

from tavola.analysis import Progress, silent
from tavola.analysis.machine import compiled
from tavola.core.errors import BadOption
from tavola.fast.arrays import np
from tavola.games.dice_poker.analysis import kernel, solver, tabulate
from tavola.games.dice_poker.game import DicePoker
from tavola.games.dice_poker.moves import Reroll, Stand
from tavola.games.dice_poker.rules import State, seat_of
from tavola.games.race.analysis import check_aim
from tavola.pieces.dice import high_to_low, pick

Array = tabulate.Array
SLACK = 1e-12  # moves closer than this are equally good; the one that throws fewest dice is taken


class Policy:
    """The best play for an aim. `win` is solved for two; of more players it minds the strongest other.

    Totals: `mine` and `his`; `second` says whether the other has already played this round's turn.
    """

    def __init__(self, rules: DicePoker, aim: str, progress: Progress = silent) -> None:
        check_aim(aim)
        if aim == "win" and not solver.can_solve_for_two(rules):
            most = solver.MOST_UNITS * solver.sizes(rules).unit
            raise BadOption(f"with these points play against another is solved for goals up to {most} only")
        self.rules, self.aim = rules, aim
        self._sizes = solver.sizes(rules)
        self._turns = solver.alone(rules, progress).arrays["turns"] if aim == "turns" else None
        self._wins = solver.together(rules, progress).arrays if aim == "win" else None
        self.masks = lru_cache(maxsize=4096)(self._masks)

    def ends(self, mine: int = 0, his: int = 0, second: bool = False) -> Array:
        """What it is worth to end this turn with each pattern; higher is better."""
        unit, goal, points = self._sizes
        if self.aim == "points":
            return np.asarray(points * unit, dtype=np.float64)
        after = mine // unit + points
        if self._turns is not None:
            return np.where(after >= goal, 0.0, -self._turns[np.minimum(after, goal - 1)])
        assert self._wins is not None
        other = his // unit
        if not second:
            waiting: Array = self._wins["second"][after, other]
            return waiting
        ends = np.zeros(len(points))
        first = self._wins["first"]
        compiled(kernel.second_ends)(points, goal, other, mine // unit, -1.0, first, ends)
        return 1.0 + ends  # the kernel gives the first player's chance, negated

    def _masks(self, mine: int = 0, his: int = 0, second: bool = False) -> Array:
        """For kernels, array[re-rolls left, number of the throw]: the positions to throw again.

        Throws are numbered as in `tabulate.numbered`, their dice high to low.
        """
        table, rerolls = tabulate.turn(), self.rules.options.variant.rerolls
        found = np.zeros((rerolls + 1, len(table.chance)), dtype=np.uint8)
        compiled(kernel.choices)(table, rerolls, self.ends(mine, his, second), SLACK, found)
        return found

    def choose(
        self, dice: int, left: int = 1, mine: int = 0, his: int = 0, second: bool = False
    ) -> Stand | Reroll:
        """What to do with these dice and so many re-rolls left."""
        lying = high_to_low(dice)
        mask = int(self.masks(mine, his, second)[left, tabulate.numbered()[lying]])
        return Reroll(pick(lying, mask)) if mask else Stand()

    def move(self, s: State) -> Stand | Reroll:
        """The move of the player on turn."""
        seat = seat_of(s)
        others = [other for other in range(s.seats) if other != seat]
        rival = max(others, key=lambda other: (s.scores[other], other), default=seat)
        his = s.scores[rival] if others else 0
        return self.choose(s.dice, s.rerolls, s.scores[seat], his, second=rival < seat)


def policy(rules: DicePoker, aim: str = "win", progress: Progress = silent) -> Policy:
    """The best play of these rules for an aim: `points`, `turns` or `win`."""
    return Policy(rules, aim, progress)
