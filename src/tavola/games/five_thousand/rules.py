"""The rules of 5000, as plain functions over the state. Numba compiles them as they stand."""

from __future__ import annotations

from typing import NamedTuple

from tavola.core.game import Lanes
from tavola.pieces.dice import FACES, count, counts, is_canonical, others, pick, size
from tavola.pieces.seats import NONE_EACH, Eight, put

DICE = 5
HANDS = 3
FIVE_THOUSAND = 5000
SUITE = 1500
ACE, FIVE = 100, 50
BRELAN_OF_ACES = 100  # as in the original server, less than its three aces one by one

# Tallies of the two suites, one octal digit a face.
LOW_SUITE = 0o011111
HIGH_SUITE = 0o111110

# A decision is the set of positions played. Playing nothing is banking; one more bit is trashing.
BANK = 0
TRASH = 1 << DICE


class Variant(NamedTuple):
    """The options as ints, for compiled code."""

    goal: int
    brelan_of_aces: int  # what 1-1-1 counts


class State(NamedTuple):
    seats: int
    turn: int  # turns played by all players together; the seats take them in order
    scores: Eight
    hand: int  # hands already played in this turn
    turn_score: int
    dice: int  # on the table, in the order they fell; 0 while dice are in hand
    in_hand: int  # how many are about to be rolled
    winner: int  # -1 while the game goes on


class Effects(NamedTuple):
    """What a step brought about."""

    points: int  # points of the dice played, times the hand
    hand_done: int  # 1: all five dice are played
    banked: int  # -1: nothing was banked
    trashed: int  # -1: nothing was trashed


def start(seats: int) -> State:
    return State(seats, 0, NONE_EACH, 0, 0, 0, DICE, -1)


def seat_of(s: State) -> int:
    """Whose turn it is."""
    return s.turn % s.seats


def score(variant: Variant, dice: int) -> int:
    """What a selection of dice counts in the first hand, 0 if it may not be played.

    All five 5s, then the suites; then brelans are taken first, and what is left must be aces and fives.
    """
    tally = counts(dice)
    if count(tally, 5) == DICE:
        return FIVE_THOUSAND
    if tally in (LOW_SUITE, HIGH_SUITE):
        return SUITE
    points = 0
    for face in range(1, FACES + 1):
        left = tally & 7
        tally >>= 3
        if left >= 3:
            points += variant.brelan_of_aces if face == 1 else 100 * face
            left -= 3
        if face == 1:
            points += left * ACE
        elif face == 5:
            points += left * FIVE
        elif left > 0:
            return 0
    return points


def legal(variant: Variant, dice: int) -> int:
    """The decisions open to the player who sees these dice, as a set of bits; 0 if there are none."""
    if dice == 0:
        return 0
    n = size(dice)
    found = 1 << TRASH
    if n == DICE:  # no die of this hand is played yet
        found |= 1 << BANK
    for mask in range(1, 1 << n):
        if is_canonical(dice, mask) and score(variant, pick(dice, mask)) > 0:
            found |= 1 << mask
    return found


def step(variant: Variant, s: State, action: int) -> tuple[State, Effects]:
    """The state after a decision of the player; or, when dice are in hand, after they fell as given."""
    if s.in_hand > 0:
        rolled = State(s.seats, s.turn, s.scores, s.hand, s.turn_score, action, 0, -1)
        return rolled, Effects(0, 0, -1, -1)
    if action == TRASH:
        return next_turn(s, s.scores), Effects(0, 0, -1, s.turn_score)
    if action == BANK:
        return bank(variant, s, s.turn_score), Effects(0, 0, s.turn_score, -1)
    return play(variant, s, action)


def play(variant: Variant, s: State, mask: int) -> tuple[State, Effects]:
    """Dice are set aside and count, doubled in the second hand and tripled in the third."""
    points = score(variant, pick(s.dice, mask)) * (s.hand + 1)
    turn_score = s.turn_score + points
    left = size(others(s.dice, mask))
    if left > 0:
        return State(s.seats, s.turn, s.scores, s.hand, turn_score, 0, left, -1), Effects(points, 0, -1, -1)
    if s.hand + 1 < HANDS:
        return State(s.seats, s.turn, s.scores, s.hand + 1, turn_score, 0, DICE, -1), Effects(
            points, 1, -1, -1
        )
    return bank(variant, s, turn_score), Effects(points, 1, turn_score, -1)


def bank(variant: Variant, s: State, turn_score: int) -> State:
    """A bank that reaches the goal wins at once; the others get no further turn."""
    seat = seat_of(s)
    total = s.scores[seat] + turn_score
    scores = put(s.scores, seat, total)
    if total >= variant.goal:
        return State(s.seats, s.turn, scores, 0, 0, 0, 0, seat)
    return next_turn(s, scores)


def next_turn(s: State, scores: Eight) -> State:
    return State(s.seats, s.turn + 1, scores, 0, 0, 0, DICE, -1)


LANES = Lanes(seat_of)  # in duplicate games a throw belongs to the seat
