"""How a trick may go on when everybody plays for the most points, less what his card is worth in the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tavola.kit.cards import NO_CARD
from tavola_briscola.bots.sight import Sight
from tavola_briscola.bots.worth import worths
from tavola_briscola.state import Four, next_seat, side_of
from tavola_briscola.tricks import beats, points_in, points_of, set_of, taker_of


class SoFar(NamedTuple):
    """A trick that goes on: its best card, whose side has it, its points, how many cards are to come."""

    best: int
    side: int
    points: int
    left: int


def values(sight: Sight, hands: Four) -> dict[int, float]:
    """What each card of the seat is worth in this trick, if these are the hands."""
    return _values(sight, hands, sight.seat, _so_far(sight))


def _so_far(sight: Sight) -> SoFar:
    on_table = set_of(sight.played)
    left = sight.seats - on_table.bit_count()
    if not on_table:
        return SoFar(NO_CARD, side_of(sight.seat), 0, left)
    taker = taker_of(sight.trump, sight.played, sight.leader, sight.seats)
    return SoFar(sight.played[taker], side_of(taker), points_in(on_table), left)


def _values(sight: Sight, hands: Four, seat: int, trick: SoFar) -> dict[int, float]:
    """To the side of that seat, card by card. What is good for the next one is bad for it, or good if both
    are partners; who sits next never is."""
    side, found = side_of(seat), {}
    best, holder, points, left = trick
    for card in each(hands[seat]):
        takes = best == NO_CARD or beats(sight.trump, best, card)
        after = SoFar(card if takes else best, side if takes else holder, points + points_of(card), left - 1)
        if after.left:
            following = next_seat(seat, sight.seats)
            brings = -max(_values(sight, hands, following, after).values())
        else:
            brings = after.points if after.side == side else -after.points
        found[card] = brings - worths(sight.seats, sight.trump)[card]
    return found


def each(cards: int) -> Iterator[int]:
    """The numbers of the cards in a set."""
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1
