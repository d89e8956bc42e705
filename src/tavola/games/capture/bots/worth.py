"""What a card is worth to the side that takes it, in points of the hand still to be counted.

The model: every card not yet on a pile goes to either side with equal chance. A card is worth the amount by
which taking it moves the expected lead, own points less the other side's. In this model a card is worth the
same to both sides, so one list serves for a play and for the answer to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, pi, sqrt

from tavola.games.capture.points import best_for_primiera
from tavola.games.capture.variant import NO_PRIMIERA, PRIMIERA_SEVENS, Variant
from tavola.pieces.cards import of_rank, of_suit

Worths = Sequence[float]  # array[card]

EVEN = 0.5
# Cards come a few at a time, so the counts spread wider than those of tossed coins: the variance for each
# card.
SPREAD_OF_CARDS, SPREAD_OF_SUIT = 2.5, 1.5
# The primiera depends on the best card of each suit; each point of value above an ace is worth so much.
PRIMIERA_FLOOR, PRIMIERA_SLOPE = 15, 0.05
SEVEN_OF_FOUR, SIX_OF_FOUR = 0.6, 0.2  # where sevens are counted, and sixes settle a tie


@lru_cache(maxsize=1024)
def worths(v: Variant, mine: int, theirs: int) -> Worths:
    """The worth of every card, given the piles. Cards on a pile are worth nothing any more."""
    out = v.deck & ~mine & ~theirs
    each = _majority(v.cards_points, mine, theirs, v.deck, SPREAD_OF_CARDS)
    worth = [each if out >> card & 1 else 0.0 for card in range(52)]
    _add(worth, out & v.suit, _majority(v.suit_points, mine, theirs, v.suit & v.deck, SPREAD_OF_SUIT))
    _add(worth, out & (v.seven | v.two | v.fante), 1.0)
    if v.doubles:
        _add_all_six(worth, v, mine, theirs)
    _add_napola(worth, v, mine, theirs)
    if v.primiera != NO_PRIMIERA:
        _add_primiera(worth, v, mine, theirs)
    return worth


def worth_of_set(worth: Worths, cards: int) -> float:
    total = 0.0
    while cards:
        total += worth[(cards & -cards).bit_length() - 1]
        cards &= cards - 1
    return total


def _add(worth: list[float], cards: int, points: float) -> None:
    while cards:
        worth[(cards & -cards).bit_length() - 1] += points
        cards &= cards - 1


def _majority(points: int, mine: int, theirs: int, of: int, spread: float) -> float:
    """What one more card adds to the expected points of a majority: a bell curve over the final lead."""
    lead = (mine & of).bit_count() - (theirs & of).bit_count()
    left = (of & ~mine & ~theirs).bit_count()
    if left == 0 or abs(lead) > left:
        return 0.0
    sigma = max(1.0, sqrt(left * spread))
    return 2 * points * exp(-0.5 * (lead / sigma) ** 2) / (sigma * sqrt(2 * pi))


def _chance(card: int, mine: int, theirs: int) -> float:
    """The chance that a card, given as a bit set, ends up mine."""
    return 1.0 if card & mine else 0.0 if card & theirs else EVEN


def _add_all_six(worth: list[float], v: Variant, mine: int, theirs: int) -> None:
    """All points of the deck count twice, so each single card is worth more to the side that has the
    others."""
    honours = (v.seven, v.two, v.fante)
    extra = v.cards_points + v.suit_points + len(honours)
    for card in honours:
        for a, b in ((mine, theirs), (theirs, mine)):
            rest = EVEN * EVEN  # the cards and the suit
            for other in honours:
                rest *= 1.0 if other == card else _chance(other, a, b)
            _add(worth, card & ~mine & ~theirs, EVEN * rest * extra)


def _add_napola(worth: list[float], v: Variant, mine: int, theirs: int) -> None:
    """A card of the run is worth the points of the run times the chance of its other cards, for both
    sides."""
    run = [link for rank in range(1, 14) if (link := v.napola & v.deck & of_rank(rank))]
    for a, b in ((mine, theirs), (theirs, mine)):
        whole, shares = 1.0, [0.0] * len(run)
        for length, link in enumerate(run, 1):
            whole *= _chance(link, a, b)
            if whole == 0:
                break
            points = 3 if length == 3 else 1 if length > 3 else 0
            for at in range(length):
                # With this card the run would be twice as likely; without it, impossible.
                shares[at] += points * whole
        for link, share in zip(run, shares, strict=True):
            _add(worth, link & ~mine & ~theirs, share)


def _add_primiera(worth: list[float], v: Variant, mine: int, theirs: int) -> None:
    out = v.deck & ~mine & ~theirs
    if v.primiera == PRIMIERA_SEVENS:
        _add(worth, out & of_rank(7), SEVEN_OF_FOUR)
        _add(worth, out & of_rank(6), SIX_OF_FOUR)
        return
    for suit in range(4):
        cards = of_suit(suit)
        best = [max(PRIMIERA_FLOOR, best_for_primiera(pile & cards)) for pile in (mine, theirs)]
        for rank in (7, 6, 1):
            link = out & cards & of_rank(rank)
            value = best_for_primiera(link)
            gains = sum(max(0, value - b) for b in best)
            _add(worth, link, PRIMIERA_SLOPE * gains)
