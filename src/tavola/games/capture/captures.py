"""What a card can take. One walk finds it: for a person's list of moves and for compiled playouts alike.

    reach = what_it_reaches(variant, table, card)
    taken = next_capture(reach, 0)
    while taken: ...; taken = next_capture(reach, taken)

An equal card is a sum of one card. The walk turns back as soon as a sum gets too high. Captures come in the
order of their numbers as bit sets.

A table never gets large. A dropped card took nothing, so no card of its rank lay there: beside what is left
of the four cards first dealt, each rank lies there at most once. With R ranks that makes at most four cards
dealt, all of one rank, and one of each other rank: R + 3, which is 13 cards of 40 and 16 of 52.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.games.capture.variant import Variant
from tavola.pieces.cards import of_rank, rank_of, size

# The worth of a card in a sum is 1 to 10 for A to 10, and 8, 9, 10 for F, C, R. (If figures are not summed,
# the variant's set of summing cards leaves them out.) These are the sets of cards whose worth has that bit.
ONES = of_rank(1) | of_rank(3) | of_rank(5) | of_rank(7) | of_rank(9) | of_rank(12)
TWOS = of_rank(2) | of_rank(3) | of_rank(6) | of_rank(7) | of_rank(10) | of_rank(13)
FOURS = of_rank(4) | of_rank(5) | of_rank(6) | of_rank(7)
EIGHTS = of_rank(8) | of_rank(9) | of_rank(10) | of_rank(11) | of_rank(12) | of_rank(13)

ANY_NUMBER = 52  # of cards
MOST_ON_TABLE_40, MOST_ON_TABLE_52 = 13, 16


class Reach(NamedTuple):
    """What one card can take from one table: subsets of the pool with this worth and this number of cards."""

    pool: int
    worth: int
    most: int


def worth_of(bit: int) -> int:
    """The worth in a sum of a single card, given as a bit set."""
    return (
        (1 if bit & ONES else 0)
        + (2 if bit & TWOS else 0)
        + (4 if bit & FOURS else 0)
        + (8 if bit & EIGHTS else 0)
    )


def worth_of_all(cards: int) -> int:
    return size(cards & ONES) + 2 * size(cards & TWOS) + 4 * size(cards & FOURS) + 8 * size(cards & EIGHTS)


def what_it_reaches(v: Variant, table: int, card: int) -> Reach:
    """A summing card reaches sums, any other only one card equal to it."""
    worth = worth_of(1 << card)
    if not (v.summing >> card) & 1:
        return Reach(table & of_rank(rank_of(card)), worth, 1)
    reach = Reach(table & v.summing, worth, ANY_NUMBER)
    return Reach(reach.pool, worth, fewest_cards(reach)) if v.fewest else reach


def fewest_cards(reach: Reach) -> int:
    """The fewest cards that make the worth; 0 if none do."""
    most = size(next_capture(reach, 0))
    while most > 1:
        fewer = next_capture(Reach(reach.pool, reach.worth, most - 1), 0)
        if fewer == 0:
            break
        most = size(fewer)
    return most


def next_capture(reach: Reach, taken: int) -> int:
    """The capture after this one, the first after 0; and 0 after the last.

    The walk enumerates sets of pool cards: it adds ever lower cards to a set (`low` are those still to be
    tried) and, when none is left, removes the lowest again and continues above it.
    """
    pool, worth, most = reach
    low, left, room = pool, worth, most
    if taken != 0:
        low, left, room = 0, worth - worth_of_all(taken), most - size(taken)
    while True:
        if low == 0:
            if taken == 0:
                return 0
            off = taken & -taken
            taken ^= off
            left += worth_of(off)
            room += 1
            low = pool & -(off << 1)
            if taken != 0:
                low &= (taken & -taken) - 1
            continue
        card = low & -low
        low ^= card
        rest = left - worth_of(card)
        if rest == 0 and room > 0:
            return taken | card
        if rest > 0 and room > 1:
            taken |= card
            left = rest
            room -= 1
            low = pool & (card - 1)


def can_take(v: Variant, table: int, card: int) -> bool:
    return next_capture(what_it_reaches(v, table, card), 0) != 0


def is_legal(v: Variant, table: int, card: int, taken: int) -> bool:
    """May a card be played like that? A card that can take must take, one of its captures and nothing
    else."""
    reach = what_it_reaches(v, table, card)
    found = next_capture(reach, 0)
    if taken == 0:
        return found == 0
    while found != 0 and found != taken:
        found = next_capture(reach, found)
    return found == taken
