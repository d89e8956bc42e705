"""What the others have played since the last packet: all the evidence of the cards they hold now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tavola.core.contract import Seat, View
from tavola.games.capture.bots.players import variant_of
from tavola.games.capture.dealing import packet_at_hand
from tavola.games.capture.moves import Move, Play
from tavola.games.capture.state import side_of
from tavola.games.capture.views import TableView
from tavola.pieces.cards import NO_CARD


class Heard(NamedTuple):
    """A play of another seat, and what lay open before it."""

    seat: Seat
    play: Play
    table: int  # set
    piles: tuple[int, int]  # sets, by side
    dropped: int  # what a picula would have taken, as far as that is known


def heard_last(view: View[TableView, Move], dropped: int = NO_CARD) -> Sequence[Heard]:
    """The last play, which every view shows; nothing if its player has been dealt new cards since."""
    t = view.table
    packet = packet_at_hand(variant_of(view.options), t.seats, t.undealt)
    if t.last_play is None or sum(t.hand_sizes) == packet * t.seats:
        return ()
    seat, play = t.last_play
    piles = [t.taken[0].bits, t.taken[1].bits]
    if play.taken:
        piles[side_of(seat)] &= ~(play.taken.bits | 1 << play.card)
    table = t.table.bits | play.taken.bits if play.taken else t.table.bits & ~(1 << play.card)
    return (Heard(seat, play, table, (piles[0], piles[1]), dropped),)


class Memory:
    """The memory of one seat, from the views it decides on. Among four, these show only the play of the seat
    before it."""

    def __init__(self) -> None:
        self._heard: tuple[Heard, ...] = ()
        self._hand = 0  # bit set: what is left in the hand
        self._dropped = NO_CARD

    def hear(self, view: View[TableView, Move]) -> Sequence[Heard]:
        """All plays of others that are known, once this view is seen, the latest last."""
        hand = view.table.hand.bits
        goes_on = hand != 0 and hand == self._hand  # else new cards were dealt, or another game began
        dropped = self._dropped if goes_on and view.table.seats == 2 else NO_CARD
        self._heard = (*(self._heard if goes_on else ()), *heard_last(view, dropped))
        return self._heard

    def play(self, view: View[TableView, Move], move: Move) -> None:
        """The seat itself plays."""
        if isinstance(move, Play):
            self._hand = view.table.hand.bits & ~(1 << move.card)
            self._dropped = NO_CARD if move.taken else int(move.card)
