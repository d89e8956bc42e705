"""What it is worth to still have a card in the hand, in points of the hand: what playing it costs.

The figures were found by playing: a set of them was changed at random, kept if it won more hands against the
one before, and rounded. What they say is what any player would: small trumps are there to be used, the three
and the ace of trumps to be kept, and an ace of another suit waits for a trick that it can take.
"""

from __future__ import annotations

from functools import cache

from tavola.pieces.cards import rank_of, suit_of

# By rank, from the ace on; 0 for ranks that are not in the deck.
TRUMPS = (11.0, 4.0, 9.0, 4.0, 4.0, 4.5, 4.5, 0.0, 0.0, 0.0, 5.0, 5.5, 6.0)
OTHERS = (4.0, 0.0, 3.0, 0.1, 0.2, 0.3, 0.4, 0.0, 0.0, 0.0, 0.5, 0.6, 0.8)


@cache
def worths(trump: int) -> tuple[float, ...]:
    """The worth of every card, by its number."""
    return tuple((TRUMPS if suit_of(card) == trump else OTHERS)[rank_of(card) - 1] for card in range(52))
