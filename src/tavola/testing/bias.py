"""Does a chance keep to its probabilities? Samples are compared with them by Pearson's chi-square.

A right chance must never fail, a wrong one should. So there are two rounds: a quick one, which only raises a
suspicion, and for suspects a long one with fresh luck, whose result must be beyond doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt

QUICK, LONG = 3_000, 30_000  # samples
SUSPECT, CERTAIN = 3.5, 7.0  # standard deviations
ENOUGH = 8  # expected hits of a cell; with fewer the chi-square means nothing
MODULI = (2, 3, 5, 6, 7, 13)


def biased(chances: Sequence[float], draw: Callable[[], int]) -> tuple[float, float] | None:
    """Declared and found share of the outcomes that deviate most, or None if all is well.

    `chances` sum to 1; `draw` gives the index of one sampled outcome.
    """
    if _worst(chances, draw, QUICK, SUSPECT) is None:
        return None
    return _worst(chances, draw, LONG, CERTAIN)


def _worst(
    chances: Sequence[float], draw: Callable[[], int], samples: int, limit: float
) -> tuple[float, float] | None:
    hits = [0] * len(chances)
    for _ in range(samples):
        hits[draw()] += 1
    for cells in groupings(chances, samples):
        expected = [samples * sum(chances[i] for i in cell) for cell in cells]
        observed = [sum(hits[i] for i in cell) for cell in cells]
        if deviation(observed, expected) > limit:
            n = max(range(len(cells)), key=lambda n: (observed[n] - expected[n]) ** 2 / expected[n])
            return expected[n] / samples, observed[n] / samples
    return None


def groupings(chances: Sequence[float], samples: int) -> Iterator[list[list[int]]]:
    """Ways to group outcomes into cells: neighbours, which a skewed sampler favours, and remainders."""
    yield _neighbours(chances, samples)
    for modulus in MODULI:
        if modulus < len(chances):
            remainders = [list(range(r, len(chances), modulus)) for r in range(modulus)]
            yield _joined(remainders, chances, samples)


def _neighbours(chances: Sequence[float], samples: int) -> list[list[int]]:
    return _joined([[i] for i in range(len(chances))], chances, samples)


def _joined(groups: list[list[int]], chances: Sequence[float], samples: int) -> list[list[int]]:
    """Groups that are hit too rarely are merged with the next ones."""
    cells: list[list[int]] = []
    cell: list[int] = []
    weight = 0.0
    for group in groups:
        cell = cell + group
        weight += samples * sum(chances[i] for i in group)
        if weight >= ENOUGH:
            cells.append(cell)
            cell, weight = [], 0.0
    if cells and cell:
        cells[-1] += cell
    return cells


def deviation(observed: Sequence[int], expected: Sequence[float]) -> float:
    """The chi-square in standard deviations above what luck gives (Wilson and Hilferty's cube root)."""
    freedom = len(expected) - 1
    if freedom < 1:
        return 0.0
    square = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))
