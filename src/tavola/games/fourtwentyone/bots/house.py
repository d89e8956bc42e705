"""The house player of 421: the solved play, with the standard library alone.

While two hold tokens it plays the solution. With more it plays the book of `analysis`, a fixed way that
ignores all tokens: the first of a turn as in an even set of two, the others against the best combination
shown so far.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tavola.bots import no_argument
from tavola.core.contract import View
from tavola.games.fourtwentyone.bots.published import best_shown
from tavola.games.fourtwentyone.bots.solution import first_choice, second_choice
from tavola.games.fourtwentyone.chances import EVEN, PAYABLE, open_total
from tavola.games.fourtwentyone.moves import Move
from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.state import TOKENS, State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class House:
    tabled = True

    def __init__(self, rng: Random | None = None, argument: str = "") -> None:  # noqa: ARG002 - no luck in it
        no_argument("house", argument)

    def choose(self, view: View[State, Move]) -> Move:
        s, options = view.table, view.options
        held, most = EVEN, PAYABLE
        if s.round.members.bit_count() == 2:
            held, most = s.tokens.held[s.turn.first], TOKENS
        total = min(open_total(options.variant, s), most)
        return choice(options, held, total, s)

    def table(self, options: Options) -> NDArray[np.int8]:
        """All its decisions, for compiled games."""
        from tavola.games.fourtwentyone.bots.table import table_of

        return table_of(options)


def choice(options: Options, held: int, total: int, s: State) -> Move:
    """The solved decision in a set of two in which the first player of the turn holds so many."""
    if s.go.seat == s.turn.first:
        return first_choice(options, held, total, s.go.dice, s.go.throws)
    target, left = best_shown(options.variant, s), s.turn.limit - s.go.throws
    return second_choice(options, held, total, s.go.dice, target, left)
