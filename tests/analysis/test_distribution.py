from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tavola.analysis.distribution import Distribution

DIE = Distribution.counted(dict.fromkeys(range(1, 7), 1))


def test_a_die() -> None:
    assert DIE[3] == Fraction(1, 6)
    assert DIE[7] == 0
    assert DIE.mean() == Fraction(7, 2)
    assert DIE.variance() == Fraction(35, 12)
    assert DIE.at_least(5) == Fraction(1, 3)
    assert len(DIE) == 6
    assert list(DIE) == [1, 2, 3, 4, 5, 6]


def test_what_follows_from_an_outcome() -> None:
    assert DIE.map(lambda face: face % 2 == 0)[True] == Fraction(1, 2)
    two = DIE.then(lambda first: DIE.map(lambda second: first + second))
    assert two[7] == Fraction(1, 6)
    assert two.mean() == 7


def test_it_is_a_value() -> None:
    assert Distribution.counted(dict.fromkeys(range(1, 7), 2)) == DIE
    assert len({DIE, Distribution(DIE.pairs)}) == 1
    with pytest.raises(AttributeError):
        DIE.pairs = ()  # type: ignore[misc]


def test_sorting() -> None:
    mixed = Distribution.of({3: Fraction(1, 2), 1: Fraction(1, 2)})
    assert list(mixed.sorted()) == [1, 3]


def test_what_is_no_distribution_is_refused() -> None:
    with pytest.raises(ValueError, match="add up to 5/6"):
        Distribution.of({1: Fraction(1, 2), 2: Fraction(1, 3)})
    with pytest.raises(ValueError, match="negative"):
        Distribution.of({1: Fraction(3, 2), 2: Fraction(-1, 2)})
    with pytest.raises(ValueError, match="twice"):
        Distribution(((1, Fraction(1, 2)), (1, Fraction(1, 2))))


def test_for_people_and_for_programs() -> None:
    assert str(DIE).splitlines()[0] == "1   16.6667%  1/6"
    assert json.loads(json.dumps(DIE.as_json()))["6"] == {"exact": "1/6", "p": 1 / 6}
