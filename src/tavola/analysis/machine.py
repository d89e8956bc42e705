"""The solvers' loops, compiled. They take tables made from the rules, so that no rule is written twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tavola.core.extras import ODDS


def compiled(plain: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled version of a function."""
    ODDS.check()
    from tavola.fast.compile import jit

    return jit(plain)
