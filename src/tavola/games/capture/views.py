"""What one seat may know of a capture game, and a guess at the rest.

Cards that were played lay open, so the piles are known. The other hands and the stock are not: only how many
cards they hold. The bottom card, once shown, is known to everyone, also in the dealer's hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tavola.core.chance import Source
from tavola.core.contract import Seat
from tavola.games.capture.moves import Play, draw
from tavola.games.capture.state import (
    NO_PLAY,
    NOBODY,
    Cards,
    LastPlay,
    Score,
    Specials,
    State,
    Turn,
    next_seat,
)
from tavola.pieces.cards import NO_CARD, Card, notation_of
from tavola.pieces.cardset import CardSet


class TableView(NamedTuple):
    """The table as one seat sees it. Two-tuples are by side: 0 the side of seat 0, 1 that of seat 1."""

    seats: int
    hand: CardSet  # the viewer's own; empty for a spectator
    hand_sizes: tuple[int, ...]  # of every seat
    table: CardSet
    taken: tuple[CardSet, CardSet]
    unseen: CardSet  # all cards in other hands and in the stock, except the one shown at its bottom
    undealt: int  # how many cards the stock holds
    bottom: Card | None  # shown under the stock, later the dealer's
    phase: int
    hand_number: int
    dealer: Seat
    turn: Seat  # the seat that plays, or is dealt to next
    last_taker: Seat | None
    last_play: tuple[Seat, Play] | None  # in this hand
    dropped: Card | None  # what a picula would take
    totals: tuple[int, int]  # of the match, with everything announced so far
    specials: tuple[Specials, Specials]  # points made so far in this hand
    winner: int | None  # a side
    won: int

    @property
    def first(self) -> Seat:
        """The seat that plays first in this hand."""
        return next_seat(self.dealer, self.seats)

    def to_data(self) -> dict[str, Any]:
        """Plain data, cards as texts. Written out for speed: a server does this for every seat at every
        move."""
        last = self.last_play
        return {
            "seats": self.seats,
            "hand": notation_of(self.hand.bits),
            "hand_sizes": list(self.hand_sizes),
            "table": notation_of(self.table.bits),
            "taken": [notation_of(self.taken[0].bits), notation_of(self.taken[1].bits)],
            "unseen": notation_of(self.unseen.bits),
            "undealt": self.undealt,
            "bottom": None if self.bottom is None else str(self.bottom),
            "phase": self.phase,
            "hand_number": self.hand_number,
            "dealer": self.dealer,
            "turn": self.turn,
            "last_taker": self.last_taker,
            "last_play": None if last is None else [last[0], str(last[1])],
            "dropped": None if self.dropped is None else str(self.dropped),
            "totals": list(self.totals),
            "specials": [list(self.specials[0]), list(self.specials[1])],
            "winner": self.winner,
            "won": self.won,
        }


card_set = lru_cache(maxsize=4096)(CardSet)  # the same sets are seen by every seat, move after move


@lru_cache(maxsize=4096)
def _as_play(last: LastPlay) -> tuple[Seat, Play] | None:
    return None if last.seat == NOBODY else (last.seat, Play(Card(last.card), CardSet(last.taken)))


def seen(deck: int, s: State, seat: Seat | None) -> TableView:
    """The table for a seat, or for a spectator."""
    c, t = s.cards, s.turn
    hand = 0 if seat is None else c.hands[seat]
    bottom = 0 if c.bottom == NO_CARD else 1 << c.bottom
    known = hand | c.table | c.taken[0] | c.taken[1] | bottom
    return TableView(
        seats=s.seats,
        hand=card_set(hand),
        hand_sizes=tuple(held.bit_count() for held in c.hands[: s.seats]),
        table=card_set(c.table),
        taken=(card_set(c.taken[0]), card_set(c.taken[1])),
        unseen=card_set(deck & ~known),
        undealt=c.undealt.bit_count(),
        bottom=None if c.bottom == NO_CARD else Card(c.bottom),
        phase=t.phase,
        hand_number=t.hand,
        dealer=t.dealer,
        turn=t.seat,
        last_taker=None if t.taker == NOBODY else t.taker,
        last_play=_as_play(s.last),
        dropped=None if t.dropped == NO_CARD else Card(t.dropped),
        totals=s.score.totals,
        specials=s.score.specials,
        winner=None if s.score.winner == NOBODY else s.score.winner,
        won=s.score.won,
    )


def guessed(v: TableView, seat: Seat | None, rng: Source) -> State:
    """A state that looks like this to that seat, the hidden cards dealt at random."""
    hands, unseen = [0, 0, 0, 0], v.unseen.bits
    stock_bottom = 0
    if v.bottom is not None and v.bottom not in v.table | v.taken[0] | v.taken[1]:
        # The dealer's last packet is the very last one: until then the card is under the stock.
        if v.undealt:
            stock_bottom = 1 << v.bottom
        else:
            hands[v.dealer] = 1 << v.bottom
    for other in range(v.seats):
        if other == seat:
            hands[other] = v.hand.bits
            continue
        drawn = draw(unseen, v.hand_sizes[other] - hands[other].bit_count(), rng)
        hands[other] |= drawn
        unseen &= ~drawn
    return state_of(v, hands, unseen | stock_bottom)


def state_of(v: TableView, hands: Sequence[int], undealt: int) -> State:
    """The state of this view with these four hands and this stock."""
    last = NO_PLAY
    if v.last_play is not None:
        who, play = v.last_play
        last = LastPlay(who, int(play.card), play.taken.bits)
    taker = NOBODY if v.last_taker is None else v.last_taker
    dropped = NO_CARD if v.dropped is None else int(v.dropped)
    return State(
        v.seats,
        Cards(
            (hands[0], hands[1], hands[2], hands[3]),
            v.table.bits,
            undealt,
            (v.taken[0].bits, v.taken[1].bits),
            NO_CARD if v.bottom is None else int(v.bottom),
        ),
        Turn(v.phase, v.hand_number, v.dealer, v.turn, taker, dropped),
        last,
        Score(v.totals, v.specials, NOBODY if v.winner is None else v.winner, v.won),
    )
