"""The rules of Dice Poker, as plain functions over the state. Numba compiles them as they stand."""

from __future__ import annotations

from typing import NamedTuple

from tavola.core.game import Lanes
from tavola.games.dice_poker.patterns import DICE, pattern
from tavola.games.dice_poker.points import Scale
from tavola.pieces.dice import is_canonical, pick, put_back, size
from tavola.pieces.seats import NONE_EACH, Eight, put

MOST_REROLLED = 3

# A decision is the set of positions thrown again; the empty set is to stand.
STAND = 0


class Variant(NamedTuple):
    """The options as ints, for compiled code."""

    goal: int
    rerolls: int
    points: Scale


class State(NamedTuple):
    seats: int
    turn: int  # turns begun by all players together, from 0; the seats take them in order
    scores: Eight
    dice: int  # on the table, in the order they fell; 0 before the first roll of a turn
    in_hand: int  # the positions about to be rolled; 0 while the player thinks
    rerolls: int  # left in this turn
    over: int


class Effects(NamedTuple):
    """What a step brought about."""

    pattern: int  # the pattern of the dice, -1 if none fell
    points: int  # -1 while the turn goes on


ALL_DICE = (1 << DICE) - 1


def start(variant: Variant, seats: int) -> State:
    return begin_turn(variant, seats, 0, NONE_EACH)


def begin_turn(variant: Variant, seats: int, turn: int, scores: Eight) -> State:
    return State(seats, turn, scores, 0, ALL_DICE, variant.rerolls, 0)


def seat_of(s: State) -> int:
    """Whose turn it is."""
    return s.turn % s.seats


def dice_in_hand(s: State) -> int:
    """How many dice are about to be rolled."""
    return size(pick(11111, s.in_hand))


def legal(dice: int) -> int:
    """The decisions open to the player who sees these dice: standing, or one to three dice again."""
    found = 1 << STAND
    for mask in range(1, 1 << DICE):
        if size(pick(dice, mask)) <= MOST_REROLLED and is_canonical(dice, mask):
            found |= 1 << mask
    return found


def step(variant: Variant, s: State, action: int) -> tuple[State, Effects]:
    """The state after a decision of the player; or, when dice are in hand, after they fell as given."""
    if s.in_hand:
        return roll(variant, s, action)
    if action == STAND:
        return end_turn(variant, s)
    again = State(s.seats, s.turn, s.scores, s.dice, action, s.rerolls - 1, 0)
    return again, Effects(-1, -1)


def roll(variant: Variant, s: State, rolled: int) -> tuple[State, Effects]:
    """Dice have fallen; without a re-roll left the turn is over."""
    dice = rolled if s.dice == 0 else put_back(s.dice, s.in_hand, rolled)
    after = State(s.seats, s.turn, s.scores, dice, 0, s.rerolls, 0)
    if s.rerolls == 0:
        return end_turn(variant, after)
    return after, Effects(pattern(dice), -1)


def end_turn(variant: Variant, s: State) -> tuple[State, Effects]:
    """The pattern counts. All have the same number of turns: only a whole round ends the game."""
    shown = pattern(s.dice)
    points = variant.points[shown]
    scores = put(s.scores, seat_of(s), s.scores[seat_of(s)] + points)
    round_done = seat_of(s) == s.seats - 1
    if round_done and max(scores) >= variant.goal:
        return State(s.seats, s.turn, scores, s.dice, 0, 0, 1), Effects(shown, points)
    return begin_turn(variant, s.seats, s.turn + 1, scores), Effects(shown, points)


LANES = Lanes(seat_of)  # in duplicate games a throw belongs to the seat
