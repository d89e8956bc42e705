"""Builds functions for WebAssembly: one module of them all, and a description of each.

`python tools/kernels.py FOLDER` calls it for everything that the house compiles. It needs Numba, and the
linker `wasm-ld` that comes with the package ziglang.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba import types

from tavola.core.extras import Needs
from tavola.fast.compile import bind
from tavola.fast.wasm import libm, loops
from tavola.fast.wasm.lower import Lowered, flattened, lower, machine, optimised, unoptimised
from tavola.fast.wasm.runtime import CALLED_LATE, RUNTIME, called, wrapped
from tavola.fast.wasm.twins import DESCRIPTION, MODULE, name_of

LINKER = Needs("ziglang", ("ziglang",))
OF_NUMBERS = (libm.exp, libm.log, libm.log10)
CODES = {
    "int64": "q",
    "uint64": "Q",
    "int32": "i",
    "int16": "h",
    "int8": "b",
    "uint8": "B",
    "bool": "?",
    "float64": "d",
}
Wanted = tuple[str, tuple[Any, ...]]  # the name of a function, and Numba's types of what it takes


def build(wanted: Sequence[Wanted], folder: Path, tell: Callable[[str], None] = lambda _: None) -> None:
    """Write the module and its description. The process must compile nothing else for itself."""
    LINKER.check("building for WebAssembly")
    target, told, whole = machine(), [], None
    with unoptimised():
        for function in OF_NUMBERS:
            made = lower(function, (types.float64,))
            whole = _joined(whole, _prepared(made, called(function.__name__, made.symbol), target))
        for number, (name, takes) in enumerate(wanted):
            tell(f"{number + 1} of {len(wanted)}: {name}")
            made = lower(function_of(name), takes)
            export = f"k{number}"
            whole = _joined(whole, _prepared(made, wrapped(export, made), target))
            told.append({"name": name, "takes": kinds(takes), "gives": given(made.gives), "export": export})
    whole = _joined(whole, _read(RUNTIME, target))
    exports = ["arena", *(each["export"] for each in told)]
    _hide(whole, [*exports, CALLED_LATE, *(each.__name__ for each in OF_NUMBERS)])
    optimised(whole, target)
    tell("linking")
    linked = _linked(target.emit_object(whole), exports)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MODULE).write_bytes(linked)
    data, table = sizes(linked)
    described = {"data": data, "table": table, "kernels": told}
    (folder / DESCRIPTION).write_text(json.dumps(described, indent=1) + "\n", encoding="utf-8")


def of_arrays() -> list[Wanted]:
    """The loops over arrays, for the dtypes that the dice games use."""
    i, flag = types.int64, types.boolean
    whole, real, truth, *small = (
        types.Array(kind, 1, "C")
        for kind in (types.int64, types.float64, types.boolean, types.int8, types.uint8)
    )
    many: Any = types.UniTuple
    two, three = many(i, 2), many(i, 3)
    wanted: list[tuple[Any, tuple[Any, ...]]] = [
        (loops.combine_floats, (i, i, whole, real, i, real, i, real)),
        (loops.combine_whole, (i, i, whole, whole, i, whole, i, whole)),
        *((loops.compare, (i, i, whole, each, i, each, i, truth)) for each in (real, whole)),
        *((loops.fold, (i, i, whole, each, i, i, i, each)) for each in (real, whole)),
        *((loops.move_where, (i, whole, each, i, each, i, truth, i)) for each in (real, whole, *small)),
        (loops.add_up, (i, whole, real, i, real, i, i, i, i)),
        (loops.multiply, (i, whole, three, real, i, two, real, i, two, real)),
        (loops.convolve, (real, real, real)),
    ]
    kinds = (whole, real, truth, *small)
    wanted += [
        (loops.move, (i, whole, a, i, b, i, whole, whole, flag))
        for a in kinds
        for b in kinds
        if b is not truth or a is truth
    ]
    return [(name_of(function), takes) for function, takes in wanted]


def function_of(name: str) -> Any:
    """The inverse of `twins.name_of`."""
    path, _, to = name.partition(" for ")
    module, _, plain = path.rpartition(".")
    function = getattr(import_module(module), plain)
    return bind(function, vars(import_module(to))) if to else function


def kinds(takes: Iterable[Any]) -> str:
    """The same codes that `twins.kinds_of` gives at a call."""
    return " ".join(_kind(each) for whole in takes for each in flattened(whole))


def _kind(kind: Any) -> str:
    if isinstance(kind, types.Array):
        if kind.layout != "C":
            raise TypeError(f"an array for compiled code in a browser lies in one piece, not {kind}")
        return f"{CODES[str(kind.dtype)]}{kind.ndim}"
    if isinstance(kind, types.Boolean):
        return "b"
    return "f" if isinstance(kind, types.Float) else "i"


def given(kind: Any) -> str:
    """The codes of what a function returns: nothing, a number, or a tuple of them."""
    if kind == types.none:
        return ""
    parts = "".join(_kind(each) for each in flattened(kind))
    if set(parts) - {"i", "f"}:
        raise TypeError(f"compiled code in a browser gives whole words back, not {kind}")
    return f"({parts})" if isinstance(kind, types.BaseTuple) else parts


def _prepared(made: Lowered, more: str, target: Any) -> Any:
    """One function's module with its entry point `more`; what is unreachable from there is removed."""
    module = _read(made.text + more, target)
    _hide(module, [each.name for each in _defined(module) if f'@"{each.name}"' in more.split("\n")[1]])
    return module


def _read(text: str, target: Any) -> Any:
    lines = (line for line in text.split("\n") if not line.startswith("target "))
    head = f'target datalayout = "{target.target_data}"\ntarget triple = "{target.triple}"\n'
    module = llvm.parse_assembly(head + "\n".join(lines).replace(" = common ", " = internal "))
    module.verify()
    return module


def _defined(module: Any) -> list[Any]:
    return [each for each in module.functions if not each.is_declaration]


def _hide(module: Any, exports: Sequence[str]) -> None:
    for each in (*_defined(module), *module.global_variables):
        if each.name not in exports and not each.is_declaration:
            each.linkage = llvm.Linkage.internal
    builder = llvm.create_pass_builder(machine(), llvm.create_pipeline_tuning_options(0))
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)


def _joined(whole: Any, module: Any) -> Any:
    if whole is None:
        return module
    whole.link_in(module)
    return whole


def _linked(made: bytes, exports: Sequence[str]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "kernels.o").write_bytes(made)
        options = ["-shared", "--experimental-pic", "--import-memory", "--strip-all", "-O2"]
        named = [f"--export={name}" for name in exports]
        command = [sys.executable, "-m", "ziglang", "wasm-ld", *options, *named, "kernels.o", "-o", MODULE]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise OSError(f"wasm-ld: {done.stderr.strip()[:2000]}")
        return (Path(folder) / MODULE).read_bytes()


def sizes(module: bytes) -> tuple[int, int]:
    """How many bytes a module's own data takes and how many entries its table: its first section says so."""
    at = 8 + 1  # after the header and the number of a custom section
    _, at = _number(module, at)
    length, at = _number(module, at)
    if module[at : at + length] != b"dylink.0":
        raise ValueError("this module can't be placed anywhere in a memory")
    _, at = _number(module, at + length + 1)
    data, at = _number(module, at)
    _, at = _number(module, at)  # how the data is aligned
    return data, _number(module, at)[0]


def _number(data: bytes, at: int) -> tuple[int, int]:
    """An unsigned LEB128 number, and where it ends."""
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if not data[at - 1] & 0x80:
            return value, at
