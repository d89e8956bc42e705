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
        self._policy: Policy | None = None

    def prepare(self, rules: Any, seats: int, progress: Progress) -> None:  # noqa: ARG002 - all bots alike
        """Have at hand what choosing needs."""
        self._policy = policy_of(rules.options, progress)

    def choose(self, view: View[State, Move]) -> Move:
        if self._policy is None or self._policy.found.options != view.options:
            self._policy = policy_of(view.options)
        return self._policy.choose(view)


def policy_of(options: Options, progress: Progress | None = None) -> Policy:
    from tavola.odds import silent
    from tavola.odds.fourtwentyone.policy import policy

    return shelf.fetch(("421", options), lambda: policy(FourTwentyOne(options), progress or silent))
