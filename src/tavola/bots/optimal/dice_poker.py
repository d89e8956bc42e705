"""`optimal` of Dice Poker: the best chance to win against the others; `optimal:turns`: the fewest turns;
`optimal:points`: the most points of each turn.

The game for two is solved. Of more players it minds the strongest of the others. Alone at the table, or with
a goal too far for the game for two to be solved, it plays for the fewest turns.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from tavola.bots.optimal import shelf
from tavola.bots.optimal.aims import aim_of, solved_aim
from tavola.core.contract import View
from tavola.games.dice_poker.game import DicePoker
from tavola.games.dice_poker.moves import Move
from tavola.games.dice_poker.options import Options
from tavola.games.dice_poker.rules import State

if TYPE_CHECKING:
    from tavola.odds import Progress
    from tavola.odds.dice_poker.policies import Policy


class Optimal:
    def __init__(self, rng: Random | None = None, argument: str = "") -> None:  # noqa: ARG002 - no luck in it
        self._aim = aim_of(argument)
        self._at: tuple[Options, int] | None = None  # the table it knows how to play at
        self._policy: Policy

    def prepare(self, rules: Any, seats: int, progress: Progress | None = None) -> None:
        """Have at hand what choosing needs."""
        self._policy, self._at = policy_of(rules.options, self._aim, seats, progress), (rules.options, seats)

    def choose(self, view: View[State, Move]) -> Move:
        if self._at != (view.options, view.table.seats):
            self.prepare(DicePoker(view.options), view.table.seats)
        return self._policy.move(view.table)


def policy_of(options: Options, aim: str, seats: int, progress: Progress | None = None) -> Policy:
    """The solved play for an aim, or for the nearest one that is solved."""
    from tavola.odds import silent
    from tavola.odds.dice_poker.policies import policy
    from tavola.odds.dice_poker.solver import can_solve_for_two

    rules = DicePoker(options)
    solved = solved_aim(aim, against_others=seats > 1 and can_solve_for_two(rules))
    return shelf.fetch(("dice-poker", options, solved), lambda: policy(rules, solved, progress or silent))
