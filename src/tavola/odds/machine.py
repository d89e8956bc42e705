"""The solvers' loops, compiled. They take tables made from the rules, so that no rule is written twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tavola.odds import Missing


def compiled(plain: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled version of a function, when Numba is there."""
    try:
        from tavola.fast.compile import jit
    except ModuleNotFoundError as gone:
        if gone.name in ("numba", "llvmlite", "numpy"):
            raise Missing("Numba", "odds,fast") from None
        raise
    return jit(plain)
