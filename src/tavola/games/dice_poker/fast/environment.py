"""Dice Poker as an environment.

The dice are shown highest first, and a decision is the set of those positions thrown again: 0 is to stand. On
the table they are in the order in which they fell, which some bots look at; so a decision is translated to
the rules' own number, which goes by that order.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tavola.core.contract import Rules
from tavola.fast.compile import look_up
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
from tavola.fast.kernel import Falls, ordered_falls
from tavola.fast.streams import Stream, below
from tavola.fast.sums import Ints
from tavola.games.dice_poker.fast.kernel import NUMBERS, winners
from tavola.games.dice_poker.fast.kernel import tables as tables_of_play
from tavola.games.dice_poker.moves import Reroll, Stand, move_of
from tavola.games.dice_poker.patterns import DICE, MEGA, pattern
from tavola.games.dice_poker.rules import STAND, State, Variant, dice_in_hand, seat_of, start, step
from tavola.pieces.dice import FACES, Roll, count, counts, high_to_low, mask_of, pick, size

ACTIONS = 1 << DICE
pack, unpack, WIDTH = row_layout(State)
MOST_REROLLS = 3


# The pattern of dice is looked up in a table, also where the rules ask for it.
SHOWN = np.zeros(NUMBERS, np.int8)
for _dice in ordered_falls(DICE).dice[-(FACES**DICE) :].tolist():
    SHOWN[_dice] = pattern(_dice)


def shown_by(dice: int) -> int:
    return int(np.int64(SHOWN[dice]))


look_up(pattern, shown_by)


class EnvironmentTables(NamedTuple):
    falls: Falls
    legal: Ints  # the rules' set of decisions, by dice
    in_order: Ints  # the same dice, highest first


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
    (ways, starts, fallen), legal, in_order = tables
    for row in range(len(actions)):
        s, luck, drawn = unpack(states, row), load_luck(lucks, row), 0
        clear(rewards, row)
        terminated[row] = truncated[row] = 0
        if actions[row] == BEGIN:
            s, lengths[row] = start(variant, seats), 0
        else:
            before = s.scores
            s, _ = step(variant, s, as_they_fell(s.dice, in_order[s.dice], actions[row]))
            lengths[row] += 1
            s, luck, drawn = fall(variant, s, luck, drawn, ways, starts, fallen, log, row)
            if terms.by_points:
                for seat in range(seats):
                    rewards[row, seat] = s.scores[seat] - before[seat]
        if s.over or lengths[row] >= terms.longest:
            terminated[row] = s.over
            truncated[row] = 1 - s.over
            if s.over and not terms.by_points:
                reward_winners(rewards, row, seats, winners(s))
            if terms.again:
                s, lengths[row] = start(variant, seats), 0
        s, luck, drawn = fall(variant, s, luck, drawn, ways, starts, fallen, log, row)
        keep_luck(lucks, row, luck)
        drawings[row] = drawn
        pack(s, states, row)
        actors[row] = NOBODY_ACTS if s.over else seat_of(s)
        found = 0 if s.over else legal[in_order[s.dice]]
        for action in range(ACTIONS):
            masks[row, action] = (found >> action) & 1
        observe(variant, s, max(actors[row], 0), in_order[s.dice], observations, row)
    return ALL_LEGAL


def fall(
    v: Variant,
    s: State,
    luck: Stream,
    drawn: int,
    ways: Ints,
    starts: Ints,
    fallen: Ints,
    log: Ints,
    row: int,
) -> tuple[State, Stream, int]:
    """Dice fall until a player has to decide or the game is over."""
    while s.in_hand and not s.over:
        n = dice_in_hand(s)
        fell, luck = below(luck, ways[n])
        dice = fallen[starts[n] + fell]
        if drawn < log.shape[1]:
            log[row, drawn] = dice
        drawn += 1
        s, _ = step(v, s, dice)
    return s, luck, drawn


def as_they_fell(dice: int, in_order: int, action: int) -> int:
    """The positions on the table that a decision means; of equal dice the leftmost."""
    wanted, found, position = counts(pick(in_order, action)), 0, size(dice) - 1
    tally = counts(dice)
    while position >= 0:  # from the right: a die is left alone while there are enough of its face before it
        face = dice % 10
        here = 1 << 3 * (face - 1)
        if count(wanted, face) >= count(tally, face):
            found |= 1 << position
            wanted -= here
        tally -= here
        dice //= 10
        position -= 1
    return found


def observe(v: Variant, s: State, me: int, in_order: int, out: Floats, row: int) -> None:
    clear(out, row)
    at = show_dice(out, row, 0, in_order, DICE)
    if s.dice > 0:
        out[row, at + pattern(s.dice)] = 1.0
    at += MEGA + 1
    out[row, at] = s.rerolls / MOST_REROLLS
    at = show_seat(out, row, at + 1, seat_of(s), me, s.seats)
    for other in range(s.seats):
        out[row, at + other] = capped(s.scores[(me + other) % s.seats], v.goal)


def observe_row(v: Variant, rows: Ints, row: int, me: int, out: Floats) -> None:
    s = unpack(rows, row)
    observe(v, s, me, high_to_low(s.dice), out, 0)


# ---- around the kernel ----


def fields(rules: Rules[Any, Any], seats: int) -> tuple[Field, ...]:  # noqa: ARG001 - all games are asked alike
    return (
        Field("dice", DICE * FACES, "the dice on the table, highest first, six numbers each: which face"),
        Field("pattern", MEGA + 1, "what they show, from nothing to the méga"),
        Field("rerolls", 1, "re-rolls left in this turn, as a part of three"),
        Field("turn", seats, "whose turn it is, counted from me"),
        Field("scores", seats, "totals, as parts of the goal, mine first", 2.0),
    )


def tables(rules: Rules[Any, Any]) -> EnvironmentTables:
    falls, legal = tables_of_play(rules, True)
    in_order = np.zeros(NUMBERS, np.int64)
    for dice in falls.dice[falls.starts[DICE] :].tolist():
        in_order[dice] = high_to_low(dice)
    return EnvironmentTables(falls, legal, in_order)


def index(rules: Rules[Any, Any], s: State, move: Stand | Reroll) -> int:  # noqa: ARG001 - all are asked alike
    found = STAND if isinstance(move, Stand) else mask_of(high_to_low(s.dice), move.dice)
    assert found is not None  # it is legal
    return found


def move(rules: Rules[Any, Any], s: State, index: int) -> Stand | Reroll:  # noqa: ARG001
    return move_of(high_to_low(s.dice), index)


def chance(rules: Rules[Any, Any], s: State, drawn: int) -> Roll:  # noqa: ARG001
    return Roll(drawn)


def refuses(rules: Rules[Any, Any]) -> str:
    return "" if rules.options.rerolls else "without re-rolls there is nothing to decide: rerolls is 1 to 3"


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
    refuses=refuses,
)
