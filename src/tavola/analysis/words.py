"""Chances and dice in words, as one says them at a table."""

from __future__ import annotations

from fractions import Fraction

from tavola.core.numbers import number
from tavola.core.words import Phrase, same

ALWAYS = Phrase("always", "toujours", "sempre")
NEVER = Phrase("never", "jamais", "mai")
ONE_TIME = Phrase("one time in {n}", "une fois sur {n}", "una volta su {n}")
SO_MANY = Phrase("{k} times in {n}", "{k} fois sur {n}", "{k} volte su {n}")
SAYABLE = 12  # up to here a fraction is said with whole numbers


def times(chance: Fraction) -> Phrase:
    """1/6 -> one time in six; 5/9 -> five times in nine; 1/81 -> one time in 81; 0.87 -> 87 times in 100."""
    if chance in (0, 1):
        return ALWAYS if chance else NEVER
    if chance.denominator <= SAYABLE:
        n = number(chance.denominator)
        if chance.numerator == 1:
            return ONE_TIME.fill(n=n)
        return SO_MANY.fill(k=number(chance.numerator), n=n)
    if chance < Fraction(2, 5):
        one_in = 1 / chance
        return ONE_TIME.fill(n=decimal(one_in, 1) if one_in < 10 else same(str(round(one_in))))
    hundred = round(100 * chance)
    if hundred == 100:
        return SO_MANY.fill(k=decimal(1000 * chance, 1), n=1000)
    return SO_MANY.fill(k=hundred, n=100)


def decimal(value: Fraction | float, digits: int) -> Phrase:
    """A number with so many digits after the point, or after the comma where that is the custom."""
    said = f"{float(value):z.{digits}f}"  # z: never -0.0
    with_comma = said.replace(".", ",")
    return Phrase(said, with_comma, with_comma)
