"""The solvers' loops, compiled, and on all cores. They take tables made from the rules, so that no rule is
written twice."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

from tavola.core.extras import ODDS, installed

T = TypeVar("T")
R = TypeVar("R")


def compiled(plain: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled version of a function."""
    ODDS.check()
    from tavola.fast.compile import jit

    return jit(plain)


def one_core_each() -> AbstractContextManager[Any]:
    """NumPy's products are small here: several of them at once use the cores better than several cores for
    one."""
    if not installed("threadpoolctl"):  # in a browser, which has one thread
        return nullcontext()
    from threadpoolctl import threadpool_limits

    limited: AbstractContextManager[Any] = threadpool_limits(1)
    return limited


def side_by_side(work: Callable[[T], R], over: Iterable[T]) -> Iterator[R]:
    """`work` of each, in order, on all cores where there are threads."""
    if not installed("threadpoolctl"):
        yield from map(work, over)
        return
    with one_core_each(), ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(work, over)
