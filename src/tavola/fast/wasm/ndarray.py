"""Arrays of numbers that compiled code in WebAssembly can work on: as much of NumPy's as Tavola uses.

The numbers are in a block of the memory that the compiled functions use too, in C order. A part of an array,
or its transpose, is a view: the same block with other strides. Arithmetic is done by `loops`; where those
were not built, they run as plain Python.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from itertools import pairwise
from math import prod
from typing import Any

from tavola.fast.wasm import loops
from tavola.fast.wasm.memory import memory

WORD = 1 << 64


class uint64(int):  # noqa: N801 - NumPy's name
    """An unsigned word that wraps around."""

    code, bytes_each = "Q", 8

    def __new__(cls, number: int) -> uint64:
        return super().__new__(cls, int(number) % WORD)


def _kept(name: str) -> Any:
    operate = getattr(int, name)
    return lambda self, other: uint64(operate(self, other))


for _name in "add radd sub rsub mul rmul and rand or ror xor rxor lshift rshift mod rmod".split():
    setattr(uint64, f"__{_name}__", _kept(f"__{_name}__"))


class int64(int):  # noqa: N801
    """A signed word that wraps around."""

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


class bool_(int):  # noqa: N801
    code, bytes_each = "?", 1


class float64(float):  # noqa: N801
    code, bytes_each = "d", 8


intp = int64
_PLAIN: dict[Any, Any] = {bool: bool_, int: int64, float: float64}
_WIDTH = "?bBhiqd"  # of two kinds the later one holds both


def kind_of(dtype: Any) -> Any:
    return _PLAIN.get(dtype, dtype)


def array_words(address: int, shape: tuple[int, ...], bytes_each: int) -> tuple[int, ...]:
    """A contiguous array as Numba passes it: meminfo and parent, number of elements, bytes of each, address;
    then its shape and its strides."""
    steps = (step * bytes_each for step in in_order(shape))
    return 0, 0, prod(shape), bytes_each, address, *shape, *steps


class Block:
    """A buffer of numbers of one kind."""

    __slots__ = ("address", "dtype", "numbers", "owner", "words")

    def __init__(self, length: int, dtype: Any) -> None:
        self.dtype = dtype
        self.owner, room, self.address = memory().allocate(max(1, length) * dtype.bytes_each)
        self.numbers = room.cast("B").cast(dtype.code)[:length]
        # How compiled code gets it.
        self.words = array_words(self.address, (length,), dtype.bytes_each)

    @property
    def row(self) -> NDArray:
        return NDArray(self, 0, (len(self.numbers),), (1,))


Method = Callable[[Any, Any], "NDArray"]


def _arithmetic(what: int) -> tuple[Method, Method, Method]:
    """The methods of an operator: `__add__`, `__radd__` and `__iadd__`, for example."""

    def in_place(self: NDArray, other: Any) -> NDArray:
        return move(combined(what, self, other).spread(self.shape), self)

    return (
        lambda self, other: combined(what, self, other),
        lambda self, other: combined(what, other, self),
        in_place,
    )


def _compares(what: int) -> tuple[Method, Method]:
    """A comparison and its mirror image: `__lt__` and `__gt__`, for example."""
    return lambda self, other: compared(what, self, other), lambda self, other: compared(what, other, self)


class NDArray:
    """A view of a block: the index of the first element, the shape and the strides."""

    __slots__ = ("_block", "_start", "_strides", "shape")
    __hash__ = None  # type: ignore[assignment]

    def __class_getitem__(cls, _: Any) -> Any:
        return cls

    def __init__(self, block: Block, start: int, shape: tuple[int, ...], steps: tuple[int, ...]) -> None:
        self._block, self._start, self.shape, self._strides = block, start, shape, steps

    @property
    def dtype(self) -> Any:
        return self._block.dtype

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def address(self) -> int:
        return int(self._block.address + self._start * self.dtype.bytes_each)

    @property
    def contiguous(self) -> bool:
        return self._strides == in_order(self.shape) or self.size <= 1

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[n] for n in range(len(self)))

    def __bool__(self) -> bool:
        return bool(self._only())

    def __float__(self) -> float:
        return float(self._only())

    def __int__(self) -> int:
        return int(self._only())

    def _only(self) -> Any:
        if self.size != 1:
            raise ValueError(f"{self.size} numbers are not one")
        return self._block.numbers[self._start]

    # ---- parts ----

    def __getitem__(self, at: Any) -> Any:
        if type(at) is int and len(self.shape) == 1:
            return self._block.numbers[self._start + self._strides[0] * self._place(at, 0)]
        found, chosen = self._part(at)
        if chosen is not None:
            return chosen.taken(found)
        if not found.shape and not _asks_more(at):
            return self._block.numbers[found._start]
        return found

    def __setitem__(self, at: Any, value: Any) -> None:
        if type(at) is int and len(self.shape) == 1:
            place = self._start + self._strides[0] * self._place(at, 0)
            whole = isinstance(value, float) and self.dtype is not float64
            self._block.numbers[place] = int(value) if whole else value
            return
        found, chosen = self._part(at)
        if chosen is not None:
            chosen.put(found, value)
        elif not found.shape and not isinstance(value, NDArray):
            self._block.numbers[found._start] = value
        else:
            move(as_array(value, self.dtype).spread(found.shape), found)

    def _place(self, at: int, axis: int) -> int:
        size = self.shape[axis]
        if not -size <= at < size:
            raise IndexError(f"{at} of {size}")
        return at + size if at < 0 else at

    def _part(self, at: Any) -> tuple[NDArray, Chosen | None]:
        """The view that integers and slices select; and the indices given as arrays, if there are any."""
        if type(at) is int and self.shape:
            first = self._start + self._strides[0] * self._place(at, 0)
            return NDArray(self._block, first, self.shape[1:], self._strides[1:]), None
        start, shape, steps, axis = self._start, list[int](), list[int](), 0
        lists: list[tuple[NDArray, int]] = []
        where: list[int] = []
        for each in self._places(at):
            if each is None:
                shape.append(1)
                steps.append(0)
                continue
            step, size = self._strides[axis], self.shape[axis]
            if isinstance(each, slice):
                first, last, by = each.indices(size)
                start += first * step if len(range(first, last, by)) else 0
                shape.append(len(range(first, last, by)))
                steps.append(by * step)
            else:
                where.append(len(shape))
                if isinstance(each, NDArray):
                    lists.append((_within(each, size), step))
                else:
                    start += self._place(each, axis) * step
            axis += 1
        found = NDArray(self._block, start, tuple(shape), tuple(steps))
        if not lists:
            return found, None
        places = reduce(operator.add, (place * step for place, step in lists))
        return found, Chosen(places, where[0] if len(set(where)) == 1 else 0)

    def _places(self, at: Any) -> list[Any]:
        """One index for each axis: a number, a slice or an array of numbers; None is a new axis."""
        places: list[Any] = []
        for each in at if isinstance(at, tuple) else (at,):
            given = as_array(each) if isinstance(each, list) else each
            if isinstance(given, NDArray) and given.dtype is bool_:
                places.append(flatnonzero(given))
            elif isinstance(given, NDArray):
                places.append(as_array(given, int64))  # offsets would overflow a small kind
            elif isinstance(given, slice) or given is None or given is Ellipsis:
                places.append(given)
            else:
                places.append(int(given))
        missing = self.ndim - sum(each is not None and each is not Ellipsis for each in places)
        gap = next((n for n, each in enumerate(places) if each is Ellipsis), len(places))
        places[gap : gap + 1] = [slice(None)] * missing
        return places

    def spread(self, shape: tuple[int, ...]) -> NDArray:
        """The array broadcast to that shape, without a copy."""
        new = len(shape) - self.ndim
        if new < 0 and prod(self.shape[:-new]) == 1:
            return NDArray(self._block, self._start, self.shape[-new:], self._strides[-new:]).spread(shape)
        steps = [0] * new
        for size, step, wanted in zip(self.shape, self._strides, shape[new:], strict=True):
            if size not in (1, wanted):
                raise ValueError(f"{self.shape} does not fit {shape}")
            steps.append(step if size == wanted else 0)
        return NDArray(self._block, self._start, shape, tuple(steps))

    def reshape(self, *shape: Any) -> NDArray:
        sizes = list(shape[0] if len(shape) == 1 and isinstance(shape[0], tuple | list) else shape)
        if -1 in sizes:
            known = prod(size for size in sizes if size != -1)
            sizes[sizes.index(-1)] = self.size // known if known else 0
        if prod(sizes) != self.size:
            raise ValueError(f"{self.size} numbers don't make {tuple(sizes)}")
        whole = self if self.contiguous else self.copy()
        return NDArray(whole._block, whole._start, tuple(sizes), in_order(tuple(sizes)))

    def transpose(self, *axes: int) -> NDArray:
        order = axes or tuple(reversed(range(self.ndim)))
        shape = tuple(self.shape[axis] for axis in order)
        return NDArray(self._block, self._start, shape, tuple(self._strides[axis] for axis in order))

    @property
    def T(self) -> NDArray:  # noqa: N802
        return self.transpose()

    def copy(self) -> NDArray:
        return self.astype(self.dtype)

    def astype(self, dtype: Any) -> NDArray:
        kind = kind_of(dtype)
        if kind is bool_ and self.dtype is not bool_:
            return compared(loops.UNEQUAL, self, 0)
        return move(self, empty(self.shape, kind))

    def tolist(self) -> Any:
        if not self.shape:
            return self._only()
        if self.ndim > 1:
            return [row.tolist() for row in self]
        first, step, length = self._start, self._strides[0], len(self)
        if step == 1:
            return self._block.numbers[first : first + length].tolist()
        return [self._block.numbers[first + n * step] for n in range(length)]

    def repeat(self, times: int, axis: int) -> NDArray:
        axis %= self.ndim
        wider = (*self.shape[: axis + 1], times, *self.shape[axis + 1 :])
        steps = (*self._strides[: axis + 1], 0, *self._strides[axis + 1 :])
        longer = (*self.shape[:axis], self.shape[axis] * times, *self.shape[axis + 1 :])
        return NDArray(self._block, self._start, wider, steps).copy().reshape(longer)

    # ---- reductions ----

    def _folded(self, what: int, axis: Any, keepdims: bool = False) -> Any:
        if axis is None:
            return _fold(self.reshape(-1), what, 0)[()] if self.size else 0
        axes = sorted({each % self.ndim for each in (axis if isinstance(axis, tuple) else (axis,))})
        found = self
        for each in reversed(axes):
            found = _fold(found, what, each)
        if keepdims:
            return found.reshape([1 if n in axes else size for n, size in enumerate(self.shape)])
        return found if found.shape else found[()]

    def sum(self, axis: Any = None, keepdims: bool = False) -> Any:
        return self._folded(loops.SUM, axis, keepdims)

    def min(self, axis: Any = None) -> Any:
        return self._folded(loops.LOWEST, axis)

    def max(self, axis: Any = None) -> Any:
        return self._folded(loops.HIGHEST, axis)

    def mean(self, axis: Any = None) -> Any:
        total = self.sum(axis)
        return total / (self.size // (total.size if isinstance(total, NDArray) else 1))

    def any(self) -> bool:
        return bool(self.size and (self != 0).max())

    def all(self) -> bool:
        return not self.size or bool((self != 0).min())

    # ---- arithmetic ----

    __add__, __radd__, __iadd__ = _arithmetic(loops.ADD)
    __sub__, __rsub__, __isub__ = _arithmetic(loops.SUBTRACT)
    __mul__, __rmul__, __imul__ = _arithmetic(loops.MULTIPLY)
    __truediv__, __rtruediv__, __itruediv__ = _arithmetic(loops.DIVIDE)
    __pow__, __rpow__, __ipow__ = _arithmetic(loops.POWER)
    __floordiv__, __rfloordiv__, __ifloordiv__ = _arithmetic(loops.FLOOR_DIVIDE)
    __mod__, __rmod__, __imod__ = _arithmetic(loops.MODULO)
    __and__, __rand__, __iand__ = _arithmetic(loops.AND)
    __or__, __ror__, __ior__ = _arithmetic(loops.OR)
    __lshift__, __rlshift__, __ilshift__ = _arithmetic(loops.SHIFT_LEFT)
    __rshift__, __rrshift__, __irshift__ = _arithmetic(loops.SHIFT_RIGHT)
    __lt__, __gt__ = _compares(loops.LESS)
    __le__, __ge__ = _compares(loops.AT_MOST)
    __eq__: Any = _compares(loops.EQUAL)[0]
    __ne__: Any = _compares(loops.UNEQUAL)[0]

    def __matmul__(self, other: NDArray) -> Any:
        return matmul(self, other)

    def __invert__(self) -> NDArray:
        return self == 0 if self.dtype is bool_ else -1 - self

    def __neg__(self) -> NDArray:
        return 0 - self

    def __abs__(self) -> NDArray:
        return combined(loops.MAXIMUM, self, -self)


def _asks_more(at: Any) -> bool:
    """Does the index ask for an array, even of one number?"""
    return any(each is None for each in at) if isinstance(at, tuple) and at else False


class Chosen:
    """Elements, or parts, selected by arrays of indices: the offset of each, and the axis they become."""

    def __init__(self, places: NDArray, axis: int) -> None:
        self._places, self._axis = places, axis

    def _laid_out(self, part: NDArray) -> tuple[tuple[int, ...], NDArray]:
        """The shape of the selection, and where each part begins in a contiguous array of that shape."""
        shape = (*part.shape[: self._axis], *self._places.shape, *part.shape[self._axis :])
        each = prod(part.shape[self._axis :])
        return shape, arange(self._places.size) * each

    def _inner(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        steps, many = in_order(shape), self._places.ndim
        return (*steps[: self._axis], *steps[self._axis + many :])

    def taken(self, part: NDArray) -> NDArray:
        shape, to = self._laid_out(part)
        found = empty(shape, part.dtype)
        inner = NDArray(found._block, 0, part.shape, self._inner(shape))
        move(part, inner, self._places.reshape(-1), to)
        return found

    def put(self, part: NDArray, value: Any, adding: bool = False) -> None:
        shape, start = self._laid_out(part)
        given = as_array(value, part.dtype).spread(shape).copy()
        inner = NDArray(given._block, 0, part.shape, self._inner(shape))
        move(inner, part, start, self._places.reshape(-1), adding)


def _within(places: NDArray, size: int) -> NDArray:
    """Negative indices counted from the end."""
    if places.size:
        if places.min() < -size or places.max() >= size:
            raise IndexError(f"a place beyond {size}")
        if places.min() < 0:
            return places + size * (places < 0)
    return places


# ---- creating arrays ----


@cache
def in_order(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The strides of a contiguous array."""
    return tuple(prod(shape[n + 1 :]) for n in range(len(shape)))


def empty(shape: Any, dtype: Any = float64) -> NDArray:
    sizes = tuple(shape) if isinstance(shape, tuple | list) else (int(shape),)
    return NDArray(Block(prod(sizes), kind_of(dtype)), 0, sizes, in_order(sizes))


zeros = empty  # new memory is all 0


def arange(first: Any, last: Any = None, dtype: Any = None) -> NDArray:
    start, stop = (0, first) if last is None else (first, last)
    if isinstance(start, float) or isinstance(stop, float):
        return as_array([start + n for n in range(int(stop - start))], float64)
    return as_array(range(int(start), int(stop)), dtype)


def as_array(given: Any, dtype: Any = None) -> NDArray:
    """From a number, a list or nested lists of equal lengths; an array itself, if it is of that kind."""
    kind = kind_of(dtype)
    if isinstance(given, NDArray):
        return given if kind in (None, given.dtype) else given.astype(kind)
    shape, numbers = list[int](), [given]
    while numbers and isinstance(numbers[0], Sequence):
        shape.append(len(numbers[0]))
        numbers = [each for row in numbers for each in row]
    if numbers and isinstance(numbers[0], NDArray):
        made = empty((len(numbers), *numbers[0].shape), kind or numbers[0].dtype)
        for n, each in enumerate(numbers):
            made[n] = each
        return made.reshape(*shape, *numbers[0].shape)
    if len(numbers) != prod(shape):
        raise ValueError("the lists in a list are of the same length")
    found = kind or max((kind_of_number(each) for each in numbers), key=_width, default=float64)
    made = empty(tuple(shape), found)
    for n, each in enumerate(numbers):
        made._block.numbers[n] = each
    return made


def kind_of_number(number: Any) -> Any:
    return bool_ if isinstance(number, bool) else float64 if isinstance(number, float) else int64


def _width(kind: Any) -> int:
    return _WIDTH.index(kind.code)


def flatnonzero(given: NDArray) -> NDArray:
    return as_array([n for n, number in enumerate(given.reshape(-1).tolist()) if number], int64)


# ---- the loops, called ----


class Loop:
    """Calls one of the loops. Most arrays are small, so the overhead of a call counts: the words that
    describe a block are made once, with the block."""

    def __init__(self, plain: Callable[..., None]) -> None:
        self._plain = plain
        self._found: dict[str, Callable[[list[int]], None] | None] = {}

    def __call__(self, *args: Any) -> None:
        words, kinds = list[int](), ""
        for each in args:
            if isinstance(each, Block):
                words += each.words
                kinds += each.dtype.code
            elif isinstance(each, tuple):
                words += each
            else:
                words.append(each)
        if kinds not in self._found:
            self._found[kinds] = _kernel(self._plain, args)
        kernel = self._found[kinds]
        if kernel is None:
            self._plain(*(each.row if isinstance(each, Block) else each for each in args))
        else:
            kernel(words)


def _kernel(plain: Callable[..., None], args: Any) -> Callable[[list[int]], None] | None:
    """The compiled loop for the kinds of numbers in the blocks: all other arguments are whole numbers."""
    from tavola.fast.wasm.twins import kernels, kinds_of, name_of

    rows = (each.row if isinstance(each, Block) else each for each in args)
    found = kernels().get((name_of(plain), " ".join(kinds_of(rows))))
    return found.run if found else None


_combine_floats, _combine_whole = Loop(loops.combine_floats), Loop(loops.combine_whole)
_compare, _move, _move_where = Loop(loops.compare), Loop(loops.move), Loop(loops.move_where)
_fold_one, _add_up = Loop(loops.fold), Loop(loops.add_up)
_multiply, _convolve = Loop(loops.multiply), Loop(loops.convolve)


PLANS = 4096  # size of each cache


def _block_of(numbers: Sequence[int]) -> Block:
    made = Block(len(numbers), int64)
    for n, number in enumerate(numbers):
        made.numbers[n] = number
    return made


@lru_cache(PLANS)
def _planned(shape: tuple[int, ...], *steps: tuple[int, ...]) -> tuple[int, Block]:
    """(rank, plan) of loops over arrays of one shape. Axes that are contiguous in every array become one."""
    joined = [(1, *(0 for _ in steps))] if not shape else list[tuple[int, ...]]()
    for size, *each in zip(shape, *steps, strict=True):
        if joined and all(a == b * size for a, b in zip(joined[-1][1:], each, strict=True)):
            joined[-1] = (joined[-1][0] * size, *each)
        elif size != 1 or not joined:
            joined.append((size, *each))
    return len(joined), _block_of([n for column in zip(*joined, strict=True) for n in column])


@lru_cache(PLANS)
def _planned_matrices(many: tuple[int, ...], *steps: tuple[int, ...]) -> Block:
    """The plan for many matrices: an axis for each leading dimension, then one of length 1."""
    columns = zip(*zip(many, *steps, strict=True), (1, *(0 for _ in steps)), strict=True)
    return _block_of([n for column in columns for n in column])


def move(
    given: NDArray, to: NDArray, places: NDArray | None = None, others: NDArray | None = None,
    adding: bool = False,
) -> NDArray:  # fmt: skip
    """Copies elements. `places` and `others` are the offsets of several parts, in `given` and in `to`."""
    if not to.size or (places is not None and not places.size):
        return to
    rank, plan = _planned(to.shape, given._strides, to._strides)
    none = _nowhere() if places is None else _listed_places(places)
    there = none if others is None else _listed_places(others)
    _move(rank, plan, given._block, given._start, to._block, to._start, none, there, adding)
    return to


@cache
def _nowhere() -> Block:
    return Block(1, int64)


def _listed_places(places: NDArray) -> Block:
    """The block of these offsets, copied if they are only a part of it."""
    whole = places._start == 0 and len(places._block.numbers) == places.size and places.contiguous
    return (places if whole else places.copy())._block


def move_where(given: NDArray, to: NDArray, only: NDArray) -> None:
    if not to.size:
        return
    a, mask = as_array(given, to.dtype).spread(to.shape), as_array(only, bool_).spread(to.shape)
    rank, plan = _planned(to.shape, a._strides, to._strides, mask._strides)
    _move_where(rank, plan, a._block, a._start, to._block, to._start, mask._block, mask._start)


def common_kind(a: Any, b: Any) -> Any:
    """Of two arrays the wider kind; a number beside an array takes its kind, if that can hold it."""
    kinds = [each.dtype if isinstance(each, NDArray) else None for each in (a, b)]
    for n, other in enumerate((b, a)):
        if kinds[1 - n] is None and kinds[n] is not None:
            number = kind_of_number(other)
            return number if _width(number) > _width(kinds[n]) and (
                number is float64 or kinds[n] is bool_) else kinds[n]  # fmt: skip
    there = [each or kind_of_number(given) for each, given in zip(kinds, (a, b), strict=True)]
    if set(there) == {int8, uint8}:
        return int16
    return max(there, key=_width)


def common_shape(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    longest = max(map(len, shapes))
    columns = zip(*((1,) * (longest - len(shape)) + shape for shape in shapes), strict=True)
    return tuple(next((size for size in column if size != 1), 1) for column in columns)


def _two(a: Any, b: Any, kind: Any) -> tuple[tuple[int, ...], NDArray, NDArray]:
    one, other = as_array(a, kind), as_array(b, kind)
    shape = common_shape(one.shape, other.shape)
    return shape, one.spread(shape), other.spread(shape)


def _listed(given: Any) -> Any:
    return as_array(given) if isinstance(given, list | tuple) else given


def combined(what: int, a: Any, b: Any) -> NDArray:
    a, b = _listed(a), _listed(b)
    kind = common_kind(a, b)
    worked = float64 if kind is float64 or what == loops.DIVIDE else int64
    shape, one, other = _two(a, b, worked)
    found = empty(shape, worked)
    if found.size:
        rank, plan = _planned(shape, one._strides, other._strides)
        combine = _combine_floats if worked is float64 else _combine_whole
        combine(what, rank, plan, one._block, one._start, other._block, other._start, found._block)
    if kind is bool_ and what not in (loops.AND, loops.OR):
        kind = int64
    return found if worked is float64 or kind is int64 else found.astype(kind)


def compared(what: int, a: Any, b: Any) -> NDArray:
    a, b = _listed(a), _listed(b)
    shape, one, other = _two(a, b, float64 if common_kind(a, b) is float64 else int64)
    found = empty(shape, bool_)
    if found.size:
        rank, plan = _planned(shape, one._strides, other._strides)
        _compare(what, rank, plan, one._block, one._start, other._block, other._start, found._block)
    return found


def _without(given: NDArray, axis: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (
        (*given.shape[:axis], *given.shape[axis + 1 :]),
        (*given._strides[:axis], *given._strides[axis + 1 :]),
    )


def _fold(given: NDArray, what: int, axis: int) -> NDArray:
    a = given if given.dtype is float64 else as_array(given, int64)
    shape, steps = _without(a, axis)
    found = empty(shape, a.dtype)
    if found.size and a.shape[axis]:
        rank, plan = _planned(shape, steps)
        _fold_one(what, rank, plan, a._block, a._start, a.shape[axis], a._strides[axis], found._block)
    return found


def cumsum(given: Any, axis: int = 0, out: NDArray | None = None) -> NDArray:
    a = as_array(given)
    whole, axis = as_array(a, float64), axis % a.ndim
    found = empty(a.shape) if out is None else out
    if found.size:
        shape, steps = _without(whole, axis)
        rank, plan = _planned(shape, steps, _without(found, axis)[1])
        along = (a.shape[axis], whole._strides[axis], found._strides[axis])
        _add_up(rank, plan, whole._block, whole._start, found._block, found._start, *along)
    return found if out is not None or a.dtype is float64 else found.astype(int64)


def matmul(a: NDArray, b: NDArray) -> Any:
    one, other = as_array(a, float64), as_array(b, float64)
    one, other = one if one.ndim > 1 else one[None, :], other if other.ndim > 1 else other[:, None]
    sizes = (one.shape[-2], one.shape[-1], other.shape[-1])
    if other.shape[-2] != sizes[1]:
        raise ValueError(f"{a.shape} times {b.shape}")
    many = common_shape(one.shape[:-2], other.shape[:-2])
    one, other = one.spread((*many, *one.shape[-2:])), other.spread((*many, *other.shape[-2:]))
    found = empty((*many, sizes[0], sizes[2]))
    if found.size:
        plan = _planned_matrices(many, one._strides[:-2], other._strides[:-2])
        left, right = (
            (one._block, one._start, one._strides[-2:]),
            (other._block, other._start, other._strides[-2:]),
        )
        _multiply(len(many) + 1, plan, sizes, *left, *right, found._block)
    shape = (*many, *sizes[:1] * (a.ndim > 1), *sizes[2:] * (b.ndim > 1))
    found = found.reshape(shape) if shape else found
    whole = a.dtype is not float64 and b.dtype is not float64
    found = found.astype(int64) if whole else found
    return found if shape else found._only()


def convolve(a: NDArray, b: NDArray) -> NDArray:
    one, other = as_array(a, float64).copy(), as_array(b, float64).copy()
    found = empty(len(one) + len(other) - 1)
    _convolve(one._block, other._block, found._block)
    return found


def pairs(sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where parts of such sizes, one after the other, begin and end."""
    ends = [0]
    for size in sizes:
        ends.append(ends[-1] + size)
    return pairwise(ends)
