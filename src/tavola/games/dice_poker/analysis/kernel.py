"""The solver's loops, written so that Numba compiles them as they stand. Scores are in units of the scale.

A turn is an operator: from the worth of ending with each pattern it makes the worth of the turn when every
re-roll is the best one.
"""

from __future__ import annotations

from tavola.fast.arrays import np
from tavola.games.dice_poker.analysis.tabulate import Array, TurnTable

CLOSE = 1e-15  # a state that may repeat itself (no points made) is iterated until it changes less than this
ROUNDS = 1000


def after_keeping(t: TurnTable, worth: Array, kept: Array) -> None:
    """What each set of kept dice is worth, when a throw of five is worth as given."""
    for k in range(len(t.kept_start) - 1):
        total = 0.0
        for i in range(t.kept_start[k], t.kept_start[k + 1]):
            total += t.kept_chance[i] * worth[t.kept_throw[i]]
        kept[k] = total


def turn_value(t: TurnTable, rerolls: int, ends: Array, worth: Array, kept: Array) -> float:
    """The value of a turn that ends with a pattern worth ends[pattern]. `worth` then holds the worth of each
    throw."""
    for d in range(len(t.chance)):
        worth[d] = ends[t.pattern[d]]
    for _ in range(rerolls):
        after_keeping(t, worth, kept)
        for d in range(len(t.chance)):
            best = ends[t.pattern[d]]
            for i in range(t.move_start[d], t.move_start[d + 1]):
                best = max(best, kept[t.move_kept[i]])
            worth[d] = best
    total = 0.0
    for d in range(len(t.chance)):
        total += t.chance[d] * worth[d]
    return total


def choices(t: TurnTable, rerolls: int, ends: Array, slack: float, masks: Array) -> None:
    """The masks to throw again, by re-rolls left (from 1) and throw. Fewer dice win ties within the slack."""
    worth, kept = np.zeros(len(t.chance)), np.zeros(len(t.kept_start) - 1)
    for left in range(1, rerolls + 1):
        turn_value(t, left - 1, ends, worth, kept)
        after_keeping(t, worth, kept)
        for d in range(len(t.chance)):
            best = ends[t.pattern[d]]
            for i in range(t.move_start[d], t.move_start[d + 1]):
                if kept[t.move_kept[i]] > best + slack:
                    best = kept[t.move_kept[i]]
                    masks[left, d] = t.move_mask[i]


def turns_alone(t: TurnTable, rerolls: int, points: Array, goal: int, turns: Array) -> float:
    """The fewest turns to expect from each score to the goal; the largest residual of the equations."""
    worth, kept = np.zeros(len(t.chance)), np.zeros(len(t.kept_start) - 1)
    ends = np.zeros(len(points))
    residual = 0.0
    for score in range(goal - 1, -1, -1):
        here = turns[score + 1] if score + 1 < goal else 1.0
        change = 1.0
        for _ in range(ROUNDS):
            for p in range(len(points)):
                then = score + points[p]
                ends[p] = 0.0 if then >= goal else -here if then == score else -turns[then]
            found = 1.0 - turn_value(t, rerolls, ends, worth, kept)
            change, here = abs(found - here), found
            if change <= CLOSE * here:
                break
        turns[score] = here
        residual = max(residual, change)
    return residual


def last_word(mine: int, his: int) -> float:
    """The first player's share of a finished game."""
    return 1.0 if mine > his else 0.5 if mine == his else 0.0


def second_ends(
    points: Array, goal: int, mine: int, his: int, here: float, first: Array, ends: Array
) -> None:
    """What ending the turn with each pattern is worth to the second player, who has `his` points.

    `mine` is the first player's score, whose turn of the round is over; `first` the first player's chance
    before a round; `here` stands in for it where nobody makes a point.
    """
    for p in range(len(points)):
        then = his + points[p]
        if mine >= goal or then >= goal:
            ends[p] = -last_word(mine, then)
        elif points[p] == 0 and here >= 0.0:
            ends[p] = -here
        else:
            ends[p] = -first[mine, then]


def two_players(
    t: TurnTable, rerolls: int, points: Array, goal: int, first: Array, second: Array, row: int
) -> float:
    """Row by row, from the goal down: the chance of the first player, who has `row`, before a round
    (`first[row, his]`) and when the second is to move (`second[row, his]`). A draw counts half.

    Rows from the goal up are finished games: only `second` is filled in. Returns the largest residual.
    """
    worth, kept = np.zeros(len(t.chance)), np.zeros(len(t.kept_start) - 1)
    ends = np.zeros(len(points))
    residual = 0.0
    for his in range(goal - 1, -1, -1):
        here, found, change = 0.5, 0.5, 0.0
        last_here, last_found = 0.5, 0.5
        for _ in range(ROUNDS):
            second_ends(points, goal, row, his, here, first, ends)
            second[row, his] = -turn_value(t, rerolls, ends, worth, kept)
            if row >= goal:
                break
            for p in range(len(points)):
                ends[p] = second[row + points[p], his]
            found = turn_value(t, rerolls, ends, worth, kept)
            change = abs(found - here)
            if change <= CLOSE:
                break
            # The new value is nearly linear in `here`, with a small slope: a secant step to its fixed point.
            slope = (found - last_found) / (here - last_here) if abs(here - last_here) > 1e-9 else 0.0
            last_here, last_found = here, found
            here = found + (found - here) * slope / (1.0 - slope) if 0.0 < slope < 0.5 else found
        if row < goal:
            first[row, his] = found
            residual = max(residual, change)
    return residual
