"""5000 as an environment. A decision is the rules' own number: the positions played, BANK or TRASH."""

from __future__ import annotations

from typing import Any

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
from tavola.fast.streams import below
from tavola.fast.sums import Ints
from tavola.games.five_thousand.fast.kernel import KernelTables, tables
from tavola.games.five_thousand.moves import Bank, Play, Trash, action_of
from tavola.games.five_thousand.rules import BANK, DICE, HANDS, TRASH, State, Variant, seat_of, start, step
from tavola.pieces.dice import FACES, Roll, high_to_low, pick

ACTIONS = TRASH + 1
pack, unpack, WIDTH = row_layout(State)


def step_games(
    variant: Variant, seats: int, tables: KernelTables, terms: Terms, arrays: Arrays, actions: Ints
) -> int:
    """One decision in every row. If one is illegal nothing is done, and its row is returned."""
    states, lucks, actors, lengths, observations, masks, rewards, terminated, truncated, log, drawings = (
        arrays
    )
    illegal = first_illegal(masks, actors, actions)
    if illegal != ALL_LEGAL:
        return illegal
    ways, starts, fallen = tables.falls.ways, tables.falls.starts, tables.falls.dice
    codes, legal = tables.codes, tables.legal
    for row in range(len(actions)):
        s, luck, drawn = unpack(states, row), load_luck(lucks, row), 0
        clear(rewards, row)
        terminated[row] = truncated[row] = 0
        if actions[row] == BEGIN:
            s, lengths[row] = start(seats), 0
        else:
            before, seat = s.scores, seat_of(s)
            s, _ = step(variant, s, actions[row])
            lengths[row] += 1
            if terms.by_points:
                rewards[row, seat] = s.scores[seat] - before[seat]
        if s.winner >= 0 or lengths[row] >= terms.longest:
            terminated[row] = s.winner >= 0
            truncated[row] = s.winner < 0
            if s.winner >= 0 and not terms.by_points:
                reward_winners(rewards, row, seats, 1 << s.winner)
            if terms.again:
                s, lengths[row] = start(seats), 0
        if s.in_hand > 0 and s.winner < 0:
            fell, luck = below(luck, ways[s.in_hand])
            dice = fallen[starts[s.in_hand] + fell]
            if log.shape[1] > 0:
                log[row, 0] = dice
            drawn = 1
            s, _ = step(variant, s, dice)
        keep_luck(lucks, row, luck)
        drawings[row] = drawn
        pack(s, states, row)
        actors[row] = seat_of(s) if s.winner < 0 else NOBODY_ACTS
        found = legal[codes[s.dice]] if s.winner < 0 else 0
        for action in range(ACTIONS):
            masks[row, action] = (found >> action) & 1
        observe(variant, s, max(actors[row], 0), observations, row)
    return ALL_LEGAL


def observe(v: Variant, s: State, me: int, out: Floats, row: int) -> None:
    clear(out, row)
    at = show_dice(out, row, 0, s.dice, DICE)
    out[row, at + s.hand] = 1.0
    out[row, at + HANDS] = capped(s.turn_score, v.goal)
    at = show_seat(out, row, at + HANDS + 1, seat_of(s), me, s.seats)
    for other in range(s.seats):
        out[row, at + other] = capped(s.scores[(me + other) % s.seats], v.goal)


def observe_row(v: Variant, rows: Ints, row: int, me: int, out: Floats) -> None:
    observe(v, unpack(rows, row), me, out, 0)


# ---- around the kernel ----


def fields(rules: Rules[Any, Any], seats: int) -> tuple[Field, ...]:  # noqa: ARG001 - all games are asked alike
    return (
        Field("dice", DICE * FACES, "the dice on the table, highest first, six numbers each: which face"),
        Field("hand", HANDS, "which hand of the turn"),
        Field("turn_score", 1, "points of this turn, as a part of the goal", 2.0),
        Field("turn", seats, "whose turn it is, counted from me"),
        Field("scores", seats, "banked points, as parts of the goal, mine first", 2.0),
    )


def _tables(rules: Rules[Any, Any]) -> KernelTables:
    return tables(rules, True)


def index(rules: Rules[Any, Any], s: State, move: Any) -> int:  # noqa: ARG001 - all games are asked alike
    found = action_of(s.dice, move)
    assert found is not None  # it is legal
    return found


def move(rules: Rules[Any, Any], s: State, index: int) -> Any:  # noqa: ARG001
    if index == BANK:
        return Bank()
    return Trash() if index == TRASH else Play(high_to_low(pick(s.dice, index)))


def chance(rules: Rules[Any, Any], s: State, drawn: int) -> Roll:  # noqa: ARG001
    return Roll(drawn)


ENVIRONMENT = Environment(
    step_games=step_games,
    observe_row=observe_row,
    unpack=unpack,
    pack=pack,
    width=WIDTH,
    fields=fields,
    actions=lambda rules: ACTIONS,  # noqa: ARG005
    tables=_tables,
    index=index,
    move=move,
    chance=chance,
)
