"""NumPy's functions by their names, over the arrays of `ndarray`: as many as Tavola uses.

Rare functions are composed of the others, and not tuned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from functools import reduce
from math import inf, log, log10, nan, prod, sqrt
from typing import Any, BinaryIO

from tavola.fast.wasm import linalg, loops
from tavola.fast.wasm.ndarray import (
    NDArray,
    arange,
    as_array,
    bool_,
    combined,
    common_kind,
    common_shape,
    convolve,
    cumsum,
    empty,
    flatnonzero,
    float64,
    int8,
    int16,
    int32,
    int64,
    intp,
    kind_of_number,
    matmul,
    move,
    move_where,
    pairs,
    uint8,
    uint64,
    zeros,
)  # fmt: skip

__all__ = [
    "NDArray", "abs", "add", "append", "arange", "array", "asarray", "ascontiguousarray", "block", "bool_",
    "broadcast_to", "column_stack", "concatenate", "convolve", "copyto", "cumsum", "diff", "einsum", "empty",
    "empty_like", "errstate", "eye", "flatnonzero", "float64", "fromiter", "full", "inf", "int8", "int16",
    "int32", "int64", "intp", "linalg", "load", "log", "log10", "matmul", "maximum", "mean", "minimum", "nan",
    "ndarray", "ones", "ones_like", "outer", "pad", "repeat", "roll", "save", "sqrt", "stack", "sum", "take",
    "tensordot", "tril", "uint8", "uint64", "unique", "where", "zeros", "zeros_like",
]  # fmt: skip

ndarray = NDArray


class _Pairwise:
    """A function of two numbers or arrays; `reduce` applies it to many."""

    def __init__(self, what: int, plain: Callable[[Any, Any], Any]) -> None:
        self._what, self._plain = what, plain

    def __call__(self, a: Any, b: Any) -> Any:
        if not isinstance(a, NDArray | list | tuple) and not isinstance(b, NDArray | list | tuple):
            return self._plain(a, b)
        return combined(self._what, a, b)

    def reduce(self, many: Iterable[Any]) -> Any:
        return reduce(self, many)


class _Add(_Pairwise):
    def at(self, to: NDArray, places: Any, value: Any) -> None:
        """An index may occur more than once."""
        part, chosen = to._part(places)
        assert chosen is not None
        chosen.put(part, value, adding=True)


minimum = _Pairwise(loops.MINIMUM, min)
maximum = _Pairwise(loops.MAXIMUM, max)
add = _Add(loops.ADD, lambda a, b: a + b)


def errstate(**_: str) -> nullcontext[None]:
    """No operation warns here."""
    return nullcontext()


def abs(given: Any) -> Any:
    return given.__abs__()


# ---- creating arrays ----


def array(numbers: Any, dtype: Any = None) -> NDArray:
    made = as_array(numbers, dtype)
    return made.copy() if made is numbers else made


def asarray(numbers: Any, dtype: Any = None) -> NDArray:
    return as_array(numbers, dtype)


def ascontiguousarray(given: NDArray) -> NDArray:
    return given if given.contiguous else given.copy()


def full(shape: Any, value: Any, dtype: Any = None) -> NDArray:
    made = empty(shape, dtype or kind_of_number(value))
    made[...] = value
    return made


def ones(shape: Any, dtype: Any = float64) -> NDArray:
    return full(shape, 1, dtype)


def zeros_like(given: NDArray) -> NDArray:
    return zeros(given.shape, given.dtype)


empty_like = zeros_like


def ones_like(given: NDArray) -> NDArray:
    return ones(given.shape, given.dtype)


def eye(size: int) -> NDArray:
    made = zeros((size, size))
    for n in range(size):
        made[n, n] = 1.0
    return made


def fromiter(numbers: Iterable[Any], dtype: Any) -> NDArray:
    """From numbers, or from tuples of numbers, which are flattened."""
    found: list[Any] = []
    for each in numbers:
        found.extend(each) if isinstance(each, tuple) else found.append(each)
    return as_array(found, dtype)


def broadcast_to(given: Any, shape: tuple[int, ...]) -> NDArray:
    return as_array(given).spread(tuple(shape))


# ---- joining arrays ----


def concatenate(parts: Sequence[Any], axis: int = 0) -> NDArray:
    given = [as_array(part) for part in parts]
    axis %= given[0].ndim
    kind = reduce(lambda one, other: common_kind(empty(1, one), empty(1, other)), (g.dtype for g in given))
    sizes = [part.shape[axis] for part in given]
    shape = (*given[0].shape[:axis], sum_of(sizes), *given[0].shape[axis + 1 :])
    made, before = empty(shape, kind), (slice(None),) * axis
    for part, (first, last) in zip(given, pairs(sizes), strict=True):
        made[(*before, slice(first, last))] = part
    return made


def sum_of(numbers: Iterable[int]) -> int:
    return reduce(lambda a, b: a + b, numbers, 0)


def stack(parts: Sequence[Any], axis: int = 0) -> NDArray:
    given = [as_array(part) for part in parts]
    place = axis % (given[0].ndim + 1)
    return concatenate([part[(*(slice(None),) * place, None)] for part in given], place)


def column_stack(columns: Sequence[Any]) -> NDArray:
    return stack(columns, axis=1)


def block(rows: Sequence[Sequence[NDArray]]) -> NDArray:
    return concatenate([concatenate(row, 1) for row in rows], 0)


def append(given: Any, more: Any) -> NDArray:
    return concatenate([as_array(given).reshape(-1), as_array(more).reshape(-1)])


def pad(given: NDArray, widths: Sequence[tuple[int, int]], constant_values: Any = 0) -> NDArray:
    before, after = constant_values if isinstance(constant_values, tuple) else (constant_values,) * 2
    found = given
    for axis, (left, right) in enumerate(widths):
        shapes = [(*found.shape[:axis], size, *found.shape[axis + 1 :]) for size in (left, right)]
        ends = [full(shape, value, given.dtype) for shape, value in zip(shapes, (before, after), strict=True)]
        found = concatenate([ends[0], found, ends[1]], axis)
    return found


def roll(given: NDArray, by: int, axis: int) -> NDArray:
    size, before = given.shape[axis], (slice(None),) * (axis % given.ndim)
    cut = -by % size if size else 0
    return concatenate([given[(*before, slice(cut, None))], given[(*before, slice(cut))]], axis)


def repeat(given: Any, times: int, axis: int = 0) -> NDArray:
    return as_array(given).repeat(times, axis)


# ---- selecting ----


def where(condition: Any, yes: Any, no: Any) -> NDArray:
    mask = as_array(condition, bool_)
    kind = common_kind(yes, no)
    shape = common_shape(mask.shape, *(as_array(each).shape for each in (yes, no)))
    found = move(as_array(no, kind).spread(shape), empty(shape, kind))
    move_where(as_array(yes, kind), found, mask)
    return found


def copyto(to: NDArray, given: Any, where: Any = True) -> None:
    move_where(given, to, where)


def take(given: NDArray, places: Any, axis: int, out: NDArray) -> NDArray:
    out[...] = given[(*(slice(None),) * (axis % given.ndim), as_array(places))]
    return out


def unique(given: NDArray) -> NDArray:
    return as_array(sorted(set(given.reshape(-1).tolist())), given.dtype)


def tril(given: NDArray, k: int = 0) -> NDArray:
    rows, columns = (arange(size) for size in given.shape)
    return where(columns[None, :] - rows[:, None] <= k, given, 0.0)


# ---- sums and products ----


def sum(given: Any, axis: Any = None) -> Any:
    return as_array(given).sum(axis)


def mean(given: Any, axis: Any = None) -> Any:
    return as_array(given).mean(axis)


def diff(given: NDArray, axis: int) -> Any:
    before = (slice(None),) * (axis % given.ndim)
    return given[(*before, slice(1, None))] - given[(*before, slice(None, -1))]


def outer(a: NDArray, b: NDArray) -> Any:
    return a[:, None] * b[None, :]


def tensordot(a: Any, b: Any, axes: Any) -> Any:
    """`axes`: how many of the last axes of `a` meet the first ones of `b`; or a pair, one axis of each."""
    one, other = as_array(a), as_array(b)
    if isinstance(axes, tuple):
        mine, theirs = axes[0] % one.ndim, axes[1] % other.ndim
        one = one.transpose(*(n for n in range(one.ndim) if n != mine), mine)
        other = other.transpose(theirs, *(n for n in range(other.ndim) if n != theirs))
        axes = 1
    left, right = one.shape[: one.ndim - axes], other.shape[axes:]
    inner = prod(other.shape[:axes])
    found = matmul(one.reshape(prod(left), inner), other.reshape(inner, prod(right)))
    shape = (*left, *right)
    return found.reshape(shape) if shape else found[0, 0]


def einsum(letters: str, *given: NDArray) -> Any:
    names, _, wanted = letters.partition("->")
    every = [*wanted, *sorted(set(names) - set(wanted) - {","})]
    found: Any = 1.0
    for name, each in zip(names.split(","), given, strict=True):
        order = [name.index(letter) for letter in every if letter in name]
        laid = each.transpose(*order)
        found = laid[tuple(slice(None) if letter in name else None for letter in every)] * found
    rest = tuple(range(len(wanted), len(every)))
    return found.sum(axis=rest) if rest else found


# ---- files ----

MAGIC = b"\x93NUMPY\x01\x00"
_CODES = {"<f8": float64, "<i8": int64, "<i4": int32, "<i2": int16, "|i1": int8, "|u1": uint8, "|b1": bool_}


def save(to: BinaryIO, given: NDArray, allow_pickle: bool = False) -> None:
    del allow_pickle
    whole = ascontiguousarray(given)
    code = next(code for code, kind in _CODES.items() if kind is whole.dtype)
    head = repr({"descr": code, "fortran_order": False, "shape": whole.shape}).encode()
    head += b" " * (-(len(MAGIC) + 2 + len(head) + 1) % 64) + b"\n"
    to.write(MAGIC + len(head).to_bytes(2, "little") + head)
    to.write(whole._block.numbers[whole._start : whole._start + whole.size].tobytes())


def load(source: BinaryIO, allow_pickle: bool = False) -> NDArray:
    from ast import literal_eval

    del allow_pickle
    if source.read(len(MAGIC)) != MAGIC:
        raise ValueError("this is no array")
    told = literal_eval(source.read(int.from_bytes(source.read(2), "little")).decode().strip())
    shape = told["shape"][::-1] if told["fortran_order"] else told["shape"]
    made = empty(shape, _CODES[told["descr"]])
    data = source.read()
    made._block.numbers.cast("B")[:] = data
    return made.T if told["fortran_order"] else made
