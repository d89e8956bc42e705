"""Arrays lent to compiled code without reference counting.

Numba changes the reference count of an array, atomically, each time the array is read out of a tuple. In a
loop over the rules that is half of the time. The caller of a kernel holds the arrays until it returns, so
inside the kernel nothing has to be counted.
"""

from __future__ import annotations

from typing import Any, TypeVar

from tavola.fast.compile import look_up
from tavola.fast.intrinsics import borrowed

T = TypeVar("T")


def borrow(given: T) -> T:
    """The same arrays without reference counting; they must not outlive the call."""
    return given


def borrow_by_machine(given: Any) -> Any:
    return borrowed(given)


look_up(borrow, borrow_by_machine)
