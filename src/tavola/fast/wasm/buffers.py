"""Arrays of numbers that compiled code in WebAssembly can work on, by NumPy's names; a little of NumPy only.

A buffer is a piece of the memory that the compiled functions use too. Its numbers lie one after the other, in
the order of NumPy, and every part of it that can be asked for is again such a piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, log, prod, sqrt
from typing import Any

from tavola.fast.wasm.memory import memory

__all__ = ["NDArray", "array", "full", "inf", "log", "ones", "sqrt", "zeros"]

WORD = 1 << 64


class uint64(int):  # noqa: N801 - NumPy's name
    """A word: sums and products lose what goes beyond it."""

    code, bytes_each = "Q", 8

    def __new__(cls, number: int) -> uint64:
        return super().__new__(cls, int(number) % WORD)


def _kept(name: str) -> Any:
    operate = getattr(int, name)
    return lambda self, other: uint64(operate(self, other))


for _name in "add radd sub rsub mul rmul and rand or ror xor rxor lshift rshift mod rmod".split():
    setattr(uint64, f"__{_name}__", _kept(f"__{_name}__"))


class int64(int):  # noqa: N801
    """A word with a sign."""

    code, bytes_each = "q", 8

    def __new__(cls, number: int) -> int64:
        return super().__new__(cls, (int(number) + WORD // 2) % WORD - WORD // 2)


class int32(int):  # noqa: N801
    code, bytes_each = "i", 4


class int16(int):  # noqa: N801
    code, bytes_each = "h", 2


class int8(int):  # noqa: N801
    code, bytes_each = "b", 1


class uint8(int):  # noqa: N801
    code, bytes_each = "B", 1


class float64(float):  # noqa: N801
    code, bytes_each = "d", 8


class NDArray:
    """Numbers of one kind in rows, rows of rows, and so on."""

    __slots__ = ("_owner", "_view", "address", "dtype", "shape")

    def __class_getitem__(cls, _: Any) -> Any:
        return cls

    def __init__(
        self, view: memoryview, address: int, shape: tuple[int, ...], dtype: Any, owner: Any
    ) -> None:
        self._view, self.address, self.shape, self.dtype, self._owner = view, address, shape, dtype, owner

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[n] for n in range(len(self)))

    def __getitem__(self, at: Any) -> Any:
        begin, shape = self._find(at)
        return self._part(begin, shape) if shape is not None else self._view[begin]

    def __setitem__(self, at: Any, value: Any) -> None:
        begin, shape = self._find(at)
        if shape is None:
            self._view[begin] = value
            return
        there = self._view[begin : begin + prod(shape)]
        if isinstance(value, NDArray):
            there[:] = value._view
        elif isinstance(value, Sequence):
            for n, each in enumerate(_leaves(value, shape)):
                there[n] = each
        else:
            for n in range(len(there)):
                there[n] = value

    def _find(self, at: Any) -> tuple[int, tuple[int, ...] | None]:
        """Where what is asked for begins, and its shape; None for a single number."""
        places = at if isinstance(at, tuple) else (at,)
        begin, each = 0, prod(self.shape)
        for n, place in enumerate(places):
            size = self.shape[n]
            each //= max(1, size)
            if isinstance(place, slice):
                first, last, step = place.indices(size)
                if step != 1 or n + 1 < len(places):
                    raise IndexError("a part of a buffer is what lies in one piece")
                return begin + first * each, (max(0, last - first), *self.shape[n + 1 :])
            if not -size <= place < size:
                raise IndexError(f"{place} of {size}")
            begin += (place + size if place < 0 else place) * each
        rest = self.shape[len(places) :]
        return begin, rest or None

    def _part(self, begin: int, shape: tuple[int, ...]) -> NDArray:
        view = self._view[begin : begin + prod(shape)]
        return NDArray(view, self.address + begin * self.dtype.bytes_each, shape, self.dtype, self._owner)

    def copy(self) -> NDArray:
        made = zeros(self.shape, self.dtype)
        made._view[:] = self._view
        return made

    def tolist(self) -> list[Any]:
        return self._view.tolist() if self.ndim == 1 else [row.tolist() for row in self]


def zeros(shape: Any, dtype: Any = float64) -> NDArray:
    sizes = tuple(shape) if isinstance(shape, tuple | list) else (int(shape),)
    length = prod(sizes)
    owner, view, address = memory().allocate(max(1, length) * dtype.bytes_each)
    return NDArray(view.cast("B").cast(dtype.code)[:length], address, sizes, dtype, owner)


def full(shape: Any, value: Any, dtype: Any = None) -> NDArray:
    made = zeros(shape, dtype or (float64 if isinstance(value, float) else int64))
    made[:] = value
    return made


def ones(shape: Any, dtype: Any = float64) -> NDArray:
    return full(shape, dtype(1), dtype)


def array(numbers: Any, dtype: Any = None) -> NDArray:
    """Of a list, or of lists of the same length in a list."""
    shape, inner = [], numbers
    while isinstance(inner, Sequence | NDArray):
        shape.append(len(inner))
        inner = inner[0] if len(inner) else None
    made = zeros(tuple(shape), dtype or (float64 if isinstance(inner, float) else int64))
    made[:] = numbers
    return made


def _leaves(numbers: Any, shape: tuple[int, ...]) -> Iterator[Any]:
    if len(numbers) != shape[0]:
        raise ValueError(f"{len(numbers)} numbers for {shape[0]} places")
    for each in numbers:
        if len(shape) > 1:
            yield from _leaves(each, shape[1:])
        else:
            yield each
