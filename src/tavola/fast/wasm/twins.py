"""The twin of a compiled function: the same function in WebAssembly, called from Python in the same way.

A build is a folder with `kernels.wasm` and `kernels.json`, which lists each function: its name, its argument
and return types, and its export in the module. All arguments are written into one block of words, and the
function gets its address: numbers as they are, tuples flattened, arrays as address, shape and strides.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from struct import Struct, pack_into, unpack_from
from typing import Any, Generic, TypeVar

from tavola.core.extras import ODDS, replaced
from tavola.fast.wasm.memory import Memory, memory
from tavola.fast.wasm.ndarray import NDArray, array_words

F = TypeVar("F", bound=Callable[..., Any])
HERE = Path(__file__).parent / "built"
MODULE, DESCRIPTION = "kernels.wasm", "kernels.json"
WORD = 8
GIVEN_BACK = 32  # words for the result, after the arguments; the last one is for Numba's own use
STACK, ARENA = 1 << 17, 1 << 22  # bytes: the call stack, and the arena of the arrays that functions make
MASK = (1 << 64) - 1


class NoRoom(MemoryError):
    """A compiled function failed: it met an error, or had no room for the arrays it makes for itself."""


def folder() -> Path:
    """Where the built functions are: in the package, or where TAVOLA_KERNELS says."""
    return Path(os.environ.get("TAVOLA_KERNELS") or HERE)


def name_of(function: Any) -> str:
    """The same in every process; the name of a bound function includes what it is bound to."""
    to = getattr(function, "bound_to", "")
    return f"{function.__module__}.{function.__qualname__}" + (f" for {to}" if to else "")


def kinds_of(args: Any) -> Iterator[str]:
    """The codes of arguments, one by one: f, b, i for numbers, `q2` for an array of two dimensions."""
    for each in args:
        if isinstance(each, tuple):
            yield from kinds_of(each)
        elif isinstance(each, NDArray):
            yield f"{each.dtype.code}{each.ndim}"
        elif isinstance(each, bool):
            yield "b"
        else:
            yield "f" if isinstance(each, float) else "i"


class Twin(Generic[F]):
    """A function by its twin in WebAssembly; where there is none, the function itself."""

    was_cached = True

    def __init__(self, plain: F) -> None:
        self.plain = plain
        self._found: dict[str, Callable[..., Any]] = {}

    def __call__(self, *args: Any) -> Any:
        return self.prepared(*args)(*args)

    def prepared(self, *args: Any) -> Any:
        """What to call with arguments of the same kinds as these."""
        kinds = " ".join(kinds_of(args))
        if kinds not in self._found:
            kernel = kernels().get((name_of(self.plain), kinds))
            self._found[kinds] = self.plain if kernel is None else kernel
        return self._found[kinds]


class TwinFunction:
    """One function of the module."""

    def __init__(self, call: Callable[[int], Any], kinds: str, gives: str) -> None:
        self._call, self._gives = call, gives
        self._words = sum(_words(kind) for kind in kinds.split())
        self._owner, self._block, self._address = memory().allocate((self._words + GIVEN_BACK) * WORD)
        self._pack = Struct(f"<{self._words}q").pack_into

    def __call__(self, *args: Any) -> Any:
        _write(self._block, 0, args)
        self._go()
        return self._given()

    def run(self, words: list[int]) -> None:
        """With arguments that are words already."""
        self._pack(self._block, 0, *words)
        self._go()

    def _go(self) -> None:
        if self._call(self._address) != 0:
            raise NoRoom("a compiled function could not go on")

    def _given(self) -> Any:
        if not self._gives:
            return None
        code = self._gives.replace("i", "q").replace("f", "d").strip("()")
        found = unpack_from(f"<{code}", self._block, self._words * WORD)
        return found if self._gives.startswith("(") else found[0]


def _words(kind: str) -> int:
    return 5 + 2 * int(kind[1:]) if len(kind) > 1 else 1


def _write(block: memoryview, at: int, args: Any) -> int:
    """Write arguments from a place on; where they end."""
    for each in args:
        if isinstance(each, tuple):
            at = _write(block, at, each)
        elif isinstance(each, NDArray):
            if not each.contiguous:
                raise ValueError("compiled code takes contiguous arrays")
            numbers = array_words(each.address, each.shape, each.dtype.bytes_each)
            pack_into(f"<{len(numbers)}q", block, at, *numbers)
            at += len(numbers) * WORD
        elif isinstance(each, float):
            pack_into("<d", block, at, each)
            at += WORD
        else:
            pack_into("<Q", block, at, int(each) & MASK)
            at += WORD
    return at


@cache
def kernels() -> dict[tuple[str, str], TwinFunction]:
    """All functions of the build by name and argument codes; none, without a build or a way to run it."""
    place = folder()
    try:
        told = json.loads((place / DESCRIPTION).read_text(encoding="utf-8"))
        functions = _started(memory(), (place / MODULE).read_bytes(), told["data"], told["table"])
    except (OSError, ImportError):
        return {}
    return {
        (each["name"], each["takes"]): TwinFunction(functions[each["export"]], each["takes"], each["gives"])
        for each in told["kernels"]
    }


_held: list[Any] = []  # owners of the module's memory, kept as long as the process lives


def _started(there: Memory, module: bytes, data: int, table: int) -> dict[str, Callable[..., Any]]:
    owner, _, first = there.allocate(data + STACK + ARENA + 64)
    _held.append(owner)
    begin = (first + 15) // 16 * 16
    stack = (begin + data + STACK) // 16 * 16
    bases = {"__memory_base": begin, "__table_base": 0, "__stack_pointer": stack}
    functions = there.start(module, bases, table)
    for each in ("__wasm_apply_data_relocs", "__wasm_call_ctors"):
        if each in functions:
            functions[each]()
    functions["arena"](stack, stack + ARENA)
    return functions


def stand_in() -> bool:
    """Checks no longer ask for Numba and NumPy, if there is a build in their place. Called by the start of
    Python in a browser."""
    if kernels():
        replaced(*ODDS.modules)
    return bool(kernels())


def look_up(function: Callable[..., int], answer: Callable[..., int]) -> None:
    """Nothing is compiled here, so nothing needs a table."""
    del function, answer


def on_compiling(notice: Callable[[str], None]) -> None:
    """Nothing is ever compiled here."""
    del notice
