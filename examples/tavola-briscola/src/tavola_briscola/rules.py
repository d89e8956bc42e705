"""The deal, a step of play, the end of a hand: plain functions, which Numba compiles as they stand.

What chance deals and draws is chance's business; `what_is_due` says of which cards, and how many.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.kit.cards import DECK_40, NO_CARD, card_of, size, suit_of
from tavola_briscola.options import Variant
from tavola_briscola.state import (
    DEAL,
    DRAW,
    NO_CARDS,
    NOBODY,
    OVER,
    PLAY,
    TURN_UP,
    Cards,
    Score,
    State,
    Trick,
    Turn,
    Two,
    at_a_hand,
    next_seat,
    put,
    put_on_side,
    side_of,
)
from tavola_briscola.tricks import HALF, SEVEN, points_in, set_of, strength_of, taker_of

IN_HAND = 3
SWAP = 52  # the number of the one thing a player may do that is no card


# ---- the deal ----


class Due(NamedTuple):
    """What chance deals now: so many of these cards."""

    pool: int
    number: int


def what_is_due(s: State) -> Due:
    """Of no cards, if chance has none to deal."""
    phase, undealt = s.turn.phase, s.cards.undealt
    if phase == DEAL:
        return Due(undealt, IN_HAND)
    if phase == TURN_UP:
        return Due(undealt, 1)
    if phase != DRAW:
        return Due(0, 0)
    if size(undealt) == 1:
        return Due(undealt, 1)  # the last card is the one in sight
    return Due(undealt & ~(1 << s.cards.shown), 1)


def draw_dealer(s: State, dealer: int) -> State:
    return at_a_hand(s.seats, 1, dealer, s.score.hands)


def deal(s: State, cards: int) -> State:
    """A seat has its three cards. The dealer gets his last; then a card is turned up."""
    c, t = s.cards, s.turn
    dealt = Cards(
        put(c.hands, t.seat, cards), c.known, c.played, c.undealt & ~cards, c.taken, c.shown, c.trump
    )
    phase = TURN_UP if t.seat == t.dealer else DEAL
    turn = Turn(phase, t.hand, t.dealer, next_seat(t.seat, s.seats), t.leader)
    return State(s.seats, dealt, turn, s.last, s.score)


def turn_up(s: State, card: int) -> State:
    """The card names the trump. It goes face up under the stock, and stays undealt."""
    c, t = s.cards, s.turn
    cards = Cards(c.hands, c.known, c.played, c.undealt, c.taken, card, suit_of(card))
    return State(s.seats, cards, Turn(PLAY, t.hand, t.dealer, t.seat, t.leader), s.last, s.score)


def draw(s: State, card: int) -> State:
    """A seat has drawn its card. After everybody has, the taker leads."""
    c, t = s.cards, s.turn
    bit = 1 << card
    hands = put(c.hands, t.seat, c.hands[t.seat] | bit)
    known, shown = c.known, c.shown
    if card == shown:
        known, shown = put(known, t.seat, known[t.seat] | bit), NO_CARD
    cards = Cards(hands, known, c.played, c.undealt & ~bit, c.taken, shown, c.trump)
    seat = next_seat(t.seat, s.seats)
    phase = PLAY if seat == t.leader else DRAW
    return State(s.seats, cards, Turn(phase, t.hand, t.dealer, seat, t.leader), s.last, s.score)


# ---- play ----


class Effects(NamedTuple):
    """What a step brought about. Seats and sides are NOBODY where nobody is meant."""

    taker: int  # the seat that took the trick; NOBODY: the trick goes on
    trick: int  # set
    ended: int  # flag: that was the last trick of the hand
    points: Two  # of the hand, when it ended
    hand_winner: int  # the side that has won it; NOBODY also where it is drawn
    hands: Two  # won by each side by now
    winner: int  # the side that has won the match


QUIET = Effects(NOBODY, 0, 0, (0, 0), NOBODY, (0, 0), NOBODY)


def legal(v: Variant, s: State) -> int:
    """What the seat whose turn it is may do, as a set: any card of its hand, and perhaps SWAP."""
    if s.turn.phase != PLAY:
        return 0
    return s.cards.hands[s.turn.seat] | (1 << SWAP if may_swap(v, s) else 0)


def may_swap(v: Variant, s: State) -> bool:
    """Has this seat the seven of trumps, and does a better card lie face up?"""
    if not v.trump_swap or s.cards.shown == NO_CARD:
        return False
    seven = card_of(SEVEN, s.cards.trump)
    has_it = (s.cards.hands[s.turn.seat] >> seven) & 1 == 1
    return has_it and strength_of(s.cards.shown) > strength_of(seven)


def step(v: Variant, s: State, action: int) -> tuple[State, Effects]:
    """After the seat whose turn it is played this card or swapped, which must be legal."""
    if action == SWAP:
        return swap(s), QUIET
    played = put_down(s, action)
    if played.turn.seat != played.turn.leader:
        return played, QUIET
    return close_trick(v, played)


def swap(s: State) -> State:
    """The seven lies under the stock, the better card is in the hand, and everybody has seen it go there."""
    c, seat = s.cards, s.turn.seat
    seven, shown = card_of(SEVEN, c.trump), c.shown
    bits = 1 << seven | 1 << shown
    hands = put(c.hands, seat, c.hands[seat] ^ bits)
    known = put(c.known, seat, c.known[seat] & ~bits | 1 << shown)
    cards = Cards(hands, known, c.played, c.undealt ^ bits, c.taken, seven, c.trump)
    return State(s.seats, cards, s.turn, s.last, s.score)


def put_down(s: State, card: int) -> State:
    """The card lies on the table and the turn has passed; to the leader again, if the trick is complete."""
    c, t, seat = s.cards, s.turn, s.turn.seat
    rest = ~(1 << card)
    hands = put(c.hands, seat, c.hands[seat] & rest)
    known = put(c.known, seat, c.known[seat] & rest)
    cards = Cards(hands, known, put(c.played, seat, card), c.undealt, c.taken, c.shown, c.trump)
    return State(
        s.seats, cards, Turn(PLAY, t.hand, t.dealer, next_seat(seat, s.seats), t.leader), s.last, s.score
    )


def close_trick(v: Variant, s: State) -> tuple[State, Effects]:
    """The trick goes to its taker's side. Then everybody draws, or the taker leads, or the hand is over."""
    c, t = s.cards, s.turn
    taker = taker_of(c.trump, c.played, t.leader, s.seats)
    trick, side = set_of(c.played), side_of(taker)
    taken = put_on_side(c.taken, side, c.taken[side] | trick)
    cards = Cards(c.hands, c.known, NO_CARDS, c.undealt, taken, c.shown, c.trump)
    phase = DRAW if c.undealt != 0 else PLAY
    after = State(
        s.seats, cards, Turn(phase, t.hand, t.dealer, taker, taker), Trick(t.leader, c.played, taker), s.score
    )
    if taken[0] | taken[1] != DECK_40:
        return after, Effects(taker, trick, 0, (0, 0), NOBODY, s.score.hands, NOBODY)
    return close_hand(v, after, taker, trick)


def close_hand(v: Variant, s: State, taker: int, trick: int) -> tuple[State, Effects]:
    """More than half of the points win the hand, and enough hands the match."""
    points = (points_in(s.cards.taken[0]), points_in(s.cards.taken[1]))
    hands, hand_winner, winner = s.score.hands, NOBODY, NOBODY
    if points[0] != HALF:
        hand_winner = 0 if points[0] > HALF else 1
        hands = put_on_side(hands, hand_winner, hands[hand_winner] + 1)
        winner = hand_winner if hands[hand_winner] >= v.target else NOBODY
    news = Effects(taker, trick, 1, points, hand_winner, hands, winner)
    t = s.turn
    if winner == NOBODY:
        return at_a_hand(s.seats, t.hand + 1, next_seat(t.dealer, s.seats), hands), news
    turn = Turn(OVER, t.hand, t.dealer, t.seat, t.leader)
    return State(s.seats, s.cards, turn, s.last, Score(hands, winner)), news
