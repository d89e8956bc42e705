"""The worth of states: what chance moves average to it, what players decide never beats it, and small games
worked out by hand give the same."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from tavola.coach import Unit, judge_of
from tavola.coach.worth import Worth
from tavola.core.contract import CHANCE, OVER
from tavola.games.dice_poker.patterns import DICE, pattern
from tavola.games.dice_poker.rules import legal
from tavola.games.five_thousand.bots import finishing_chance
from tavola.pieces.dice import FACES, Roll, high_to_low, others, size, throws
from tests.coach.games import rules_of

CLOSE = 1e-9
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("421", 2, {}),
    ("421", 2, {"count": "last_throw", "others_value": 0, "nenette": "lowest", "knock": "1/10"}),
    ("5000", 1, {"goal": 700}),
    ("5000", 2, {"goal": 700}),
    ("5000", 2, {"goal": 700, "brelan_of_aces": "best"}),
    ("5000", 3, {"goal": 700}),
    ("dice-poker", 1, {"goal": 150}),
    ("dice-poker", 2, {"goal": 150, "rerolls": 2}),
    ("dice-poker", 2, {"goal": 20, "points": "linear"}),
    ("dice-poker", 3, {"goal": 150, "rerolls": 0}),
]
LOOKED_AT = 12  # states before dice, of each game


def worth_of(game: str, seats: int, options: dict[str, Any]) -> Worth:
    found = judge_of(rules_of(game, **options), seats)
    assert isinstance(found, Worth)
    return found


def mean(worth: Worth, s: Any) -> tuple[float, ...]:
    """Over all the dice may do. Where five dice fall their order decides nothing: 252 throws, not 7776."""
    if worth.rules.info.name == "421":
        return worth.expected(s)
    found = np.zeros(s.seats)
    n = size(worth.rules.chance(s).sample(Random(0)).dice)
    for dice, ways in throws(n):
        found += ways / FACES**n * np.array(worth.value(worth.rules.play(s, Roll(dice)).state))
    return tuple(found)


@pytest.mark.parametrize(("game", "seats", "options"), GAMES, ids=str)
def test_dice_average_to_it_and_no_move_beats_it(game: str, seats: int, options: dict[str, Any]) -> None:
    worth = worth_of(game, seats, options)
    rules, rng = worth.rules, Random(4)
    s, looked_at = rules.start(seats), 0
    while looked_at < LOOKED_AT:
        actor, value = rules.actor(s), worth.value(s)
        if actor == OVER:
            s = rules.start(seats)
        elif actor == CHANCE:
            if rng.random() < 0.4:
                looked_at += 1
                assert mean(worth, s) == pytest.approx(value, abs=CLOSE)
            s = rules.play(s, rules.chance(s).sample(rng)).state
        else:
            after = {move: worth.value(rules.play(s, move).state) for move in rules.moves(s)}
            assert max(each[actor] for each in after.values()) == pytest.approx(value[actor], abs=CLOSE)
            s = rules.play(s, rng.choice(list(after))).state
        if worth.unit == Unit.WIN:
            assert sum(value) == pytest.approx(1, abs=CLOSE)


def test_5000_to_50_is_a_matter_of_finishing_one_hand() -> None:
    """Whoever finishes a hand banks and wins; with chance p a turn, alone it takes 1/p turns."""
    rules = rules_of("5000", goal=50)
    p = finishing_chance(rules.options.variant, 5)
    first_of_two = 1 / (2 - p)  # x = p + (1 - p)(1 - x)
    assert worth_of("5000", 2, {"goal": 50}).value(rules.start(2))[0] == pytest.approx(float(first_of_two))
    assert worth_of("5000", 3, {"goal": 50}).value(rules.start(3)) == pytest.approx((float(-1 / p),) * 3)


def kept_odds() -> dict[int, list[Fraction]]:
    """What each set of kept dice becomes, by pattern, thrown out in full."""
    found: dict[int, list[Fraction]] = {}
    for dice, _ in throws(DICE):
        for mask in range(1 << DICE):
            kept = high_to_low(others(dice, mask))
            if not (legal(dice) >> mask) & 1 or kept in found:
                continue
            n = DICE - size(kept)
            found[kept] = [Fraction(0)] * 9
            for rolled, ways in throws(n) if n else [(0, 1)]:
                found[kept][pattern(kept * 10**n + rolled)] += Fraction(ways, FACES**n)
    return found


def test_dice_poker_to_10_by_hand() -> None:
    """With a goal of 10 a round in which anybody has a pattern is the last. The second knows what to beat."""
    rules = rules_of("dice-poker", goal=10)
    points = np.array(rules.options.variant.points)
    kept = {dice: np.array(odds, float) for dice, odds in kept_odds().items()}
    turns = [
        (
            ways / FACES**DICE,
            np.array([kept[high_to_low(others(dice, m))] for m in range(32) if legal(dice) >> m & 1]),
        )
        for dice, ways in throws(DICE)
    ]

    def best(ends: Any) -> float:
        return float(sum(chance * (odds @ ends).max() for chance, odds in turns))

    first = 0.5
    for _ in range(60):  # both without a point: the same again, and that is rare
        seconds = [
            best(np.where(points > x, 1.0, np.where(points == x, 0.5 if x else 1 - first, 0.0)))
            for x in points
        ]
        first = best(1 - np.array(seconds))
    assert worth_of("dice-poker", 2, {"goal": 10}).value(rules.start(2))[0] == pytest.approx(first, abs=1e-9)
