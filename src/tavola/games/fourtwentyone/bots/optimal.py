"""`optimal` of 421: while two hold tokens the solved play, looked up; with more, that of analysis/more."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from tavola.bots import no_argument
from tavola.bots.optimal import fetch, rehearse
from tavola.core.contract import View
from tavola.core.extras import ODDS
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.moves import Move
from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.rules import begin_turn
from tavola.games.fourtwentyone.state import TOKENS, State, Tokens
from tavola.pieces.seats import NONE_EACH, eight

if TYPE_CHECKING:
    from tavola.analysis import Progress
    from tavola.games.fourtwentyone.analysis.policy import Policy


DECISIONS = 6  # decisions of a rehearsal: as first player and as another


class Optimal:
    needs = ODDS

    def __init__(self, rng: Random | None = None, argument: str = "") -> None:  # noqa: ARG002 - no luck in it
        no_argument("optimal", argument)
        self._at: Options | None = None  # the options for which it is prepared
        self._policy: Policy

    def prepare(self, rules: Any, seats: int, progress: Progress | None = None) -> None:
        """Load what deciding needs, for any number of seats."""
        self._policy, self._at = policy_of(rules.options, progress), rules.options
        if seats > 2:
            fetch(("421 among more", rules.options), lambda: _rehearsed(rules, self._policy))

    def choose(self, view: View[State, Move]) -> Move:
        if self._at != view.options:
            self.prepare(FourTwentyOne(view.options), view.table.seats)
        return self._policy.choose(view)


def _rehearsed(rules: FourTwentyOne, policy: Policy) -> Policy:
    """Plays a turn of three: only decisions among more than two need compiling."""
    even = Tokens(0, eight([TOKENS // 3] * 3), NONE_EACH)
    rehearse(rules, begin_turn(3, even, 0, 0), policy.move, DECISIONS)
    return policy


def policy_of(options: Options, progress: Progress | None = None) -> Policy:
    from tavola.analysis import silent
    from tavola.games.fourtwentyone.analysis.two.solved import solved
    from tavola.games.fourtwentyone.bots.among_more import QuickPolicy

    return fetch(("421", options), lambda: QuickPolicy(solved(options, progress or silent)))
