"""exp, log and log10, for which a processor has no instruction: plain series, so that every browser gives the
same.

Exact to about the last digit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

LN2_HIGH = 6.93147180369123816490e-01  # ln 2 in two parts: this one times any exponent is exact
LN2_LOW = 1.90821492927058770002e-10
TOO_HIGH, TOO_LOW = 709.782712893384, -745.1332191019412
TERMS_OF_LOG, TERMS_OF_EXP = 11, 14
TINY, A_LOT = 2.2250738585072014e-308, 2.0**54


def log(x: float) -> float:
    if not x > 0.0:
        return -np.inf if x == 0.0 else np.nan
    if x == np.inf:
        return x
    exponent = 0
    if x < TINY:
        x, exponent = x * A_LOT, -54
    bits: Any = np.float64(x).view(np.int64)
    exponent += ((bits >> 52) & 0x7FF) - 1023
    m = np.int64((bits & 0xFFFFFFFFFFFFF) | 0x3FF0000000000000).view(np.float64)
    if m > 1.4142135623730951:
        m, exponent = m * 0.5, exponent + 1
    f = m - 1.0
    s = f / (2.0 + f)
    z, series = s * s, 0.0
    for n in range(TERMS_OF_LOG, 0, -1):
        series = z * (series + 2.0 / (2 * n + 1))
    half = 0.5 * f * f
    rest = half - (s * (half + series) + exponent * LN2_LOW)
    return float(exponent * LN2_HIGH - (rest - f))


def exp(x: float) -> float:
    if x != x:
        return x
    if x > TOO_HIGH:
        return np.inf
    if x < TOO_LOW:
        return 0.0
    k = np.floor(x * 1.4426950408889634 + 0.5)
    high, low = x - k * LN2_HIGH, k * LN2_LOW
    r = high - low
    lost = (high - r) - low
    series = 1.0
    for n in range(TERMS_OF_EXP, 2, -1):
        series = 1.0 + r * series / n
    grown = 1.0 + (r + (0.5 * r * r * series + lost))
    first = int(k) // 2
    return float(grown * power_of_two(first) * power_of_two(int(k) - first))


def power_of_two(exponent: int) -> float:
    return np.int64((exponent + 1023) << 52).view(np.float64)


def log10(x: float) -> float:
    return log(x) * 0.4342944819032518
