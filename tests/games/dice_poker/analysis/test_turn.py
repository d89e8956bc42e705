from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, product

import icepool
import pytest

from tavola.core.errors import BadOption
from tavola.games.dice_poker import strategies
from tavola.games.dice_poker.analysis.turn import best, best_turn, decision, patterns, strategy_names, worth
from tavola.games.dice_poker.patterns import NAMES, pattern
from tavola.games.dice_poker.points import LINEAR, TABLE, Scale, recalibrated
from tavola.pieces.dice import from_faces

ONE_ROLL = {
    "mega": 6,
    "great_straight": 240,
    "little_straight": 960,
    "quads": 150,
    "full": 300,
    "trips": 1200,
    "two_pair": 1800,
    "pair": 2880,
    "nothing": 240,
}


@cache
def seen(dice: tuple[int, ...]) -> str:
    """The pattern, written anew from the rules page."""
    shape = sorted((dice.count(face) for face in set(dice)), reverse=True)
    runs = [set(range(low, low + n)) <= set(dice) for n in (5, 4) for low in range(1, 8 - n)]
    if shape == [5]:
        return "mega"
    if any(runs[:2]):
        return "great_straight"
    if any(runs[2:]):
        return "little_straight"
    names = {(4, 1): "quads", (3, 2): "full", (3, 1, 1): "trips", (2, 2, 1): "two_pair", (2, 1, 1, 1): "pair"}
    return names.get(tuple(shape), "nothing")


def test_one_roll_as_the_rulebook_counts_it_and_as_icepool_does() -> None:
    found = patterns("none", 1, TABLE)
    pool = icepool.d6.pool(5).expand().map(lambda dice: seen(tuple(dice)))
    for name, ways in ONE_ROLL.items():
        assert found[name] == Fraction(ways, 7776) == pool.probability(name)


@pytest.mark.parametrize("points", [TABLE, LINEAR, recalibrated()])
def test_the_best_turn_as_icepool_has_it(points: Scale) -> None:
    """The best of all dice to keep, by icepool's own arithmetic and a classifier of our own."""

    @cache
    def after(kept: tuple[int, ...]) -> Fraction:
        if len(kept) == 5:
            return Fraction(points[NAMES.index(seen(kept))])
        rest = icepool.d6.pool(5 - len(kept)).expand()
        mean: Fraction = rest.map(lambda more: points[NAMES.index(seen(tuple(sorted(kept + more))))]).mean()
        return mean

    total = Fraction(0)
    for dice, ways in icepool.d6.pool(5).expand().items():
        keeps = {kept for n in (2, 3, 4, 5) for kept in combinations(dice, n)}
        total += ways * max(after(kept) for kept in keeps)
    assert worth(points, best_turn(points, 1)) == total / 7776


@pytest.mark.parametrize("name", ["smart", "match:mega", "match:full", "match:little_straight"])
def test_strategies_by_playing_out_every_roll(name: str) -> None:
    """All 7776 first rolls in order, and all re-rolls of their dice, without any short cut."""
    ways = dict.fromkeys(NAMES, 0)
    for shown in product(range(1, 7), repeat=5):
        dice = from_faces(shown)
        wanted = name.partition(":")[2]
        mask = strategies.match(NAMES.index(wanted), dice) if wanted else strategies.smart(dice)
        kept = [face for position, face in enumerate(shown) if not (mask >> position) & 1]
        for rolled in product(range(1, 7), repeat=5 - len(kept)):
            ways[seen(tuple(sorted((*kept, *rolled))))] += 6 ** (len(kept) - 2)
    found = patterns(name, 1, TABLE)
    assert {each: found[each] for each in NAMES} == {each: Fraction(n, 6**8) for each, n in ways.items()}


@pytest.mark.parametrize("target", [None, "pair", "great_straight"])
def test_sequential_by_playing_out_every_roll(target: str | None) -> None:
    """The first die as it fell, again and again: all 6**8 ways it can go."""
    ways = dict.fromkeys(NAMES, 0)
    for rest in product(range(1, 7), repeat=4):
        shown = [seen(tuple(sorted((die, *rest)))) for die in range(1, 7)]
        stops = [each == target or (target is None and each != "nothing") for each in shown]
        for fell in product(range(6), repeat=4):
            for die in fell:
                if stops[die]:
                    break
            ways[shown[die]] += 1
    found = patterns(f"sequential:{target}" if target else "sequential", 1, TABLE)
    assert {each: found[each] for each in NAMES} == {each: Fraction(n, 6**8) for each, n in ways.items()}


def test_the_best_strategy_is_the_best() -> None:
    best_points = worth(TABLE, best_turn(TABLE, 1))
    for name in strategy_names():
        found = patterns(name, 1, TABLE)
        points = worth(TABLE, tuple(found[each] for each in NAMES))
        assert points == best_points if name == "optimal" else points < best_points


def test_a_decision_by_hand() -> None:
    """5-5-2-3-1 with one 5 thrown again: a 4 makes the great straight, else there is a pair or nothing."""
    found = decision(TABLE, 55231, 0b00001, 1)
    assert found.points == Fraction(740 + 4 * 10 + 0, 6)
    assert best(TABLE, 55231, 1).points == found.points


def test_no_re_rolls_left_is_standing() -> None:
    assert best(TABLE, 55231, 0).mask == 0
    assert best(TABLE, 55231, 0).points == TABLE[pattern(55231)]


@pytest.mark.parametrize("name", ["clever", "match", "match:straight", "smart:pair", "none:pair", ""])
def test_unknown_strategies_are_refused(name: str) -> None:
    with pytest.raises(BadOption):
        patterns(name, 1, TABLE)
