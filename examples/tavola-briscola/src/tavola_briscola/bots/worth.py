"""What it is worth to still have a card in the hand, in points: what playing it costs.

A trump is worth its own points, which its owner will mostly bring home, and the trick it can take some day.
So small trumps are there to be used, the three and the ace to be kept; among four, where somebody is more
likely to have a higher one, that begins with the figures. A high card of another suit waits for a trick that
it can take, but not at any price.

The figures were found by playing: changed at random and kept where they won more of some ten thousand hands,
against the ones before and against `greedy`; then tried on hands that they were not chosen by.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tavola.kit.cards import rank_of, suit_of


class Worths(NamedTuple):
    """By rank, from the ace on; 0 for ranks that are not in the deck."""

    trumps: tuple[float, ...]
    others: tuple[float, ...]


BETWEEN_TWO = Worths(
    trumps=(23.5, 3.8, 20.3, 4.0, 4.2, 4.4, 4.6, 0.0, 0.0, 0.0, 7.4, 8.7, 10.0),
    others=(6.8, 0.0, 2.9, 0.1, 0.2, 0.3, 0.4, 0.0, 0.0, 0.0, 0.1, 0.2, 0.3),
)
AMONG_FOUR = Worths(
    trumps=(23.6, 5.1, 17.8, 6.8, 8.6, 10.3, 12.1, 0.0, 0.0, 0.0, 18.2, 20.3, 22.5),
    others=(5.0, 0.0, 5.2, -0.2, -0.5, -0.7, -1.0, 0.0, 0.0, 0.0, -0.2, -0.3, -0.4),
)


@cache
def worths(seats: int, trump: int) -> tuple[float, ...]:
    """The worth of every card, by its number."""
    trumps, others = BETWEEN_TWO if seats == 2 else AMONG_FOUR
    return tuple((trumps if suit_of(card) == trump else others)[rank_of(card) - 1] for card in range(52))
