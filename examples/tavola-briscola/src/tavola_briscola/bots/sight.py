"""A view made ready for reckoning: sets as ints, and the hands of the others dealt at random."""

from __future__ import annotations

from dataclasses import dataclass

from tavola.kit import Seat, Source, View
from tavola_briscola.moves import Move, some_of
from tavola_briscola.state import Four
from tavola_briscola.views import TableView, four, numbers


@dataclass(frozen=True, slots=True)
class Sight:
    """What the seat that is to play knows of this trick."""

    seats: int
    seat: Seat
    leader: Seat
    trump: int
    hand: int  # set
    played: Four

    @classmethod
    def of(cls, view: View[TableView, Move]) -> Sight:
        t = view.table
        assert t.trump is not None  # it was turned up before anybody plays
        return cls(t.seats, t.turn, t.leader, t.trump, t.hand.bits, numbers(t.played))


def dealt_hands(table: TableView, rng: Source) -> Four:
    """All hands as they may be: one's own, of the others what all have seen, the rest at random."""
    hands, unseen = [], table.unseen.bits
    for seat in range(table.seats):
        if seat == table.turn:
            hands.append(table.hand.bits)
            continue
        known = table.known[seat].bits
        drawn = some_of(unseen, table.hand_sizes[seat] - known.bit_count(), rng)
        unseen &= ~drawn
        hands.append(known | drawn)
    return four(hands, 0)
