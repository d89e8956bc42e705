"""What the next player may do with the table after a play, weighed by the cards that nobody has seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tavola.games.capture.bots.worth import Worths, worth_of_set
from tavola.games.capture.dealing import next_packet
from tavola.games.capture.moves import captures
from tavola.games.capture.rules import specials_made
from tavola.games.capture.state import next_seat
from tavola.games.capture.variant import NO_SUITED, Variant
from tavola.games.capture.views import TableView
from tavola.pieces.cards import NO_CARD, RANKS, of_rank


@dataclass(frozen=True, slots=True)
class NextHand:
    """What is known of the cards the next player will choose from."""

    unseen: int  # bit set: the hand is from these
    number: int  # how many of them
    sure: int  # bit set: cards that are in it for certain


def next_hand(v: Variant, table: TableView, seat: int) -> NextHand:
    """The next player's hand after this seat's play; a fresh packet if that play was the last of a round."""
    after = next_seat(seat, table.seats)
    if sum(table.hand_sizes) > 1:
        sure = shown_in_hand(table, seat) if after == table.dealer else 0
        return NextHand(table.unseen.bits, table.hand_sizes[after] - sure.bit_count(), sure)
    number = next_packet(v.packet, table.undealt, table.seats)
    return NextHand(table.unseen.bits, min(number, len(table.unseen)), 0)


def shown_in_hand(table: TableView, seat: int) -> int:
    """The card that was shown under the stock, if the dealer, another than this seat, holds it by now."""
    if table.bottom is None or table.undealt or seat == table.dealer:
        return 0
    played = table.table | table.taken[0] | table.taken[1]
    return 0 if table.bottom in played else 1 << table.bottom


def gain(v: Variant, worth: Worths, table: int, dropped: int, card: int, taken: int, is_last: bool) -> float:
    """What a capture brings: the points it makes at once and the worth of its cards."""
    made = specials_made(v, dropped, card, taken, taken == table, is_last)
    return worth[card] + worth_of_set(worth, taken) + sum(made)


def may_score(v: Variant, table: int, dropped: int, taken: int) -> bool:
    """Could the capture make points at once? Most can't, and the question comes up a hundred times a move."""
    if taken == table:
        return True
    if taken & (taken - 1) == 0:
        return dropped != NO_CARD and taken == 1 << dropped
    return v.suited != NO_SUITED


@dataclass(frozen=True, slots=True)
class TakeTable:
    """What cards can take from a table, and from the tables one more play would make of it."""

    v: Variant
    table: int

    def of(self, table: int, rank: int) -> Sequence[int]:
        """All captures of a card of this rank. Captures from a smaller table are among them; only where the
        fewest cards must be taken is it the other way round."""
        if self.v.fewest or table & ~self.table:
            return takes(self.v, table, rank)
        return [taken for taken in takes(self.v, self.table, rank) if taken & ~table == 0]


def takes(v: Variant, table: int, rank: int) -> Sequence[int]:
    """Cached by what matters for a card: for a sum, figures on the table do not."""
    card = rank - 1
    pool = v.summing if (v.summing >> card) & 1 else of_rank(rank)
    return _takes(v, table & pool, card)


@lru_cache(maxsize=1 << 14)
def _takes(v: Variant, table: int, card: int) -> Sequence[int]:
    return tuple(captures(v, table, card)) if table else ()


def best_gains(takes: TakeTable, worth: Worths, table: int, dropped: int, cards: int) -> Iterator[float]:
    """For each of these cards that can take something from the table: its best capture."""
    v = takes.v
    for rank in range(1, RANKS + 1):
        equal = cards & of_rank(rank)
        if not equal:
            continue
        found = [
            (taken, worth_of_set(worth, taken), may_score(v, table, dropped, taken))
            for taken in takes.of(table, rank)
        ]
        while equal and found:
            card = (equal & -equal).bit_length() - 1
            equal &= equal - 1
            best = 0.0
            for taken, value, scores in found:
                if scores:
                    value += sum(specials_made(v, dropped, card, taken, taken == table, False))
                best = max(best, value)
            yield worth[card] + best


def expected_best(gains: Sequence[float], hidden: int, number: int, sure: float) -> float:
    """The expected best of `number` cards drawn from `hidden`, if these gain so much and the others nothing.

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


def threat(takes: TakeTable, worth: Worths, table: int, dropped: int, hand: NextHand) -> float:
    """The expected gain of the next player from this table."""
    if not table:
        return 0.0
    sure = max(best_gains(takes, worth, table, dropped, hand.sure), default=0.0)
    gains = list(best_gains(takes, worth, table, dropped, hand.unseen))
    return expected_best(gains, hand.unseen.bit_count(), hand.number, sure)
