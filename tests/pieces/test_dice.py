from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.pieces import dice as d

some_dice = st.lists(st.integers(1, 6), min_size=1, max_size=5)


@given(some_dice, st.integers(0, 31))
def test_positions(shown: list[int], mask: int) -> None:
    dice = d.from_faces(shown)
    mask &= (1 << len(shown)) - 1
    assert d.size(dice) == len(shown)
    assert d.faces(d.pick(dice, mask)) == tuple(f for i, f in enumerate(shown) if mask >> i & 1)
    assert d.faces(d.others(dice, mask)) == tuple(f for i, f in enumerate(shown) if not mask >> i & 1)


@given(some_dice, st.integers(0, 31))
def test_put_back_is_the_inverse_of_pick(shown: list[int], mask: int) -> None:
    dice = d.from_faces(shown)
    mask &= (1 << len(shown)) - 1
    assert d.put_back(dice, mask, d.pick(dice, mask)) == dice
    sixes = d.from_faces([6] * mask.bit_count())
    expected = [6 if mask >> i & 1 else f for i, f in enumerate(shown)]
    assert d.faces(d.put_back(dice, mask, sixes)) == tuple(expected)


@given(some_dice)
def test_counts(shown: list[int]) -> None:
    tally = d.counts(d.from_faces(shown))
    assert [d.count(tally, face) for face in range(1, 7)] == [shown.count(face) for face in range(1, 7)]


def test_counts_are_octal_digits() -> None:
    assert d.counts(11456) == 0o111002


@given(some_dice)
def test_sorting(shown: list[int]) -> None:
    assert d.faces(d.high_to_low(d.from_faces(shown))) == tuple(sorted(shown, reverse=True))


@given(some_dice)
def test_canonical_masks_pick_each_multiset_once(shown: list[int]) -> None:
    dice = d.from_faces(shown)
    masks = range(1 << len(shown))
    canonical = [d.high_to_low(d.pick(dice, m)) for m in masks if d.is_canonical(dice, m)]
    assert len(canonical) == len(set(canonical))
    assert set(canonical) == {d.high_to_low(d.pick(dice, m)) for m in masks}
    for m in masks:
        if d.is_canonical(dice, m):
            assert d.mask_of(dice, d.pick(dice, m)) == m


@pytest.mark.parametrize(
    ("text", "dice"),
    [("42", 42), ("4 2", 42), ("4-2", 42), (" 4, 2 ", 42), ("7", None), ("", None), ("x", None)],
)
def test_people_write_dice_in_many_ways(text: str, dice: int | None) -> None:
    assert d.read_dice(text) == dice


def test_mask_of_what_is_not_there() -> None:
    assert d.mask_of(421, 44) is None
    assert d.mask_of(421, 0) == 0


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_throws_agree_with_another_engine(n: int) -> None:
    pool = icepool.d6.pool(n).expand()
    theirs = Counter({tuple(sorted(shown, reverse=True)): ways for shown, ways in pool.items()})
    assert {d.faces(dice): ways for dice, ways in d.throws(n)} == theirs
    assert all(d.ways(dice) == ways for dice, ways in d.throws(n))


@pytest.mark.parametrize("n", [1, 3])
def test_a_roll_is_exact(n: int) -> None:
    chance = d.RollOf(n)
    outcomes = dict(chance.outcomes())
    assert set(outcomes) == {d.Roll(d.from_faces(shown)) for shown in product(range(1, 7), repeat=n)}
    assert sum(outcomes.values()) == 1
    assert chance.sample(Random(1)) in outcomes


@pytest.mark.parametrize("impossible", [d.Roll(42), d.Roll(427), d.Roll(402), "roll 421", None])
def test_what_cannot_fall_has_no_chance(impossible: object) -> None:
    assert d.RollOf(3).prob(impossible) == Fraction(0)
