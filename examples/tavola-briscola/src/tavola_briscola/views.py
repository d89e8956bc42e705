"""What one seat may know, and a guess at the rest.

Cards that were played lay open, so the piles are known, and so is the card under the stock, also in the hand
of whoever drew it or swapped for it. Of the other hands and the stock one knows how many cards they hold.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.kit import Seat, Source
from tavola.kit.cards import DECK_40, NO_CARD, Card, CardSet
from tavola_briscola.moves import some_of
from tavola_briscola.state import (
    NO_SUIT,
    NOBODY,
    Cards,
    Four,
    Score,
    State,
    Trick,
    Turn,
)
from tavola_briscola.tricks import points_in, set_of

Played = tuple[Card | None, ...]  # by seat


class LastTrick(NamedTuple):
    leader: Seat
    played: Played
    taker: Seat


class TableView(NamedTuple):
    """The table as one seat sees it. Two-tuples are by side: 0 the side of seat 0, 1 that of seat 1."""

    seats: int
    hand: CardSet  # the viewer's own; empty for a spectator
    hand_sizes: tuple[int, ...]  # of every seat
    known: tuple[CardSet, ...]  # of every hand, the cards that all have seen
    played: Played  # in this trick
    shown: Card | None  # face up under the stock
    trump: int | None  # its suit, also when the card is gone
    undealt: int  # how many cards the stock holds, the one in sight counted
    taken: tuple[CardSet, CardSet]
    points: tuple[int, int]  # of the piles
    unseen: CardSet  # all that may be in other hands or face down in the stock
    phase: int
    hand_number: int
    dealer: Seat
    turn: Seat  # who plays, or who gets the next card
    leader: Seat
    last_trick: LastTrick | None  # of this hand
    totals: tuple[int, int]  # hands won
    winner: int | None  # a side


def seen(s: State, seat: Seat | None) -> TableView:
    """The table for a seat, or for a spectator."""
    c, t = s.cards, s.turn
    hand = 0 if seat is None else c.hands[seat]
    open_cards = hand | set_of(c.played) | c.taken[0] | c.taken[1]
    for known in c.known:
        open_cards |= known
    if c.shown != NO_CARD:
        open_cards |= 1 << c.shown
    return TableView(
        seats=s.seats,
        hand=CardSet(hand),
        hand_sizes=tuple(held.bit_count() for held in c.hands[: s.seats]),
        known=tuple(map(CardSet, c.known[: s.seats])),
        played=_cards(c.played, s.seats),
        shown=_card(c.shown),
        trump=None if c.trump == NO_SUIT else c.trump,
        undealt=c.undealt.bit_count(),
        taken=(CardSet(c.taken[0]), CardSet(c.taken[1])),
        points=(points_in(c.taken[0]), points_in(c.taken[1])),
        unseen=CardSet(DECK_40 & ~open_cards),
        phase=t.phase,
        hand_number=t.hand,
        dealer=t.dealer,
        turn=t.seat,
        leader=t.leader,
        last_trick=None
        if s.last.taker == NOBODY
        else LastTrick(s.last.leader, _cards(s.last.played, s.seats), s.last.taker),
        totals=s.score.hands,
        winner=None if s.score.winner == NOBODY else s.score.winner,
    )


def _card(card: int) -> Card | None:
    return None if card == NO_CARD else Card(card)


def _cards(played: Four, seats: int) -> Played:
    return tuple(map(_card, played[:seats]))


def guessed(v: TableView, seat: Seat | None, rng: Source) -> State:
    """A state that looks like this to that seat, the hidden cards dealt out at random."""
    hands, unseen = [0, 0, 0, 0], v.unseen.bits
    for other in range(v.seats):
        if other == seat:
            hands[other] = v.hand.bits
            continue
        known = v.known[other].bits
        drawn = some_of(unseen, v.hand_sizes[other] - known.bit_count(), rng)
        hands[other] = known | drawn
        unseen &= ~drawn
    last = v.last_trick
    return State(
        v.seats,
        Cards(
            (hands[0], hands[1], hands[2], hands[3]),
            four([cards.bits for cards in v.known], 0),
            numbers(v.played),
            unseen | (0 if v.shown is None else 1 << v.shown),
            (v.taken[0].bits, v.taken[1].bits),
            NO_CARD if v.shown is None else int(v.shown),
            NO_SUIT if v.trump is None else v.trump,
        ),
        Turn(v.phase, v.hand_number, v.dealer, v.turn, v.leader),
        Trick(0, numbers(()), NOBODY)
        if last is None
        else Trick(last.leader, numbers(last.played), last.taker),
        Score(v.totals, NOBODY if v.winner is None else v.winner),
    )


def numbers(played: Played) -> Four:
    """The cards of a trick as the rules keep them."""
    return four([NO_CARD if card is None else int(card) for card in played], NO_CARD)


def four(given: list[int], empty: int) -> Four:
    a, b, c, d = [*given, empty, empty, empty, empty][:4]
    return a, b, c, d
