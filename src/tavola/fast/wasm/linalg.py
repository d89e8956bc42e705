"""Systems of equations, as NumPy's `linalg` solves them: small ones, in plain Python."""

from __future__ import annotations

from math import sqrt
from typing import Any

from tavola.fast.wasm.ndarray import NDArray, as_array


def solve(matrix: NDArray, wanted: NDArray) -> NDArray:
    rows = [[*row, rest] for row, rest in zip(matrix.tolist(), wanted.tolist(), strict=True)]
    size = len(rows)
    for n in range(size):
        best = max(range(n, size), key=lambda k: abs(rows[k][n]))
        rows[n], rows[best] = rows[best], rows[n]
        for k in range(n + 1, size):
            if factor := rows[k][n] / rows[n][n]:
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[n], strict=True)]
    return as_array(_backwards(rows))


def _backwards(rows: list[list[float]]) -> list[float]:
    found = [0.0] * len(rows)
    for n in reversed(range(len(rows))):
        rest = sum(rows[n][k] * found[k] for k in range(n + 1, len(rows)))
        found[n] = (rows[n][-1] - rest) / rows[n][n]
    return found


def lstsq(matrix: NDArray, wanted: NDArray, rcond: Any = None) -> tuple[NDArray]:
    """By orthogonal columns (Gram-Schmidt)."""
    del rcond
    right: list[list[float]] = []
    triangle: list[list[float]] = []
    rest = wanted.tolist()
    for column in matrix.T.tolist():
        left, parts = column, [0.0] * len(right)
        for _ in range(2):  # once more for what rounding has left
            for n, unit in enumerate(right):
                part = _product(unit, left)
                parts[n] += part
                left = [a - part * b for a, b in zip(left, unit, strict=True)]
        length = sqrt(_product(left, left))
        right.append([a / length for a in left])
        triangle.append([*parts, length])
    size = len(right)
    rows = [[triangle[k][n] if k >= n else 0.0 for k in range(size)] for n in range(size)]
    return (
        as_array(_backwards([[*row, _product(unit, rest)] for row, unit in zip(rows, right, strict=True)])),
    )


def _product(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
