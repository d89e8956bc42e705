import pytest

from tavola.games.fourtwentyone.combinations import Variant, rank, value
from tavola.pieces.dice import throws

ALL = [dice for dice, _ in throws(3)]
STANDARD = Variant(1, 0, 1, 0)
CLASSIC = Variant(0, 0, 1, 0)

TOP = [421, 111, 666, 555, 444, 333, 222, 611, 511, 411, 311, 211]
SUITES = [654, 543, 432, 321]
OTHERS = sorted(set(ALL) - {*TOP, *SUITES, 221}, reverse=True)


def by_rank(variant: Variant) -> list[int]:
    return sorted(ALL, key=lambda dice: rank(variant, dice), reverse=True)


def test_there_are_56() -> None:
    assert len(ALL) == 56
    assert OTHERS[0] == 665
    assert OTHERS[-1] == 322


@pytest.mark.parametrize(
    ("variant", "order"),
    [
        (STANDARD, [*TOP, *SUITES, 221, *OTHERS]),
        (CLASSIC, [*TOP, 221, *sorted([*OTHERS, *SUITES], reverse=True)]),
        (Variant(1, 1, 1, 0), [*TOP, *SUITES, *OTHERS, 221]),
        (Variant(0, 1, 1, 0), [*TOP, *sorted([*OTHERS, *SUITES], reverse=True), 221]),
    ],
)
def test_the_order(variant: Variant, order: list[int]) -> None:
    assert by_rank(variant) == order


def test_no_two_combinations_are_equal() -> None:
    assert len({rank(STANDARD, dice) for dice in ALL}) == 56


def test_values() -> None:
    values = [10, 7, 6, 5, 4, 3, 2, 6, 5, 4, 3, 2, 2, 2, 2, 2, 4]
    assert [value(STANDARD, dice) for dice in [*TOP, *SUITES, 221]] == values
    assert {value(STANDARD, dice) for dice in OTHERS} == {1}


def test_values_under_options() -> None:
    assert {value(CLASSIC, dice) for dice in SUITES} == {1}
    assert value(Variant(0, 0, 0, 0), 654) == 0
    assert value(Variant(1, 0, 0, 0), 654) == 2
    assert value(Variant(1, 0, 0, 0), 665) == 0
    assert value(Variant(1, 1, 1, 0), 221) == 4
