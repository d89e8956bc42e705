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
    held,
    most_held,
    total,
)
from tavola.games.capture.state import (
    BY_CALLING_OUT,
    BY_TARGET,
    BY_TOMBOLON,
    CALLED_OUT,
    DEAL_PACKET,
    NO_SPECIALS,
    NOBODY,
    NOT_WON,
    OVER,
    PLAY,
    PLAYED_OUT,
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


class HandEnd(NamedTuple):
    """The end of a hand. Sides and seats are NOBODY if there is none."""

    how: int  # PLAYED_OUT, CALLED_OUT; PLAY if the hand goes on
    taker: int  # the seat that takes what is left on the table,
    leftovers: int  # the cards left there
    taken: Two  # the piles at the end
    deck: tuple[DeckPoints, DeckPoints]
    totals: Two
    winner: int  # the side that has won the match
    won: int  # how it was won


class Effects(NamedTuple):
    """What a step brought about: the points the play made, and the end of the hand if it was one."""

    specials: Specials
    end: HandEnd


GOES_ON = HandEnd(PLAY, NOBODY, 0, (0, 0), (NO_DECK_POINTS, NO_DECK_POINTS), (0, 0), NOBODY, NOT_WON)


def step(v: Variant, s: State, card: int, taken: int) -> tuple[State, Effects]:
    """The state after the seat on turn played a card and took these, which must be legal."""
    played, made = play_card(v, s, card, taken)
    if played.turn.phase < PLAYED_OUT:
        return played, Effects(made, GOES_ON)
    after, end = close_hand(v, played)
    return after, Effects(made, end)


def play_card(v: Variant, s: State, card: int, taken: int) -> tuple[State, Specials]:
    """The card is down, the points it makes are counted, the turn has passed.

    Separate from `step` because it is most of a hand: a caller that plays millions of hands counts only at
    their end.
    """
    t, seat = s.turn, s.turn.seat
    cards = put_down(s.cards, seat, card, taken)
    all_played = cards.hands[0] | cards.hands[1] | cards.hands[2] | cards.hands[3] == 0
    is_last = all_played and cards.undealt == 0
    made = specials_made(v, t.dropped, card, taken, cards.table == 0, is_last)
    score = with_specials(s.score, side_of(seat), made)
    taker = seat if taken != 0 else t.taker
    if is_last:
        turn = Turn(PLAYED_OUT, t.hand, t.dealer, seat, taker, NO_CARD)
    elif v.call_out and taken != 0 and is_out(v, t.dealer, side_of(seat), s.seats, cards.taken, score):
        turn = Turn(CALLED_OUT, t.hand, t.dealer, seat, taker, NO_CARD)
    elif all_played:
        turn = Turn(DEAL_PACKET, t.hand, t.dealer, next_seat(t.dealer, s.seats), taker, NO_CARD)
    else:
        dropped = card if taken == 0 else NO_CARD
        turn = Turn(PLAY, t.hand, t.dealer, next_seat(seat, s.seats), taker, dropped)
    return State(s.seats, cards, turn, LastPlay(seat, card, taken), score), made


def put_down(c: Cards, seat: int, card: int, taken: int) -> Cards:
    """The card goes on the table, or with its capture onto the side's pile."""
    bit = 1 << card
    hands = put_in_hand(c.hands, seat, c.hands[seat] & ~bit)
    if taken == 0:
        return Cards(hands, c.table | bit, c.undealt, c.taken, c.bottom)
    side = side_of(seat)
    piles = put_on_side(c.taken, side, c.taken[side] | taken | bit)
    return Cards(hands, c.table & ~taken, c.undealt, piles, c.bottom)


# ---- points made in the course of a hand ----


def specials_made(v: Variant, dropped: int, card: int, taken: int, cleared: bool, is_last: bool) -> Specials:
    """What a capture scores at once. The last play of a hand scores nothing, except for a suited capture."""
    if taken == 0:
        return NO_SPECIALS
    suited = 0 if is_last and not v.suited_on_last else suited_points(v, card, taken)
    if is_last:
        return Specials(0, 0, suited)
    sweep = sweep_points(v, card) if cleared else 0
    return Specials(sweep, v.picula if is_picula(dropped, card, taken) else 0, suited)


def sweep_points(v: Variant, card: int) -> int:
    """For clearing the table: 1, or by rank, the figures then counting 3, 4 and 5."""
    if not v.sweep_by_rank:
        return 1
    rank = rank_of(card)
    return rank if rank <= 10 else rank - 8


def is_picula(dropped: int, card: int, taken: int) -> bool:
    """Is exactly the card taken that was dropped just before, by a card of its rank?"""
    return dropped != NO_CARD and taken == 1 << dropped and rank_of(card) == rank_of(dropped)


def suited_points(v: Variant, card: int, taken: int) -> int:
    """For three or more cards of one suit, including the played one."""
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
    """If the hand is played out, the last seat that took gets the table. The deck is counted, and the next
    hand begins, if there is one."""
    taker, leftovers, taken = NOBODY, 0, s.cards.taken
    if s.turn.phase == PLAYED_OUT and s.turn.taker != NOBODY:
        taker, leftovers = s.turn.taker, s.cards.table
        taken = put_on_side(taken, side_of(taker), taken[side_of(taker)] | leftovers)
    deck = count_decks(v, s.turn.dealer, s.seats, taken)
    totals = (s.score.totals[0] + total(deck[0]), s.score.totals[1] + total(deck[1]))
    winner, won = match_winner(v, s.turn, totals, deck)
    end = HandEnd(s.turn.phase, taker, leftovers, taken, deck, totals, winner, won)
    if winner == NOBODY:
        dealer = next_seat(s.turn.dealer, s.seats)
        return at_a_hand(v.deck, s.seats, s.turn.hand + 1, dealer, totals), end
    c, t = s.cards, s.turn
    cards = Cards(c.hands, c.table & ~leftovers, c.undealt, taken, c.bottom)
    turn = Turn(OVER, t.hand, t.dealer, t.seat, t.taker, NO_CARD)
    return State(s.seats, cards, turn, s.last, Score(totals, s.score.specials, winner, won)), end


def count_decks(v: Variant, dealer: int, seats: int, taken: Two) -> tuple[DeckPoints, DeckPoints]:
    """The points of both piles; ties may go to the first player's side."""
    first_side = side_of(next_seat(dealer, seats))
    return deck_points(v, taken, 0, first_side), deck_points(v, taken, 1, first_side)


def is_out(v: Variant, dealer: int, side: int, seats: int, taken: Two, score: Score) -> bool:
    """Does a side, with what it holds for certain, reach the target and lead? Then it need not play on.

    The lead is by the final count, doubling included: a side that calls out has won.
    """
    if score.totals[side] + most_held(v) < v.target:
        return False  # most captures are far from it: this skips the count
    first_side = side_of(next_seat(dealer, seats))
    mine = deck_points(v, taken, side, first_side)
    if score.totals[side] + held(mine) < v.target:
        return False
    theirs = deck_points(v, taken, 1 - side, first_side)
    if theirs.tombolon > 0:
        return False
    return score.totals[side] + total(mine) > score.totals[1 - side] + total(theirs)


def match_winner(v: Variant, turn: Turn, totals: Two, deck: tuple[DeckPoints, DeckPoints]) -> tuple[int, int]:
    """The winner after a hand: by tombolon; or at or over the target, and not tied."""
    for side in range(2):
        if deck[side].tombolon > 0:
            return side, BY_TOMBOLON
    if max(totals[0], totals[1]) < v.target or totals[0] == totals[1]:
        return NOBODY, NOT_WON
    return (0 if totals[0] > totals[1] else 1), (BY_CALLING_OUT if turn.phase == CALLED_OUT else BY_TARGET)
