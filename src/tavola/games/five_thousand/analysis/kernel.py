"""The solver's loops, written so that Numba compiles them as they stand. Scores are in units of the scale.

A turn is an optimal-stopping problem: `bank[x]` is the worth of ending it with x units banked, bank[0] being
a trashed turn. The value of the turn depends on bank[0], and bank[0] in turn on the value of this turn
(alone, a player tries again from the same score; against another, the same position returns after the other's
turn). So each value has its slope beside it: the probability that the turn ends with nothing. With it
Newton's method finds the fixed point in a few steps.
"""

from __future__ import annotations

from tavola.fast.arrays import np
from tavola.games.five_thousand.analysis.tabulate import Array, TurnTable

HANDS, DICE = 3, 5
CLOSE = 1e-15
STEPS = 60
STOP = 255


def roll_value(
    t: TurnTable, hand: int, dice: int, score: int, most: int, bank: Array, value: Array, slope: Array
) -> None:
    """Fills in the value and slope before a roll. A turn score of `most` stands for everything above it."""
    total, tilt = 0.0, 0.0
    stop, stop_tilt = bank[0], 1.0
    if dice == DICE and score > 0 and bank[score] > stop:
        stop, stop_tilt = bank[score], 0.0
    for i in range(t.class_start[dice], t.class_start[dice + 1]):
        best, best_tilt = stop, stop_tilt
        for j in range(t.play_start[i], t.play_start[i + 1]):
            then = min(score + t.play_points[j] * (hand + 1), most)
            left = t.play_left[j]
            if left > 0:
                worth, steep = value[hand, left, then], slope[hand, left, then]
            elif hand + 1 < HANDS:
                worth, steep = value[hand + 1, DICE, then], slope[hand + 1, DICE, then]
            else:
                worth, steep = bank[then], 0.0
            if worth > best:
                best, best_tilt = worth, steep
        total += t.chance[i] * best
        tilt += t.chance[i] * best_tilt
    value[hand, dice, score], slope[hand, dice, score] = total, tilt


def turn_value(t: TurnTable, most: int, bank: Array, value: Array, slope: Array) -> None:
    """The whole turn, from the last roll back to the first: value[0, 5, 0] is what it is worth."""
    for hand in range(HANDS - 1, -1, -1):
        for dice in range(1, DICE + 1):
            for score in range(most + 1):
                # A score capped at `most` may stand for one that is reached.
                if score == most or (score < t.reached.shape[2] and t.reached[hand, dice, score]):
                    roll_value(t, hand, dice, score, most, bank, value, slope)


def choices(t: TurnTable, most: int, bank: Array, value: Array, slack: float, chosen: Array) -> None:
    """What to do, by hand, turn score and class of throw: the number of a play within its class, or STOP:
    bank if it is allowed and not worse, else trash. Among choices equal within `slack` a stop wins, then
    fewest dice."""
    for hand in range(HANDS):
        for dice in range(1, DICE + 1):
            for score in range(most + 1):
                for i in range(t.class_start[dice], t.class_start[dice + 1]):
                    best = max(bank[0], bank[score]) if dice == DICE else bank[0]
                    chosen[hand, score, i] = STOP
                    fewest = DICE
                    for j in range(t.play_start[i], t.play_start[i + 1]):
                        then = min(score + t.play_points[j] * (hand + 1), most)
                        left = t.play_left[j]
                        if left > 0:
                            worth = value[hand, left, then]
                        elif hand + 1 < HANDS:
                            worth = value[hand + 1, DICE, then]
                        else:
                            worth = bank[then]
                        better = worth > best + slack
                        if better or (worth > best - slack and left < fewest < DICE):
                            best, fewest = max(best, worth), left
                            chosen[hand, score, i] = j - t.play_start[i]


def turns_alone(t: TurnTable, goal: int, longest: int, turns: Array) -> float:
    """The fewest turns to expect from each score to the goal; the largest residual of the equations."""
    value, slope = np.zeros((HANDS, DICE + 1, longest + 1)), np.zeros((HANDS, DICE + 1, longest + 1))
    bank = np.zeros(longest + 1)
    residual = 0.0
    for score in range(goal - 1, -1, -1):
        most = min(goal - score, longest)
        for x in range(1, most + 1):
            bank[x] = 0.0 if score + x >= goal else -turns[score + x]
        here = turns[score + 1] if score + 1 < goal else 1.0
        off = 1.0
        for _ in range(STEPS):
            bank[0] = -here
            turn_value(t, most, bank, value, slope)
            found, again = 1.0 - value[0, DICE, 0], slope[0, DICE, 0]
            off = abs(found - here)
            if off <= 4 * CLOSE * here:
                break
            here = (found - again * here) / (1.0 - again)
        turns[score] = here
        residual = max(residual, off)
    return residual


def bank_against(goal: int, most: int, mine: int, his: int, wins: Array, bank: Array) -> None:
    """What banking is worth to the player on turn: the goal wins, otherwise the other is on turn."""
    for x in range(1, most + 1):
        bank[x] = 1.0 if mine + x >= goal else 1.0 - wins[his, mine + x]


def two_players(t: TurnTable, goal: int, longest: int, total: int, wins: Array) -> float:
    """All pairs of scores that add up to `total`: wins[mine, his] is the chance of the player on turn.

    A turn that ends with nothing leads from (a, b) to (b, a) and back: the two are solved together. Returns
    the largest residual of the equations.
    """
    shape = (HANDS, DICE + 1, longest + 1)
    value, slope = np.zeros(shape), np.zeros(shape)
    bank_a, bank_b = np.zeros(longest + 1), np.zeros(longest + 1)
    residual = 0.0
    for a in range(max(0, total - goal + 1), total // 2 + 1):
        b = total - a
        most_a, most_b = min(goal - a, longest), min(goal - b, longest)
        bank_against(goal, most_a, a, b, wins, bank_a)
        bank_against(goal, most_b, b, a, wins, bank_b)
        win_a, win_b, off = 0.5, 0.5, 1.0
        for step in range(STEPS * 10):
            bank_a[0] = 1.0 - win_b
            turn_value(t, most_a, bank_a, value, slope)
            found_a, again_a = value[0, DICE, 0], slope[0, DICE, 0]
            bank_b[0] = 1.0 - win_a
            turn_value(t, most_b, bank_b, value, slope)
            found_b, again_b = value[0, DICE, 0], slope[0, DICE, 0]
            off = max(abs(found_a - win_a), abs(found_b - win_b))
            if off <= CLOSE:
                break
            if step < STEPS:
                rest_a = found_a - again_a * (1.0 - win_b)
                rest_b = found_b - again_b * (1.0 - win_a)
                both = again_a * again_b
                win_a = (rest_a + again_a - again_a * rest_b - both) / (1.0 - both)
                win_b = rest_b + again_b * (1.0 - win_a)
            else:  # Newton's steps may cycle when both players improve; plain iteration converges
                win_a, win_b = found_a, found_b
        wins[a, b], wins[b, a] = win_a, win_b
        residual = max(residual, off)
    return residual
