"""`optimal` of Dice Poker: the best chance to win against the others; `optimal:turns`: the fewest turns.

The game for two is solved. Of more players it minds the strongest of the others. Alone at the table, or with
a goal too far for the game for two to be solved, it plays for the fewest turns.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from tavola.bots.optimal import shelf
from tavola.bots.optimal.aims import TURNS, WIN, aim_of
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
        self._policy: Policy | None = None

    def prepare(self, rules: Any, seats: int, progress: Progress) -> None:
        """Have at hand what choosing needs."""
        self._policy = policy_of(rules.options, self._aim, seats, progress)

    def choose(self, view: View[State, Move]) -> Move:
        if self._policy is None or self._policy.rules.options != view.options:
            self._policy = policy_of(view.options, self._aim, view.table.seats)
        return self._policy.move(view.table)


def policy_of(options: Options, aim: str, seats: int, progress: Progress | None = None) -> Policy:
    """The solved play for an aim, or for the nearest one that is solved."""
    from tavola.odds import silent
    from tavola.odds.dice_poker.policies import policy
    from tavola.odds.dice_poker.solver import can_solve_for_two

    rules = DicePoker(options)
    solved = WIN if aim == WIN and seats > 1 and can_solve_for_two(rules) else TURNS
    return shelf.fetch(("dice-poker", options, solved), lambda: policy(rules, solved, progress or silent))
