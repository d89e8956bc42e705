"""How sure a mean is: confidence intervals over sets, and which entrants can be told apart.

The values are bounded, few, and often all the same: a strong bot wins every game of every set. A plain
interval would then have no width at all and be wrong. So two imagined tables are added, one at either end of
what is possible, as Agresti and Coull do for proportions; and with few sets Student's distribution is used.
The weight of an imagined table depends on how many tables a set is worth: tables with the same luck, against
bots that are much alike, say little more than one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from statistics import NormalDist, fmean
from typing import NamedTuple

SURE = 0.95
MANY = 200  # degrees of freedom from which on the normal distribution will do
STRIPS = 400
TINY = 1e-12


class Interval(NamedTuple):
    mean: float
    low: float
    high: float

    @property
    def separates(self) -> bool:
        """Is zero outside the interval?"""
        return self.low > 0 or self.high < 0


def interval(
    values: Sequence[float], low: float, high: float, sure: float = SURE, tables: float = 1.0
) -> Interval:
    """The mean of values between low and high, and its confidence interval.

    A value is the mean of a set, worth so many tables: an imagined table weighs as much as a real one.
    """
    if len(values) < 2:
        return Interval(fmean(values) if values else (low + high) / 2, low, high)
    weight = 1 / max(1.0, tables)
    mean, n = fmean(values), len(values) + 2 * weight
    centre = (sum(values) + weight * (low + high)) / n
    squares = sum((each - centre) ** 2 for each in values)
    squares += weight * ((low - centre) ** 2 + (high - centre) ** 2)
    reach = student(sure, len(values) - 1) * math.sqrt(squares / (n - 1) / n)
    return Interval(mean, min(mean, max(low, centre - reach)), max(mean, min(high, centre + reach)))


def worth(sets: Sequence[Sequence[float]]) -> float:
    """How many independent tables a set is worth, of those it has.

    The variance of a sum of standardised columns is the sum of all their correlations: the number of columns
    if they are independent, its square if they are copies. A column that is constant may be a copy of any
    other such.
    """
    tables = len(sets[0]) if sets else 0
    if tables < 2 or len(sets) < 2 or any(len(each) != tables for each in sets):
        return 1.0
    constant, sums = 0, [0.0] * len(sets)
    for column in zip(*sets, strict=True):
        mean = fmean(column)
        spread = math.sqrt(sum((each - mean) ** 2 for each in column) / (len(sets) - 1))
        if spread < TINY:
            constant += 1
        else:
            sums = [total + (each - mean) / spread for total, each in zip(sums, column, strict=True)]
    alike = constant**2 + sum(total**2 for total in sums) / (len(sets) - 1)
    return tables**2 / max(alike, tables)


@lru_cache(maxsize=4096)
def student(sure: float, freedom: int) -> float:
    """The quantile of Student's t: so many standard errors to either side contain the true mean."""
    if freedom >= MANY:
        return NormalDist().inv_cdf(0.5 + sure / 2)
    low, high = 0.0, 1.0
    while _within(high, freedom) < sure:
        low, high = high, high * 2
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < sure else (low, middle)
    return high


def _within(reach: float, freedom: int) -> float:
    """The probability that Student's t lies within `reach` of zero, by Simpson's rule.

    With t = sqrt(freedom) tan(a) the integrand is a power of a cosine, which is smooth and ends at an angle.
    """
    end = math.atan(reach / math.sqrt(freedom))
    area = _simpson(lambda angle: math.cos(angle) ** (freedom - 1), end)
    return 2 * area * math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(math.pi)


def _simpson(height: Callable[[float], float], end: float) -> float:
    step = end / STRIPS
    weights = (1 if i in (0, STRIPS) else 4 if i % 2 else 2 for i in range(STRIPS + 1))
    return step / 3 * sum(weight * height(i * step) for i, weight in enumerate(weights))


def tiers(
    order: Sequence[str], apart: Callable[[str, str], bool], low: Callable[[str], float] | None = None
) -> list[list[str]]:
    """Entrants, best first, in tiers: one that can't be told from the best of a tier belongs to it.

    The best is the first one; with `low`, for entrants that have not played equally often, the one that is
    surely the best: its interval begins highest. A few lucky games at the top would make one tier of all.
    """
    found: list[list[str]] = []
    for name in order:
        best = (max(found[-1], key=low) if low else found[-1][0]) if found else None
        if best is None or apart(best, name):
            found.append([name])
        else:
            found[-1].append(name)
    return found
