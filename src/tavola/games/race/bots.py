"""`optimal` of a race to a goal: the best chance to win against the others;
`optimal:turns`: the fewest turns alone; `optimal:points`: the most points of each turn.

The game for two is solved. Of more players it minds the strongest of the others. Alone at the table, or with
a goal too far for the game for two to be solved, it plays for the fewest turns.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from tavola.bots.optimal import fetch, rehearse
from tavola.core.contract import View
from tavola.core.errors import BadOption
from tavola.core.extras import ODDS
from tavola.core.words import Phrase
from tavola.games import game_class

if TYPE_CHECKING:
    from tavola.analysis import Progress


WIN, TURNS, POINTS = "win", "turns", "points"
AIMS_AT = Phrase(
    "the bot optimal aims at the win, optimal:{turns} at the fewest turns, optimal:{points} at the most "
    "points of each turn; not {given}",
    "le bot optimal vise la victoire, optimal:{turns} le moins de tours, optimal:{points} le plus de "
    "points à chaque tour ; pas {given}",
    "il bot optimal mira alla vittoria, optimal:{turns} a meno turni, optimal:{points} a più punti in ogni "
    "turno; non {given}",
)


def aim_of(argument: str) -> str:
    """The argument after the colon; without one it is the win."""
    wanted = argument.strip().lower() or WIN
    if wanted not in (WIN, TURNS, POINTS):
        raise BadOption(AIMS_AT.fill(turns=TURNS, points=POINTS, given=repr(argument[:40])))
    return wanted


def solved_aim(aim: str, against_others: bool) -> str:
    """The aim itself, or the nearest one: where play against others is not solved, the fewest turns."""
    return TURNS if aim == WIN and not against_others else aim


DECISIONS = 5  # decisions of a rehearsal: a turn or two


class Optimal:
    needs = ODDS
    game: ClassVar[str]

    def __init__(self, rng: Random | None = None, argument: str = "") -> None:  # noqa: ARG002 - no luck in it
        self._aim = aim_of(argument)
        self._at: tuple[Any, int] | None = None  # the options and seats for which it is prepared
        self._policy: Any

    def prepare(self, rules: Any, seats: int, progress: Progress | None = None) -> None:
        """Load what deciding needs."""
        self._policy, self._at = self._fetched(rules, seats, progress), (rules.options, seats)

    def choose(self, view: View[Any, Any]) -> Any:
        if self._at != (view.options, view.table.seats):
            self.prepare(game_class(self.game)(view.options), view.table.seats)
        return self._policy.move(view.table)

    def _fetched(self, rules: Any, seats: int, progress: Progress | None) -> Any:
        """The solved play for the aim, or for the nearest one that is solved."""
        from tavola import analysis as odds

        package = odds.package(self.game)
        for_two = import_module(f"{package.__name__}.solver").can_solve_for_two
        solved = solved_aim(self._aim, against_others=seats > 1 and for_two(rules))
        key = (self.game, rules.options, solved)

        def make() -> Any:
            made = package.policy(rules, solved, progress or odds.silent)
            rehearse(rules, rules.start(seats), made.move, DECISIONS)
            return made

        return fetch(key, make)
