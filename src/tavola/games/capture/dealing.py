"""The deal: the dealer is drawn, then come four cards for the table, packets, and the bottom card shown.

Chance draws the cards; these functions say what is due and put it in its place.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.games.capture.state import (
    DEAL_PACKET,
    DEAL_TABLE,
    PLAY,
    SHOW_BOTTOM,
    Cards,
    State,
    Turn,
    at_a_hand,
    next_seat,
    put_in_hand,
)
from tavola.games.capture.variant import Variant
from tavola.pieces.cards import BASTONI, COPPE, DENARI, NO_CARD, SPADE, ranks_in, size

ON_TABLE = 4


class Due(NamedTuple):
    """What is to be dealt now: so many of these cards."""

    pool: int
    number: int


def what_is_due(v: Variant, s: State) -> Due:
    """The cards chance deals next; 0 cards if nothing is to be dealt."""
    if s.turn.phase == DEAL_TABLE:
        return Due(s.cards.undealt, ON_TABLE)
    if s.turn.phase == SHOW_BOTTOM:
        return Due(s.cards.undealt, 1)
    if s.turn.phase != DEAL_PACKET:
        return Due(0, 0)
    number = packet_size(v, s)
    undealt = s.cards.undealt
    if s.cards.bottom != NO_CARD and size(undealt) > number:
        undealt &= ~(1 << s.cards.bottom)  # it stays for the dealer's last packet, the very last one
    return Due(undealt, number)


def packet_size(v: Variant, s: State) -> int:
    """How many cards the seat gets whose packet is next."""
    first = s.cards.hands[next_seat(s.turn.dealer, s.seats)]
    if first != 0:
        return size(first)  # this round of packets has begun: every seat gets as many as the first
    return next_packet(v.packet, size(s.cards.undealt), s.seats)


def next_packet(packet: int, undealt: int, seats: int) -> int:
    """A packet as agreed; but when that would leave less than another one for each seat, all there is.

    So two players of Tombolon get 4, 4, 4 and 6 cards, and four get 4 and 5.
    """
    each = undealt // seats
    return packet if each >= 2 * packet else each


def packet_at_hand(v: Variant, seats: int, undealt: int) -> int:
    """The size of the packets that left so many cards undealt."""
    left, packet = size(v.deck) - ON_TABLE, 0
    while left > undealt:
        packet = next_packet(v.packet, left, seats)
        left -= packet * seats
    return packet


def draw_dealer(v: Variant, s: State, dealer: int) -> State:
    return at_a_hand(v.deck, s.seats, 1, dealer, s.score.totals)


def must_be_redealt(v: Variant, table: int) -> bool:
    """Are there three or more cards of a rank for which that is not allowed?"""
    suspect = table & v.redealt
    b, c = ranks_in(suspect, BASTONI), ranks_in(suspect, COPPE)
    d, s = ranks_in(suspect, DENARI), ranks_in(suspect, SPADE)
    return b & c & (d | s) | d & s & (b | c) != 0


def deal_table(s: State, table: int) -> State:
    """The four cards lie on the table; the packets follow, the first player's first."""
    c, t = s.cards, s.turn
    return State(
        s.seats,
        Cards(c.hands, table, c.undealt & ~table, c.taken, c.bottom),
        Turn(DEAL_PACKET, t.hand, t.dealer, t.seat, t.taker, t.dropped),
        s.last,
        s.score,
    )


def deal_packet(v: Variant, s: State, packet: int) -> State:
    """A seat has its packet. After the dealer, who is last, the first player plays."""
    c, t = s.cards, s.turn
    hands = put_in_hand(c.hands, t.seat, packet)
    phase = DEAL_PACKET
    if t.seat == t.dealer:
        phase = SHOW_BOTTOM if v.shows_bottom and c.bottom == NO_CARD else PLAY
    return State(
        s.seats,
        Cards(hands, c.table, c.undealt & ~packet, c.taken, c.bottom),
        Turn(phase, t.hand, t.dealer, next_seat(t.seat, s.seats), t.taker, t.dropped),
        s.last,
        s.score,
    )


def show_bottom(s: State, card: int) -> State:
    """The stock is put down with its bottom card in sight; that card stays undealt for now."""
    c, t = s.cards, s.turn
    return State(
        s.seats,
        Cards(c.hands, c.table, c.undealt, c.taken, card),
        Turn(PLAY, t.hand, t.dealer, t.seat, t.taker, t.dropped),
        s.last,
        s.score,
    )
