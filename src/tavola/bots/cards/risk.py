"""What the next player may do with the table one leaves, weighed by the cards nobody has seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tavola.bots.cards.worth import Worths, worth_of_set
from tavola.games.capture.moves import captures
from tavola.games.capture.rules import specials_made
from tavola.games.capture.state import next_seat
from tavola.games.capture.variant import NO_SUITED, Variant
from tavola.games.capture.views import TableView
from tavola.pieces.cards import RANKS, of_rank, rank_of


@dataclass(frozen=True, slots=True)
class NextHand:
    """What is known of the cards the next player will choose from."""

    unseen: int  # set: any of these,
    number: int  # so many of them,
    sure: int  # set: and these for certain


def next_hand(v: Variant, table: TableView, seat: int) -> NextHand:
    """The next player's hand after this seat's play; a fresh packet if that play was the last of a round."""
    after = next_seat(seat, table.seats)
    if sum(table.hand_sizes) > 1:
        sure = shown_in_hand(table, seat) if after == table.dealer else 0
        return NextHand(table.unseen.bits, table.hand_sizes[after] - sure.bit_count(), sure)
    each = table.undealt // table.seats
    number = v.packet if each >= 2 * v.packet else each
    return NextHand(table.unseen.bits, min(number, len(table.unseen)), 0)


def shown_in_hand(table: TableView, seat: int) -> int:
    """The card that was shown under the stock, when the dealer, another than this seat, holds it by now."""
    if table.bottom is None or table.undealt or seat == table.dealer:
        return 0
    played = table.table | table.taken[0] | table.taken[1]
    return 0 if table.bottom in played else 1 << table.bottom


def gain(v: Variant, worth: Worths, table: int, dropped: int, card: int, taken: int, is_last: bool) -> float:
    """What a capture brings: the points it makes at once and the worth of its cards."""
    total = worth[card] + worth_of_set(worth, taken)
    cleared = taken == table
    alone = taken & (taken - 1) == 0
    # Most captures make no points at once, and this question is asked a hundred times a move.
    if cleared or (taken == 1 << dropped if alone and dropped >= 0 else v.suited != NO_SUITED and not alone):
        total += sum(specials_made(v, dropped, card, taken, cleared, is_last))
    return total


def takes(v: Variant, table: int, card: int) -> Sequence[int]:
    """What a card can take, remembered by what matters for it: figures on the table do not for a sum."""
    pool = v.summing if (v.summing >> card) & 1 else of_rank(rank_of(card))
    return _takes(v, table & pool, rank_of(card) - 1)


@lru_cache(maxsize=1 << 14)
def _takes(v: Variant, table: int, card: int) -> Sequence[int]:
    return tuple(captures(v, table, card)) if table else ()


def best_gains(v: Variant, worth: Worths, table: int, dropped: int, cards: int) -> Iterator[float]:
    """For each of these cards that can take something: its best capture."""
    for rank in range(1, RANKS + 1):
        equal = cards & of_rank(rank)
        if not equal:
            continue
        found = takes(v, table, rank - 1)
        while equal and found:
            card = (equal & -equal).bit_length() - 1
            equal &= equal - 1
            if len(found) == 1:
                yield gain(v, worth, table, dropped, card, found[0], False)
            else:
                yield max([gain(v, worth, table, dropped, card, taken, False) for taken in found])


def expected_best(gains: Sequence[float], hidden: int, number: int, sure: float) -> float:
    """The best of `number` cards drawn from `hidden`, on average, when these gain so much and others nothing.

    `sure` is what can be had in any case.
    """
    total, none_yet, left = 0.0, 1.0, hidden
    for each in sorted(gains, reverse=True):
        if each <= sure or none_yet <= 0:
            break
        without = none_yet * max(0, left - number) / left
        total += each * (none_yet - without)
        none_yet, left = without, left - 1
    return total + sure * none_yet


def threat(v: Variant, worth: Worths, table: int, dropped: int, hand: NextHand) -> float:
    """What the next player will gain from this table, on average."""
    if not table:
        return 0.0
    sure = max(best_gains(v, worth, table, dropped, hand.sure), default=0.0)
    gains = list(best_gains(v, worth, table, dropped, hand.unseen))
    return expected_best(gains, hand.unseen.bit_count(), hand.number, sure)
