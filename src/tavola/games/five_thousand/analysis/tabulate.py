"""The throws of 5000 as the solver needs them, tabulated from the rules: nothing is typed in.

To the solver a throw is the set of plays it allows, each by its points and the dice it leaves. Many throws
allow the same, so the 461 throws of one to five dice fall into fewer than a hundred classes.
"""

from __future__ import annotations

from functools import cache
from math import gcd
from typing import Any, NamedTuple

from tavola.fast.arrays import np
from tavola.games.five_thousand.rules import DICE, HANDS, Variant, legal, score
from tavola.pieces.dice import FACES, pick, throws

Array = np.ndarray[Any, Any]
Play = tuple[int, int]  # points in the first hand, dice left


class TurnTable(NamedTuple):
    """Lists of lists are flat: the classes of n dice go from class_start[n] to class_start[n + 1], the plays
    of class i from play_start[i] to play_start[i + 1]. Points are in units of the scale."""

    class_start: Array
    chance: Array  # of each class
    play_start: Array
    play_points: Array
    play_left: Array
    reached: Array  # array[hand, dice in hand, turn score]: can a roll begin there?


def plays(variant: Variant, dice: int) -> frozenset[Play]:
    """The plays that a throw allows."""
    allowed = legal(variant, dice)
    n = len(str(dice))
    return frozenset(
        (score(variant, pick(dice, mask)), n - mask.bit_count())
        for mask in range(1, 1 << n)
        if (allowed >> mask) & 1
    )


@cache
def classes(brelan_of_aces: int) -> tuple[dict[frozenset[Play], int], ...]:
    """By number of dice, from 0: each set of plays, with the ways of all throws that allow it."""
    variant = Variant(0, brelan_of_aces)
    found: list[dict[frozenset[Play], int]] = [{}]
    for n in range(1, DICE + 1):
        same: dict[frozenset[Play], int] = {}
        for dice, ways in throws(n):
            allowed = plays(variant, dice)
            same[allowed] = same.get(allowed, 0) + ways
        found.append(same)
    return tuple(found)


@cache
def unit(brelan_of_aces: int) -> int:
    """All scores are multiples of this."""
    return gcd(*(points for same in classes(brelan_of_aces) for allowed in same for points, _ in allowed))


@cache
def turn(brelan_of_aces: int) -> TurnTable:
    class_start, chance, play_start, points, left = [0], [], [0], [], []
    for n, same in enumerate(classes(brelan_of_aces)):
        for allowed, ways in same.items():
            for worth, rest in sorted(allowed):
                points.append(worth // unit(brelan_of_aces))
                left.append(rest)
            play_start.append(len(points))
            chance.append(ways / FACES**n)
        class_start.append(len(chance))
    return TurnTable(
        class_start=np.array(class_start),
        chance=np.array(chance),
        play_start=np.array(play_start),
        play_points=np.array(points),
        play_left=np.array(left),
        reached=_reached(brelan_of_aces),
    )


def _reached(brelan_of_aces: int) -> Array:
    """array[hand, dice in hand, turn score in units]: can a roll begin there?"""
    found = reachable(brelan_of_aces)
    most = max(score for _, _, score in found) // unit(brelan_of_aces)
    table = np.zeros((HANDS, DICE + 1, most + 1), dtype=np.bool_)
    for hand, dice, turn_score in found:
        table[hand, dice, turn_score // unit(brelan_of_aces)] = True
    return table


@cache
def reachable(brelan_of_aces: int) -> frozenset[tuple[int, int, int]]:
    """Every (hand, dice about to roll, turn score) a turn may come to."""
    found: set[tuple[int, int, int]] = set()
    new = {(0, DICE, 0)}
    while new:
        found |= new
        new = {
            after
            for hand, dice, turn_score in new
            for allowed in classes(brelan_of_aces)[dice]
            for points, left in allowed
            if (after := follow(hand, turn_score, points, left)) is not None
        } - found
    return frozenset(found)


def follow(hand: int, turn_score: int, points: int, left: int) -> tuple[int, int, int] | None:
    """The roll to which a play leads, (hand, dice, turn score); None if it ends the turn with a bank."""
    turn_score += points * (hand + 1)
    if left:
        return hand, left, turn_score
    return (hand + 1, DICE, turn_score) if hand + 1 < HANDS else None
