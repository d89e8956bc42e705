"""A step of play, as plain functions over the state. Numba compiles them as they stand.

Read from the top: a `step` puts a card down, counts what it makes at once, and passes the turn. It may end
the hand, because the cards are out or because a side calls out; the end of the hand may end the match.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.games.capture.points import (
    NO_DECK_POINTS,
    DeckPoints,
    deck_points,
    total,
)
from tavola.games.capture.state import (
    BY_CALLING_OUT,
    BY_TARGET,
    BY_TOMBOLON,
    DEAL_PACKET,
    NO_SPECIALS,
    NOBODY,
    NOT_WON,
    OVER,
    PLAY,
    Cards,
    LastPlay,
    Score,
    Specials,
    State,
    Turn,
    Two,
    at_a_hand,
    next_seat,
    put_in_hand,
    put_on_side,
    side_of,
)
from tavola.games.capture.variant import BAGER, COLOUR_ANY_THREE, NO_SUITED, Variant
from tavola.pieces.cards import BASTONI, COPPE, DENARI, NO_CARD, SPADE, of_suit, rank_of, size, suit_of

# How a hand ended.
NOT_ENDED, PLAYED_OUT, CALLED_OUT = range(3)


class HandEnd(NamedTuple):
    """The end of a hand. Sides and seats are NOBODY where nobody is meant."""

    ended: int
    taker: int  # the seat that takes what is left on the table,
    leftovers: int  # and what that is
    taken: Two  # the piles at the end
    deck: tuple[DeckPoints, DeckPoints]
    totals: Two
    winner: int  # the side that has won the match
    won: int  # and how


class News(NamedTuple):
    """What a step brought about: the points the play made, and the end of the hand if it was one."""

    specials: Specials
    end: HandEnd


GOES_ON = HandEnd(NOT_ENDED, NOBODY, 0, (0, 0), (NO_DECK_POINTS, NO_DECK_POINTS), (0, 0), NOBODY, NOT_WON)


def step(v: Variant, s: State, card: int, taken: int) -> tuple[State, News]:
    """After the seat whose turn it is played a card and took these, which must be legal."""
    seat, side = s.turn.seat, side_of(s.turn.seat)
    cards = put_down(s.cards, seat, card, taken)
    is_last = cards.undealt == 0 and all_played(cards)
    made = specials_made(v, s, card, taken, cards.table == 0, is_last)
    score = with_specials(s.score, side, made)
    taker = seat if taken != 0 else s.turn.taker
    played = State(
        s.seats,
        cards,
        Turn(PLAY, s.turn.hand, s.turn.dealer, seat, taker, card if taken == 0 else NO_CARD),
        LastPlay(seat, card, taken),
        score,
    )
    if is_last:
        after, end = close_hand(v, played)
    elif v.call_out and taken != 0:
        after, end = call_out(v, played)
    else:
        after, end = pass_turn(played), GOES_ON
    return after, News(made, end)


def put_down(c: Cards, seat: int, card: int, taken: int) -> Cards:
    """The card goes on the table, or with what it takes onto the side's pile."""
    bit = 1 << card
    hands = put_in_hand(c.hands, seat, c.hands[seat] & ~bit)
    if taken == 0:
        return Cards(hands, c.table | bit, c.undealt, c.taken, c.bottom)
    side = side_of(seat)
    piles = put_on_side(c.taken, side, c.taken[side] | taken | bit)
    return Cards(hands, c.table & ~taken, c.undealt, piles, c.bottom)


def all_played(c: Cards) -> bool:
    return c.hands[0] | c.hands[1] | c.hands[2] | c.hands[3] == 0


def pass_turn(s: State) -> State:
    """To the next seat; or, if all hands are empty, to the deal of new packets."""
    t = s.turn
    if all_played(s.cards):
        turn = Turn(DEAL_PACKET, t.hand, t.dealer, next_seat(t.dealer, s.seats), t.taker, NO_CARD)
    else:
        turn = Turn(PLAY, t.hand, t.dealer, next_seat(t.seat, s.seats), t.taker, t.dropped)
    return State(s.seats, s.cards, turn, s.last, s.score)


# ---- points made in the course of a hand ----


def specials_made(v: Variant, s: State, card: int, taken: int, cleared: bool, is_last: bool) -> Specials:
    """What a capture scores at once. The last play of a hand scores nothing, but for a suited capture."""
    if taken == 0:
        return NO_SPECIALS
    suited = 0 if is_last and not v.suited_on_last else suited_points(v, card, taken)
    if is_last:
        return Specials(0, 0, suited)
    sweep = sweep_points(v, card) if cleared else 0
    return Specials(sweep, v.picula if is_picula(s.turn.dropped, card, taken) else 0, suited)


def sweep_points(v: Variant, card: int) -> int:
    """For clearing the table: 1, or by rank, the figures then counting 3, 4 and 5."""
    if not v.sweep_by_rank:
        return 1
    rank = rank_of(card)
    return rank if rank <= 10 else rank - 8


def is_picula(dropped: int, card: int, taken: int) -> bool:
    """Is exactly the card taken that was dropped just before, by its equal?"""
    return dropped != NO_CARD and taken == 1 << dropped and rank_of(card) == rank_of(dropped)


def suited_points(v: Variant, card: int, taken: int) -> int:
    """For three or more cards of one suit, the played one counted."""
    if v.suited == NO_SUITED or not is_suited(v, card, taken):
        return 0
    return size(taken) + 1 if v.suited == BAGER else sweep_points(v, card)


def is_suited(v: Variant, card: int, taken: int) -> bool:
    if v.suited == COLOUR_ANY_THREE:
        return has_three_of(taken | 1 << card)
    return taken & ~of_suit(suit_of(card)) == 0 and size(taken) >= 2


def has_three_of(cards: int) -> bool:
    """Are three or more cards of some suit among them?"""
    most = max(size(cards & of_suit(BASTONI)), size(cards & of_suit(COPPE)))
    return max(most, size(cards & of_suit(DENARI)), size(cards & of_suit(SPADE))) >= 3


def with_specials(score: Score, side: int, made: Specials) -> Score:
    points = made.sweep + made.picula + made.suited
    if points == 0:
        return score
    old = score.specials[side]
    new = Specials(old.sweep + made.sweep, old.picula + made.picula, old.suited + made.suited)
    both = (new, score.specials[1]) if side == 0 else (score.specials[0], new)
    return Score(add(score.totals, side, points), both, score.winner, score.won)


def add(totals: Two, side: int, points: int) -> Two:
    return put_on_side(totals, side, totals[side] + points)


# ---- the end of a hand ----


def close_hand(v: Variant, s: State) -> tuple[State, HandEnd]:
    """The last card is played: the last taker gets the table, the deck is counted, the next hand begins."""
    taker, leftovers, c = s.turn.taker, s.cards.table, s.cards
    if taker != NOBODY:
        side = side_of(taker)
        c = Cards(c.hands, 0, 0, put_on_side(c.taken, side, c.taken[side] | leftovers), c.bottom)
    deck = count_decks(v, s, c.taken)
    totals = (s.score.totals[0] + total(deck[0]), s.score.totals[1] + total(deck[1]))
    winner, won = match_winner(v, totals, deck)
    end = HandEnd(PLAYED_OUT, taker, leftovers, c.taken, deck, totals, winner, won)
    if winner != NOBODY:
        return match_over(s, c, end), end
    dealer = next_seat(s.turn.dealer, s.seats)
    return at_a_hand(v.deck, s.seats, s.turn.hand + 1, dealer, totals), end


def call_out(v: Variant, s: State) -> tuple[State, HandEnd]:
    """Who has taken enough to reach the target for certain, and is ahead, need not play on."""
    deck = count_decks(v, s, s.cards.taken)
    totals = (s.score.totals[0] + total(deck[0]), s.score.totals[1] + total(deck[1]))
    side = side_of(s.turn.seat)
    if deck[side].tombolon:
        end = HandEnd(CALLED_OUT, NOBODY, 0, s.cards.taken, deck, totals, side, BY_TOMBOLON)
    elif totals[side] >= v.target and totals[side] > totals[1 - side]:
        end = HandEnd(CALLED_OUT, NOBODY, 0, s.cards.taken, deck, totals, side, BY_CALLING_OUT)
    else:
        return pass_turn(s), GOES_ON
    return match_over(s, s.cards, end), end


def count_decks(v: Variant, s: State, taken: Two) -> tuple[DeckPoints, DeckPoints]:
    first_side = side_of(next_seat(s.turn.dealer, s.seats))
    return deck_points(v, taken, 0, first_side), deck_points(v, taken, 1, first_side)


def match_winner(v: Variant, totals: Two, deck: tuple[DeckPoints, DeckPoints]) -> tuple[int, int]:
    """Who has won after a hand: by tombolon; or at or over the target, and not tied."""
    for side in range(2):
        if deck[side].tombolon:
            return side, BY_TOMBOLON
    if max(totals[0], totals[1]) < v.target or totals[0] == totals[1]:
        return NOBODY, NOT_WON
    return (0 if totals[0] > totals[1] else 1), BY_TARGET


def match_over(s: State, cards: Cards, end: HandEnd) -> State:
    score = Score(end.totals, s.score.specials, end.winner, end.won)
    turn = Turn(OVER, s.turn.hand, s.turn.dealer, s.turn.seat, s.turn.taker, NO_CARD)
    return State(s.seats, cards, turn, s.last, score)
