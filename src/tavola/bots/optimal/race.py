"""`optimal` of the races to a goal, 5000 and Dice Poker: the best chance to win against the others;
`optimal:turns`: the fewest turns alone; `optimal:points`: the most points of each turn.

The game for two is solved. Of more players it minds the strongest of the others. Alone at the table, or with
a goal too far for the game for two to be solved, it plays for the fewest turns.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from tavola.bots.optimal import shelf
from tavola.bots.optimal.aims import aim_of, solved_aim
from tavola.bots.optimal.rehearsal import rehearse
from tavola.core.contract import View
from tavola.core.extras import ODDS
from tavola.games import game_class

if TYPE_CHECKING:
    from tavola.odds import Progress


DECISIONS = 5  # for a rehearsal: a turn or two


class Race:
    needs = ODDS
    game: ClassVar[str]

    def __init__(self, rng: Random | None = None, argument: str = "") -> None:  # noqa: ARG002 - no luck in it
        self._aim = aim_of(argument)
        self._at: tuple[Any, int] | None = None  # the options and seats of the table it knows how to play at
        self._policy: Any

    def prepare(self, rules: Any, seats: int, progress: Progress | None = None) -> None:
        """Have at hand what choosing needs."""
        self._policy, self._at = self._fetched(rules, seats, progress), (rules.options, seats)

    def choose(self, view: View[Any, Any]) -> Any:
        if self._at != (view.options, view.table.seats):
            self.prepare(game_class(self.game)(view.options), view.table.seats)
        return self._policy.move(view.table)

    def _fetched(self, rules: Any, seats: int, progress: Progress | None) -> Any:
        """The solved play for the aim, or for the nearest one that is solved."""
        from tavola import odds

        package = odds.package(self.game)
        for_two = import_module(f"{package.__name__}.solver").can_solve_for_two
        solved = solved_aim(self._aim, against_others=seats > 1 and for_two(rules))
        key = (self.game, rules.options, solved)

        def make() -> Any:
            made = package.policy(rules, solved, progress or odds.silent)
            rehearse(rules, rules.start(seats), made.move, DECISIONS)
            return made

        return shelf.fetch(key, make)


class FiveThousand(Race):
    game = "5000"


class DicePoker(Race):
    game = "dice-poker"
