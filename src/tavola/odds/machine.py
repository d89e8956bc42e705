"""Compiling the solvers' loops. They take tables made from the rules, so that no rule is compiled in."""

from __future__ import annotations

from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

from tavola.odds import Missing


@cache
def compile_all(module: ModuleType, names: tuple[str, ...]) -> Any:
    """The functions of a module that call each other, compiled in the order given: callees first.

    The module itself keeps its plain functions: tests run either.
    """
    try:
        from numba import njit
    except ImportError:
        raise Missing("Numba", "odds,fast") from None
    found: dict[str, Any] = {}
    for name in names:
        plain = getattr(module, name)
        space = {**vars(module), **found}
        found[name] = njit(cache=True)(_rebound(plain, space))
    return SimpleNamespace(**found)


def _rebound(plain: Any, space: dict[str, Any]) -> Any:
    """The same code, seeing the compiled functions instead of the plain ones."""
    from types import FunctionType

    return FunctionType(plain.__code__, space, plain.__name__, plain.__defaults__)
