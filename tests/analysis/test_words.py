from __future__ import annotations

from fractions import Fraction

import pytest

from tavola.analysis.words import decimal, times
from tavola.pieces.dice import dashed


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(1, 6), "one time in six"),
        (Fraction(5, 9), "five times in nine"),
        (Fraction(1, 36), "one time in 36"),
        (Fraction(11, 36), "one time in 3.3"),
        (Fraction(25, 36), "69 times in 100"),
        (Fraction(9999, 10000), "999.9 times in 1000"),
        (Fraction(0), "never"),
        (Fraction(1), "always"),
    ],
)
def test_chances_as_one_says_them(chance: Fraction, said: str) -> None:
    assert times(chance).en == said


def test_in_the_other_languages() -> None:
    assert times(Fraction(1, 6)).fr == "une fois sur six"
    assert times(Fraction(11, 36)).it == "una volta su 3,3"
    assert decimal(1.25, 1).fr == "1,2"


def test_nothing_has_no_sign() -> None:
    assert decimal(-2e-16, 2).en == "0.00"
    assert decimal(-0.004, 1).fr == "0,0"
    assert decimal(-0.06, 1).en == "-0.1"


def test_dice_with_dashes() -> None:
    assert dashed(421) == "4-2-1"
