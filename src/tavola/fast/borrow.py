"""Arrays that are only lent to compiled code, so that nobody has to count who uses them.

Numba counts the users of every array, with atomic instructions, each time one is read out of a tuple. In a
loop over the rules that is half of the time. Whoever calls a kernel holds the arrays until it is done, so
inside it the count can be left alone.
"""

from __future__ import annotations

from typing import Any, TypeVar

from numba import types
from numba.extending import intrinsic

from tavola.fast.compile import look_up

T = TypeVar("T")


def _lend(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """The same array, or tuple of arrays and numbers, without its owner."""
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        for owner in ("meminfo", "parent"):
            setattr(array, owner, getattr(array, owner).type(None))
        return array._getvalue()
    if isinstance(kind, types.BaseTuple):
        parts: Any = kind
        for n, part in enumerate(parts.types):
            lent = _lend(context, builder, part, builder.extract_value(value, n))
            value = builder.insert_value(value, lent, n)
    return value


def _borrowed(_context: Any, given: Any) -> Any:
    def build(context: Any, builder: Any, _: Any, args: Any) -> Any:
        return _lend(context, builder, given, args[0])

    return given(given), build


borrowed: Any = intrinsic(_borrowed)


def borrow(given: T) -> T:
    """The same arrays, not counted; they must not outlive the call."""
    return given


def borrow_by_machine(given: Any) -> Any:
    return borrowed(given)


look_up(borrow, borrow_by_machine)
