"""Two players of the capture games: one that takes, and one that also looks at what it leaves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from tavola.bots import no_argument
from tavola.core.contract import View
from tavola.games.capture.bots.risk import NextHand, TakeTable, best_gains, gain, next_hand, threat
from tavola.games.capture.bots.worth import Worths, worths
from tavola.games.capture.moves import Move, Play
from tavola.games.capture.state import side_of
from tavola.games.capture.variant import Variant
from tavola.games.capture.views import TableView
from tavola.pieces.cards import NO_CARD

GIVEN_AWAY = 0.5  # share of its worth that a dropped card gives away
NEXT_TIME = 0.3  # share of a possible capture that is still there next time


@lru_cache(maxsize=16)
def variant_of(options: Any) -> Variant:
    made: Variant = options.variant
    return made


@dataclass(frozen=True, slots=True)
class Look:
    """A view, with what a player works out from it before comparing plays."""

    v: Variant
    view: TableView
    seat: int
    worth: Worths
    dropped: int
    is_last: bool  # is this the last play of the hand?

    @classmethod
    def at(cls, view: View[TableView, Move]) -> Look:
        table, seat = view.table, view.seat if view.seat is not None else view.table.turn
        v = variant_of(view.options)
        side = side_of(seat)
        worth = worths(v, table.taken[side].bits, table.taken[1 - side].bits)
        dropped = NO_CARD if table.dropped is None else int(table.dropped)
        is_last = sum(table.hand_sizes) == 1 and table.undealt == 0
        return cls(v, table, seat, worth, dropped, is_last)

    def now(self, play: Play) -> float:
        """What a play brings at once. A dropped card gives half of its worth away."""
        card, taken = int(play.card), play.taken.bits
        if not taken:
            return -GIVEN_AWAY * self.worth[card]
        return gain(self.v, self.worth, self.view.table.bits, self.dropped, card, taken, self.is_last)

    def table_after(self, play: Play) -> int:
        table = self.view.table.bits
        return table & ~play.taken.bits if play.taken else table | 1 << play.card


class Greedy:
    """Takes what scores most now: points of the play first of all, piculas too, and the cards' worth."""

    def __init__(self, rng: Random | None = None, argument: str = "") -> None:  # noqa: ARG002 - no luck in it
        no_argument("greedy", argument)

    def choose(self, view: View[TableView, Move]) -> Move:
        look = Look.at(view)
        plays = [move for move in view.moves if isinstance(move, Play)]
        return max(plays, key=look.now)


class Careful:
    """Also counts the cards: what may the next player, always an opponent, do with the table after a play?"""

    def __init__(self, rng: Random | None = None, argument: str = "") -> None:  # noqa: ARG002 - no luck in it
        no_argument("careful", argument)

    def choose(self, view: View[TableView, Move]) -> Move:
        look = Look.at(view)
        hand, takes = next_hand(look.v, look.view, look.seat), TakeTable(look.v, look.view.table.bits)
        plays = [move for move in view.moves if isinstance(move, Play)]
        if len(plays) == 1:
            return plays[0]
        return max(plays, key=lambda play: self._value(look, hand, takes, play))

    def _value(self, look: Look, hand: NextHand, takes: TakeTable, play: Play) -> float:
        value = look.now(play) if play.taken else 0.0
        if look.is_last:
            return value
        table = look.table_after(play)
        goes_round = sum(look.view.hand_sizes) > 1  # else a new packet comes between a drop and a picula
        dropped = int(play.card) if not play.taken and goes_round else NO_CARD
        value -= threat(takes, look.worth, table, dropped, hand)
        rest = look.view.hand.bits & ~(1 << play.card)
        if rest and table:
            value += NEXT_TIME * max(best_gains(takes, look.worth, table, NO_CARD, rest), default=0.0)
        return value
