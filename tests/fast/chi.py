"""Chi-square, for tests of luck: fixed seeds, so a right generator never fails twice."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt


def unlikely(counts: Sequence[int], chances: Sequence[float]) -> float:
    """How likely such a misfit, or a worse one, is by chance (Wilson and Hilferty's approximation)."""
    n, degrees = sum(counts), len(counts) - 1
    misfit = sum((c - n * p) ** 2 / (n * p) for c, p in zip(counts, chances, strict=True))
    cube = (misfit / degrees) ** (1 / 3)
    z = (cube - (1 - 2 / (9 * degrees))) / sqrt(2 / (9 * degrees))
    return 0.5 * erfc(z / sqrt(2))


def fits(counts: Sequence[int], chances: Sequence[float]) -> bool:
    """Neither too far from the chances nor, which is as suspicious, too near to them."""
    return 1e-4 < unlikely(counts, chances) < 1 - 1e-4


def even(counts: Sequence[int]) -> bool:
    return fits(counts, [1 / len(counts)] * len(counts))
