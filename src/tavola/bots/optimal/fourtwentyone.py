"""`optimal` of 421: while two hold tokens the solved play, looked up; with more, the play of odds' `more`."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from tavola.bots import no_argument
from tavola.bots.optimal import shelf
from tavola.core.contract import View
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.moves import Move
from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.state import State

if TYPE_CHECKING:
    from tavola.odds import Progress
    from tavola.odds.fourtwentyone.policy import Policy


class Optimal:
    def __init__(self, rng: Random | None = None, argument: str = "") -> None:  # noqa: ARG002 - no luck in it
        no_argument("optimal", argument)
        self._at: Options | None = None  # the table it knows how to play at
        self._policy: Policy

    def prepare(self, rules: Any, seats: int, progress: Progress | None = None) -> None:  # noqa: ARG002
        """Have at hand what choosing needs, for any number of seats."""
        self._policy, self._at = policy_of(rules.options, progress), rules.options

    def choose(self, view: View[State, Move]) -> Move:
        if self._at != view.options:
            self.prepare(FourTwentyOne(view.options), view.table.seats)
        return self._policy.choose(view)


def policy_of(options: Options, progress: Progress | None = None) -> Policy:
    from tavola.bots.optimal.among_more import QuickPolicy
    from tavola.odds import silent
    from tavola.odds.fourtwentyone.solved import solved

    return shelf.fetch(("421", options), lambda: QuickPolicy(solved(options, progress or silent)))
