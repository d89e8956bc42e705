"""The memory that buffers and compiled functions share, and what runs these functions.

In a browser Python itself runs in WebAssembly, and the functions work in its own memory: nothing is copied.
In any other Python wasmtime runs them, and the buffers lie in a memory of theirs.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from functools import cache
from typing import Any, Protocol
from weakref import finalize

PAGE = 1 << 16
MOST_BYTES = 1 << 30  # of a memory beside Python's
ALIGNED = 16
TABLE = "__indirect_function_table"


class Memory(Protocol):
    def allocate(self, size: int) -> tuple[Any, memoryview, int]:
        """So many bytes, all 0: (owner, bytes, address). They are free again when the owner is deleted."""

    def start(self, module: bytes, imports: dict[str, int], table: int) -> dict[str, Callable[..., Any]]:
        """The exported functions of a module. `imports` says where its data, stack and table begin, `table`
        how many entries the table has."""


@cache
def memory() -> Memory:
    return InPyodide() if sys.platform == "emscripten" else UnderWasmtime()


class InPyodide:
    """Python's own memory."""

    def allocate(self, size: int) -> tuple[Any, memoryview, int]:
        held = array("q", bytes((size + 7) // 8 * 8))
        return held, memoryview(held).cast("B")[:size], held.buffer_info()[0]

    def start(self, module: bytes, imports: dict[str, int], table: int) -> dict[str, Callable[..., Any]]:
        import pyodide_js  # type: ignore[import-not-found]
        from js import Object, WebAssembly  # type: ignore[import-not-found]
        from pyodide.ffi import to_js  # type: ignore[import-not-found]

        def a_global(value: int, changes: bool) -> Any:
            kind = to_js({"value": "i32", "mutable": changes}, dict_converter=Object.fromEntries)
            return WebAssembly.Global.new(kind, value)

        env = Object.new()
        env.memory = pyodide_js._module.memory
        places = to_js({"element": "anyfunc", "initial": table}, dict_converter=Object.fromEntries)
        setattr(env, TABLE, WebAssembly.Table.new(places))  # by its name, which Python would mangle
        for name, value in imports.items():
            setattr(env, name, a_global(value, name == "__stack_pointer"))
        needs = Object.new()
        needs.env = env
        made = WebAssembly.Instance.new(WebAssembly.Module.new(to_js(module)), needs)
        return {name: getattr(made.exports, name) for name in Object.keys(made.exports)}


class UnderWasmtime:
    """A memory beside Python's. Free blocks are kept by size: the same sizes are wanted again and again."""

    def __init__(self) -> None:
        import ctypes

        import wasmtime

        self._wasmtime = wasmtime
        self._store = wasmtime.Store()
        pages = wasmtime.Limits(MOST_BYTES // PAGE, MOST_BYTES // PAGE)
        self._memory = wasmtime.Memory(self._store, wasmtime.MemoryType(pages))
        base = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        self._bytes = memoryview((ctypes.c_ubyte * MOST_BYTES).from_address(base)).cast("B")
        self._next, self._free = PAGE, dict[int, list[int]]()

    def allocate(self, size: int) -> tuple[Any, memoryview, int]:
        room = (size + ALIGNED - 1) // ALIGNED * ALIGNED
        kept = self._free.setdefault(room, [])
        if kept:
            address = kept.pop()
            self._bytes[address : address + room] = bytes(room)
        else:
            address, self._next = self._next, self._next + room
            if self._next > MOST_BYTES:
                raise MemoryError(f"all {MOST_BYTES:,} bytes for compiled functions are in use")
        owner = _Held()
        finalize(owner, kept.append, address)
        return owner, self._bytes[address : address + size], address

    def start(self, module: bytes, imports: dict[str, int], table: int) -> dict[str, Callable[..., Any]]:
        del table  # the module itself says it
        w, store = self._wasmtime, self._store
        made = w.Module(store.engine, module)
        given = []
        for each in made.imports:
            if each.name == "memory":
                given.append(self._memory)
            elif isinstance(each.type, w.TableType):
                given.append(w.Table(store, each.type, None))
            else:
                given.append(w.Global(store, each.type, w.Val.i32(imports[str(each.name)])))
        exports = w.Instance(store, made, given).exports(store)
        return {
            name: (lambda *args, call=each: call(store, *args))
            for name, each in exports.items()
            if isinstance(each, w.Func)
        }


class _Held:
    """The owner of a block: when nothing refers to it any more, the block is free."""
