"""The rules, compiled as they stand.

`jit(function)` gives a compiled version of a plain function. Every plain function it calls, in whatever
module, is compiled with it and stays a plain function for Python: `games/` knows nothing of Numba. The result
is kept on disk under a key of all the sources, so edited rules are never stale.

Without Numba, `jit` finds the function's WebAssembly build (`fast/wasm`), and without that the plain
function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from tavola.core.extras import installed
from tavola.fast.sources import called_by, names_in

if TYPE_CHECKING or installed("numba"):
    from tavola.fast.native import CantCompile, Compiled, look_up, on_compiling
else:
    from tavola.fast.wasm.twins import Twin as Compiled
    from tavola.fast.wasm.twins import look_up, on_compiling

F = TypeVar("F", bound=Callable[..., Any])

__all__ = ["CantCompile", "Compiled", "bind", "called_by", "jit", "look_up", "on_compiling"]


def bind(function: Callable[..., Any], given: Mapping[str, Any]) -> FunctionType:
    """A copy of a function that calls the `given` functions instead of the globals of the same names; so do
    the functions of its module that it calls. One piece of code is thus compiled for many games, each game's
    functions inlined."""
    plain = cast(FunctionType, function)
    names: dict[str, Any] = dict(plain.__globals__)
    bound = FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__)
    bound.bound_to = given.get("__name__", "")  # type: ignore[attr-defined]  # tells the copies apart
    for name in names_in(plain.__code__):
        other = names.get(name)
        if not isinstance(other, FunctionType):
            continue
        if other.__module__ == plain.__module__:
            names[name] = bind(other, given)
        elif name in given:
            names[name] = given[name]
    return bound


_compiled: dict[Any, Compiled[Any]] = {}


def jit(function: F) -> Compiled[F]:
    """The compiled version of a plain function; the same one whenever asked."""
    if function not in _compiled:
        _compiled[function] = Compiled(function)
    return cast(Compiled[F], _compiled[function])
