"""The published strategies, die by die, and exactly."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from tavola.games.dice_poker import strategies as s
from tavola.games.dice_poker.patterns import MEGA, NAMES, pattern
from tavola.games.dice_poker.points import LINEAR, TABLE, recalibrated, scale, smart_chances
from tavola.pieces.dice import pick, put_back, throws

PATTERN = {name: number for number, name in enumerate(NAMES)}


@pytest.mark.parametrize(
    ("target", "dice", "again"),
    [
        ("mega", 33333, 0),
        ("mega", 33334, 4),  # quads: only the last die
        ("mega", 33345, 45),
        ("mega", 33344, 44),  # a full is treated as trips
        ("mega", 33124, 124),
        ("mega", 33441, 441),  # of two pairs the lower is kept
        ("mega", 12346, 346),  # a straight keeps its two lowest dice
        ("mega", 12234, 134),  # a little straight with a pair keeps the pair
        ("mega", 12356, 356),
        ("great_straight", 12346, 6),
        ("great_straight", 12234, 2),
        ("great_straight", 11111, 111),
        ("little_straight", 12345, 5),
        ("little_straight", 23456, 2),
        ("quads", 33333, 3),
        ("quads", 33345, 45),
        ("full", 33345, 5),
        ("full", 33445, 5),
        ("full", 33124, 124),
        ("full", 33333, 33),
        ("trips", 33334, 34),
        ("two_pair", 33344, 3),
        ("pair", 33345, 345),
        ("pair", 55123, 0),
    ],
)
def test_match(target: str, dice: int, again: int) -> None:
    assert pick(dice, s.match(PATTERN[target], dice)) == again


@pytest.mark.parametrize(
    ("dice", "again"),
    [
        (22226, 6), (11144, 0), (33346, 46), (66551, 1), (55146, 146), (12356, 356),
        (12346, 6), (12234, 2), (12345, 0), (66666, 0),
    ],
)  # fmt: skip
def test_smart(dice: int, again: int) -> None:
    assert pick(dice, s.smart(dice)) == again


def test_sequential_looks_at_the_first_die_only() -> None:
    assert s.sequential(12356) == 1
    assert s.sequential(55123) == 0
    assert s.sequential(55123, MEGA) == 1
    assert s.sequential(55555, MEGA) == 0


def test_none() -> None:
    assert all(s.none(dice) == 0 for dice, _ in throws(5))


def chances(strategy: Callable[[int], int]) -> list[Fraction]:
    """The exact chances of the patterns, méga first, by enumeration."""
    found = [Fraction(0)] * 9
    for dice, ways in throws(5):
        mask = strategy(dice)
        assert mask.bit_count() <= 3
        for rolled, more in throws(mask.bit_count()) if mask else ((0, 1),):
            after = put_back(dice, mask, rolled)
            found[8 - pattern(after)] += Fraction(ways * more, 6 ** (5 + mask.bit_count()))
    return found


@pytest.mark.parametrize(
    ("target", "of_1679616"),
    [  # counted apart, by brute force over all eight dice
        ("mega", [21096, 5040, 84960, 199440, 157320, 524160, 358560, 321840, 7200]),
        ("great_straight", [6, 166680, 463992, 8670, 25860, 161520, 288360, 510768, 53760]),
        ("little_straight", [6, 80280, 550392, 8670, 25860, 161520, 288360, 510768, 53760]),
        ("quads", [14616, 5040, 84960, 205920, 157320, 524160, 358560, 321840, 7200]),
        ("full", [3636, 5040, 63360, 104400, 319500, 431280, 509760, 235440, 7200]),
        ("trips", [8136, 5040, 84960, 109800, 126000, 658080, 358560, 321840, 7200]),
        ("two_pair", [4956, 5040, 79632, 75780, 125040, 317520, 763920, 300528, 7200]),
        ("pair", [4176, 5040, 71712, 64080, 87840, 270720, 285120, 883728, 7200]),
    ],
)
def test_match_exactly(target: str, of_1679616: list[int]) -> None:
    expected = [Fraction(n, 6**8) for n in of_1679616]
    assert chances(lambda dice: s.match(PATTERN[target], dice)) == expected


def test_smart_exactly() -> None:
    expected = [16776, 96480, 203040, 142680, 289440, 323520, 443520, 161280, 2880]
    assert chances(s.smart) == [Fraction(n, 6**8) for n in expected]
    assert smart_chances() == chances(s.smart)[::-1]


class TestScales:
    def test_published(self) -> None:
        assert TABLE[::-1] == (1000, 740, 130, 120, 80, 50, 40, 10, 0)
        assert LINEAR[::-1] == (1000, 738, 133, 123, 78, 52, 38, 11, 0)
        assert scale("table") == TABLE
        assert scale("linear") == LINEAR

    def test_recalibrated_keeps_points_times_chance_constant(self) -> None:
        points, chance = recalibrated(), smart_chances()
        assert points[MEGA] == 1000
        for name in ("great_straight", "little_straight", "quads", "full", "trips", "two_pair"):
            p = PATTERN[name]
            assert abs(points[p] - 1000 * chance[MEGA] / chance[p]) <= 5
        assert points[PATTERN["pair"]] == 10
        assert points[PATTERN["nothing"]] == 0
