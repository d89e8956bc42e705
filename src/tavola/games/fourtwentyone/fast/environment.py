"""421 as an environment. A decision is the rules' own number: the dice kept, and HIT.

The table of falls, by what is kept, has the weights of the contract's own chance: so dice that knock others
are played too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tavola.core.contract import Rules
from tavola.fast.env_kernel import (
    ALL_LEGAL,
    BEGIN,
    NOBODY_ACTS,
    Arrays,
    Environment,
    Field,
    Floats,
    Terms,
    capped,
    clear,
    first_illegal,
    keep_luck,
    load_luck,
    reward_winners,
    row_layout,
    show_dice,
    show_seat,
)
from tavola.fast.streams import Stream, below
from tavola.fast.sums import Ints
from tavola.games.fourtwentyone.combinations import Variant
from tavola.games.fourtwentyone.fast.kernel import winners
from tavola.games.fourtwentyone.moves import Fall, action_of, falls, moves_of
from tavola.games.fourtwentyone.rules import HIT, legal, step
from tavola.games.fourtwentyone.state import (
    MAX_THROWS,
    OVER,
    SETS_TO_LOSE,
    TOKENS,
    State,
    Tokens,
    start,
)
from tavola.pieces.dice import FACES, throws
from tavola.pieces.seats import has

ACTIONS = 2 * HIT
pack, unpack, WIDTH = row_layout(State)
THREE = 3
ONE_DIE = 67  # index of the falls of the opening, after those for every kept pair
MOST_WEIGHT = 1 << 62
MANY = 30  # of a turn's total


class EnvironmentTables(NamedTuple):
    """Ways to fall, by what is kept: where they begin, how many there are, and their cumulative weights."""

    starts: Ints
    numbers: Ints
    weights: Ints
    ends: Ints  # cumulative weights
    dice: Ints  # all dice on the table afterwards


def step_games(
    variant: Variant, seats: int, tables: EnvironmentTables, terms: Terms, arrays: Arrays, actions: Ints
) -> int:
    """One decision in every row. If one is illegal nothing is done, and its row is returned."""
    states, lucks, actors, lengths, observations, masks, rewards, terminated, truncated, log, drawings = (
        arrays
    )
    illegal = first_illegal(masks, actors, actions)
    if illegal != ALL_LEGAL:
        return illegal
    for row in range(len(actions)):
        s, luck = unpack(states, row), load_luck(lucks, row)
        drawn, action, before = 0, actions[row], s.tokens
        clear(rewards, row)
        terminated[row] = truncated[row] = 0
        if action == BEGIN:
            s, lengths[row] = start(seats), 0
        else:
            lengths[row] += 1
        while True:  # a player's decision, then chance; once more if another game begins
            s, luck, drawn = go_on(variant, s, action, luck, tables, drawn, log, row)
            over = s.round.kind == OVER
            if action == BEGIN and over and terms.again:  # the throws alone decided it: no seat was asked
                s = start(seats)
                continue
            if action == BEGIN or not (over or lengths[row] >= terms.longest):
                break
            terminated[row], truncated[row] = over, not over
            if over and not terms.by_points:
                reward_winners(rewards, row, seats, winners(s))
            if not terms.again:
                break
            if terms.by_points:
                reward_tokens(rewards, row, seats, before, s.tokens)
            s, lengths[row], action = start(seats), 0, BEGIN
        if terms.by_points and actions[row] != BEGIN and action != BEGIN:
            reward_tokens(rewards, row, seats, before, s.tokens)
        keep_luck(lucks, row, luck)
        drawings[row] = drawn
        pack(s, states, row)
        actors[row] = NOBODY_ACTS if over else s.go.seat
        found = legal(s)
        for each in range(ACTIONS):
            masks[row, each] = (found >> each) & 1
        observe(s, max(actors[row], 0), observations, row)
    return ALL_LEGAL


def go_on(
    v: Variant,
    s: State,
    action: int,
    luck: Stream,
    tables: EnvironmentTables,
    drawn: int,
    log: Ints,
    row: int,
) -> tuple[State, Stream, int]:
    """Apply the decision, if there is one; then dice fall until a player has to decide or the game is
    over."""
    starts, numbers, weights, ends, dice = tables
    while action != BEGIN or (s.go.in_hand > 0 and s.round.kind != OVER):
        if action == BEGIN:
            place = ONE_DIE if s.go.kept == 0 and s.go.in_hand == 1 else s.go.kept
            weight, luck = below(luck, weights[place])
            low, high = starts[place], starts[place] + numbers[place]
            while low < high:  # bisection: the first cumulative weight beyond the draw
                middle = (low + high) >> 1
                if ends[middle] > weight:
                    high = middle
                else:
                    low = middle + 1
            if drawn < log.shape[1]:
                log[row, drawn] = low - starts[place]
            drawn += 1
            action = dice[low]
        s, _ = step(v, s, action)
        action = BEGIN
    return s, luck, drawn


def reward_tokens(rewards: Floats, row: int, seats: int, before: Tokens, after: Tokens) -> None:
    """A token is a point lost. The tokens of a lost set are all of them, and stay counted."""
    for seat in range(seats):
        held = after.held[seat] + TOKENS * after.sets_lost[seat]
        rewards[row, seat] = before.held[seat] + TOKENS * before.sets_lost[seat] - held


def observe(s: State, me: int, out: Floats, row: int) -> None:
    clear(out, row)
    seats = s.seats
    at = show_dice(out, row, 0, s.go.dice, THREE)
    out[row, at + s.go.throws] = 1.0
    at += MAX_THROWS + 1
    out[row, at + s.turn.limit - 1] = 1.0
    at = show_seat(out, row, at + MAX_THROWS, s.go.seat, me, seats)
    at = show_seat(out, row, at, s.turn.first, me, seats)
    out[row, at] = capped(s.turn.total, MANY)
    out[row, at + 1] = s.tokens.kitty / TOKENS
    at += 2
    for other in range(seats):
        seat = (me + other) % seats
        out[row, at + other] = s.tokens.held[seat] / TOKENS
        out[row, at + seats + other] = s.tokens.sets_lost[seat] / SETS_TO_LOSE
        out[row, at + 2 * seats + other] = 1.0 if has(s.round.members, seat) else 0.0
        out[row, at + 3 * seats + other] = 1.0 if has(s.round.waiting, seat) else 0.0
        show_dice(out, row, at + 4 * seats + THREE * FACES * other, s.round.shown[seat], THREE)


def observe_row(v: Variant, rows: Ints, row: int, me: int, out: Floats) -> None:  # noqa: ARG001 - all games are asked alike
    observe(unpack(rows, row), me, out, 0)


# ---- around the kernel ----


def fields(rules: Rules[Any, Any], seats: int) -> tuple[Field, ...]:  # noqa: ARG001 - all games are asked alike
    return (
        Field("dice", THREE * FACES, "the dice on the table, highest first, six numbers each: which face"),
        Field("throws", MAX_THROWS + 1, "how many throws were made in this go, from 0 on"),
        Field("limit", MAX_THROWS, "how many a go may have, from 1 on"),
        Field("turn", seats, "whose go it is, counted from me"),
        Field("first", seats, "who began the turn"),
        Field("total", 1, f"what the turn counts so far, as a part of {MANY}", 2.0),
        Field("kitty", 1, "tokens in the kitty, as a part of 21"),
        Field("held", seats, "tokens of each, as parts of 21, mine first"),
        Field("sets_lost", seats, "sets each has lost, as parts of two"),
        Field("members", seats, "who takes part in the round"),
        Field("waiting", seats, "who has still to throw"),
        Field("shown", seats * THREE * FACES, "the combination of each who has thrown, as dice"),
    )


def tables(rules: Rules[Any, Any]) -> EnvironmentTables:
    """Made from the contract's chance; `refuses` ensures that the weights are not too high."""
    starts, numbers, weights = (np.zeros(ONE_DIE + 1, np.int64) for _ in range(3))
    ends: list[int] = []
    dice: list[int] = []
    for place, kept, in_hand in _throws():
        chances = list(falls(kept, in_hand, rules.options.knock).outcomes())
        unit = _unit(rules, kept, in_hand)
        starts[place], numbers[place], weights[place] = len(ends), len(chances), unit
        total = 0
        for fall, chance in chances:
            total += int(chance * unit)
            ends.append(total)
            lying = fall.on_table(kept)
            assert lying is not None  # what may fall knocks only what is there
            dice.append(lying)
    return EnvironmentTables(starts, numbers, weights, np.array(ends), np.array(dice))


def _throws() -> list[tuple[int, int, int]]:
    """Every possible throw: its index in the tables, what is kept, how many dice are in hand."""
    kept = [(dice, THREE - n) for n in (1, 2) for dice, _ in throws(n)]
    return [(0, 0, THREE), (ONE_DIE, 0, 1), *((dice, dice, in_hand) for dice, in_hand in kept)]


def _unit(rules: Rules[Any, Any], kept: int, in_hand: int) -> int:
    """A common denominator of all chances of that throw."""
    chances = [chance for _, chance in falls(kept, in_hand, rules.options.knock).outcomes()]
    return int(np.lcm.reduce([chance.denominator for chance in chances], dtype=object))


def index(rules: Rules[Any, Any], s: State, move: Any) -> int:  # noqa: ARG001 - all games are asked alike
    found = action_of(s.go.dice, move)
    assert found is not None  # it is legal
    return found


def move(rules: Rules[Any, Any], s: State, index: int) -> Any:  # noqa: ARG001
    return moves_of(s.go.dice, 1 << index)[0]


def chance(rules: Rules[Any, Any], s: State, drawn: int) -> Fall:
    outcomes = list(falls(s.go.kept, s.go.in_hand, rules.options.knock).outcomes())
    return outcomes[drawn][0]


def refuses(rules: Rules[Any, Any]) -> str:
    if all(_unit(rules, kept, in_hand) < MOST_WEIGHT for _, kept, in_hand in _throws()):
        return ""
    return "the chance of a knock is too fine here: write it with up to six digits, as 0.1 or 1/10"


ENVIRONMENT = Environment(
    step_games=step_games,
    observe_row=observe_row,
    unpack=unpack,
    pack=pack,
    width=WIDTH,
    fields=fields,
    actions=lambda rules: ACTIONS,  # noqa: ARG005
    tables=tables,
    index=index,
    move=move,
    chance=chance,
    falls=400,  # with all that may knock a kept die
    dearest=float(TOKENS * SETS_TO_LOSE),
    refuses=refuses,
)
