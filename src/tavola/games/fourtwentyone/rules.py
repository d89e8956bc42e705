"""The rules of 421, as plain functions over the state. Numba compiles them as they stand.

Read from the top: a `step` is a decision or a throw. A throw may close a go, a go the round, the round the
turn, the turn the set, the set the game; each has its function, in that order. The rampo is in `settle` and
`start_rampo`.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.games.fourtwentyone.combinations import Variant, rank, value
from tavola.games.fourtwentyone.state import (
    LEFT,
    LOAD,
    MAX_THROWS,
    OPENING,
    OVER,
    RAMPO_HIGH,
    RAMPO_LOW,
    RIGHT,
    SETS_TO_LOSE,
    TOKENS,
    UNLOAD,
    Go,
    Round,
    State,
    Tokens,
    Turn,
)
from tavola.pieces.dice import is_canonical, pick, size
from tavola.pieces.seats import NONE_EACH, all_seats, has, is_single, next_in, only_seat, put

# A decision is the set of positions kept (of the sorted dice), plus HIT when the table is hit. Keeping all
# three is stopping.
STOP = 0b111
HIT = 0b1000

STRONGER = 10_000  # higher than the rank of any combination


class Call(NamedTuple):
    """A throw or a stop, as the player announces it."""

    seat: int
    dice: int
    total: int
    throws: int  # 0 while the go is not closed, and in rounds of one throw each
    rampo: int  # 1: equals the lowest so far, or in the unload the highest
    fewer: int  # 1: the best so far in fewer throws than allowed; those after get no more


class Ending(NamedTuple):
    """How a round ended. Seats are -1 if there is none."""

    hot_hand: int  # a rampo: the seat that starts it
    starter: int  # the opening: the seat that starts the game
    loser: int  # the turn: the seat that receives tokens,
    winner: int  # from whom (-1: from the kitty)
    tokens: int  # and how many
    sets_lost: int  # 0: the set goes on; else how many sets its loser has lost by now


class Effects(NamedTuple):
    """What a step brought about."""

    call: Call
    ending: Ending


SILENCE = Call(-1, 0, 0, 0, 0, 0)
NOT_ENDED = Ending(-1, -1, -1, -1, 0, 0)


# ---- who decides, and what ----


def is_deciding(s: State) -> bool:
    """Is a player to decide, rather than dice about to fall?"""
    return s.round.kind != OVER and s.go.in_hand == 0


def legal(s: State) -> int:
    """The decisions open to the player, as a set of bits; 0 when nobody decides.

    The first player stops after seeing a throw. The others say before a throw that it is their last.
    """
    if not is_deciding(s):
        return 0
    first = s.go.seat == s.turn.first
    if s.go.throws == 0:
        return 1 << 0 | 1 << HIT
    found = 1 << STOP if first else 0
    may_hit = not first and s.go.throws + 1 < s.turn.limit
    for kept in range(STOP):
        if is_canonical(s.go.dice, kept):
            found |= 1 << kept
            if may_hit:
                found |= 1 << (kept | HIT)
    return found


# ---- a step ----


def step(variant: Variant, s: State, action: int) -> tuple[State, Effects]:
    """The state after a decision of the player; or, when dice are in hand, after they fell as given."""
    if s.go.in_hand > 0:
        return throw(variant, s, highest_first(action))
    if action == STOP:
        return close_go(variant, s)
    return take_in_hand(s, action), Effects(SILENCE, NOT_ENDED)


def highest_first(dice: int) -> int:
    """Three dice, or the one of the opening, sorted. Branch-free, for speed."""
    if dice < 10:
        return dice
    a, b, c = dice // 100, dice // 10 % 10, dice % 10
    high, low = max(a, b, c), min(a, b, c)
    return 100 * high + 10 * (a + b + c - high - low) + low


def take_in_hand(s: State, action: int) -> State:
    go = s.go
    kept = pick(go.dice, action & ~HIT)
    hand = Go(go.seat, go.throws, go.dice, kept, 3 - size(kept), action // HIT)
    return State(s.seats, s.tokens, s.turn, s.round, hand)


def throw(variant: Variant, s: State, dice: int) -> tuple[State, Effects]:
    """The dice have fallen: they count, and perhaps the go is over."""
    go, turn = s.go, s.turn
    throws = go.throws + 1
    total = turn.total
    if s.round.kind != OPENING:
        total += value(variant, dice)
        if variant.last_throw_counts and go.throws > 0:
            total -= value(variant, go.dice)
    after = State(
        s.seats,
        s.tokens,
        Turn(turn.first, total, turn.loading, turn.limit, turn.lowest, turn.highest),
        s.round,
        Go(go.seat, throws, dice, 0, 0, go.hit),
    )
    if s.round.kind != UNLOAD or go.hit or throws == turn.limit:
        return close_go(variant, after)
    return after, Effects(Call(go.seat, dice, total, 0, 0, 0), NOT_ENDED)


# ---- the end of a go ----


def close_go(variant: Variant, s: State) -> tuple[State, Effects]:
    """The player's combination stands; the next player throws, or the round is over."""
    go, turn, now = s.go, s.turn, s.round
    waiting = now.waiting & ~(1 << go.seat)
    shown = Round(now.kind, now.members, waiting, now.direction, put(now.shown, go.seat, go.dice))
    lowest, highest = extremes(variant, shown, now.members & ~waiting)
    throws = go.throws if now.kind == UNLOAD else 0
    limit = turn.limit
    if now.kind == UNLOAD and highest == 1 << go.seat:  # strictly higher than all before it
        limit = min(limit, go.throws)
    rampo = is_rampo(now.kind, go.seat, lowest, highest)
    call = Call(go.seat, go.dice, turn.total, throws, int(rampo), int(limit < turn.limit))
    after = State(
        s.seats,
        s.tokens,
        Turn(turn.first, turn.total, turn.loading, limit, turn.lowest, turn.highest),
        shown,
        go,
    )
    if waiting:
        return begin_go(after, next_in(waiting, go.seat, now.direction, s.seats)), Effects(call, NOT_ENDED)
    after, ending = close_round(after, lowest, highest)
    return after, Effects(call, ending)


def begin_go(s: State, seat: int) -> State:
    """Dice are in hand at once, unless the player may first announce a single throw."""
    thinks_first = s.round.kind == UNLOAD and seat != s.turn.first and s.turn.limit > 1
    dice = 0 if thinks_first else 1 if s.round.kind == OPENING else 3
    return State(s.seats, s.tokens, s.turn, s.round, Go(seat, 0, 0, 0, dice, 0))


def is_rampo(kind: int, seat: int, lowest: int, highest: int) -> bool:
    """Does this seat share the lowest or the highest combination so far, whichever matters?"""
    low = has(lowest, seat) and not is_single(lowest) and kind != RAMPO_HIGH
    high = has(highest, seat) and not is_single(highest) and kind in (UNLOAD, RAMPO_HIGH)
    return kind != OPENING and (low or high)


def extremes(variant: Variant, now: Round, group: int) -> tuple[int, int]:
    """The seats of the group with its lowest, and with its highest combination: two sets of seats."""
    lowest, weakest = 0, STRONGER
    highest, strongest = 0, -STRONGER
    for seat in range(len(now.shown)):
        if has(group, seat):
            shown, alone = now.shown[seat], 1 << seat
            strength = shown if now.kind == OPENING else rank(variant, shown)
            lowest = lowest | alone if strength == weakest else alone if strength < weakest else lowest
            highest = highest | alone if strength == strongest else alone if strength > strongest else highest
            weakest, strongest = min(weakest, strength), max(strongest, strength)
    return lowest, highest


# ---- the end of a round ----


def close_round(s: State, lowest: int, highest: int) -> tuple[State, Ending]:
    """All have thrown: find the lowest and the highest of the turn."""
    kind, turn = s.round.kind, s.turn
    if kind == OPENING:
        return close_opening(s, lowest)
    if kind == RAMPO_HIGH:
        lowest = turn.lowest
    if kind not in (UNLOAD, RAMPO_HIGH):
        highest = turn.highest
    judged = Turn(turn.first, turn.total, turn.loading, turn.limit, lowest, highest)
    return settle(State(s.seats, s.tokens, judged, s.round, s.go))


def close_opening(s: State, lowest: int) -> tuple[State, Ending]:
    """The lowest die starts the game; equal ones are thrown again."""
    if is_single(lowest):
        starter = only_seat(lowest)
        return begin_turn(s.seats, s.tokens, starter, 1), Ending(-1, starter, -1, -1, 0, 0)
    again = State(s.seats, s.tokens, s.turn, Round(OPENING, lowest, lowest, LEFT, NONE_EACH), s.go)
    return begin_go(again, only_seat(lowest)), NOT_ENDED


def settle(s: State) -> tuple[State, Ending]:
    """Find the one loser, then, in the unload, the one winner; each by rampos while several are equal.

    If all were equal the loser takes no part in the rampo of the highest.
    """
    lowest = s.turn.lowest
    if not is_single(lowest):
        return start_rampo(s, RAMPO_LOW, lowest)
    if s.turn.loading:
        return take_from_kitty(s, only_seat(lowest))
    highest = s.turn.highest & ~lowest
    if not is_single(highest):
        return start_rampo(s, RAMPO_HIGH, highest)
    return pay(s, only_seat(highest), only_seat(lowest))


def start_rampo(s: State, kind: int, members: int) -> tuple[State, Ending]:
    """The tied players throw once each: the last in playing order, the hot hand, first, then to the right.

    A rampo within a rampo reverses the direction, and starts from the other end.
    """
    direction = -s.round.direction if s.round.kind == kind else RIGHT
    first = s.turn.first
    end = first if direction == LEFT else (first - 1 + s.seats) % s.seats
    hot_hand = next_in(members, end, direction, s.seats)
    rampo = State(s.seats, s.tokens, s.turn, Round(kind, members, members, direction, NONE_EACH), s.go)
    return begin_go(rampo, hot_hand), Ending(hot_hand, -1, -1, -1, 0, 0)


# ---- the end of a turn ----


def take_from_kitty(s: State, loser: int) -> tuple[State, Ending]:
    """The load: the lowest takes the total, or all the tokens that are left."""
    tokens = min(s.turn.total, s.tokens.kitty)
    held = put(s.tokens.held, loser, s.tokens.held[loser] + tokens)
    now = Tokens(s.tokens.kitty - tokens, held, s.tokens.sets_lost)
    return close_turn(s.seats, now, loser, -1, tokens)


def pay(s: State, winner: int, loser: int) -> tuple[State, Ending]:
    """The unload: the highest gives the lowest the total, or all tokens held."""
    tokens = min(s.turn.total, s.tokens.held[winner])
    held = put(s.tokens.held, winner, s.tokens.held[winner] - tokens)
    held = put(held, loser, held[loser] + tokens)
    return close_turn(s.seats, Tokens(0, held, s.tokens.sets_lost), loser, winner, tokens)


def close_turn(seats: int, tokens: Tokens, loser: int, winner: int, paid: int) -> tuple[State, Ending]:
    """The loser starts the next turn, unless the loser now holds all the tokens and has lost the set."""
    if tokens.held[loser] < TOKENS:
        loading = int(tokens.kitty > 0)
        return begin_turn(seats, tokens, loser, loading), Ending(-1, -1, loser, winner, paid, 0)
    lost = tokens.sets_lost[loser] + 1
    fresh = Tokens(TOKENS, NONE_EACH, put(tokens.sets_lost, loser, lost))
    after = begin_turn(seats, fresh, loser, 1) if lost < SETS_TO_LOSE else game_over(seats, fresh, loser)
    return after, Ending(-1, -1, loser, winner, paid, lost)


def begin_turn(seats: int, tokens: Tokens, first: int, loading: int) -> State:
    """In the load all throw, once; in the unload those who hold tokens, up to three times."""
    members = all_seats(seats)
    if not loading:
        for seat in range(seats):
            if tokens.held[seat] == 0:
                members &= ~(1 << seat)
    kind, limit = (LOAD, 1) if loading else (UNLOAD, MAX_THROWS)
    turn = Turn(first, 0, loading, limit, 0, 0)
    round_ = Round(kind, members, members, LEFT, NONE_EACH)
    return begin_go(State(seats, tokens, turn, round_, Go(first, 0, 0, 0, 0, 0)), first)


def game_over(seats: int, tokens: Tokens, loser: int) -> State:
    nobody = Round(OVER, 0, 0, LEFT, NONE_EACH)
    return State(seats, tokens, Turn(loser, 0, 1, 1, 0, 0), nobody, Go(loser, 0, 0, 0, 0, 0))
