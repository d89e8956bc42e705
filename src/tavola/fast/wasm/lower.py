"""A function as unoptimised LLVM text for wasm32, by Numba.

Numba optimises for the machine it runs on: pointers of 64 bits are folded into the text, wide instructions
are chosen. So its own optimiser is left out here, and the text is optimised once, for the target.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import types
from numba.core import codegen, cpu
from numba.core.compiler_lock import global_compiler_lock

from tavola.fast import intrinsics
from tavola.fast.native import OUTER, register
from tavola.fast.sources import called_by

TRIPLE = "wasm32-unknown-unknown"
# All browsers have had these since 2023.
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"


@dataclass(frozen=True)
class Lowered:
    """A function before it is optimised: its LLVM text, its symbol in there, its argument and return
    types."""

    text: str
    symbol: str
    takes: tuple[Any, ...]  # Numba's types
    gives: Any


@contextmanager
def unoptimised() -> Iterator[None]:
    """Numba only translates: it neither optimises nor makes code ready to run here."""
    library: Any = codegen.CPUCodeLibrary
    context: Any = cpu.CPUContext
    instead = {
        "_optimize_functions": _only_laid_out,
        "_optimize_final_module": lambda _: None,
        "_finalize_final_module": _only_closed,
    }
    before = {name: getattr(library, name) for name in instead}
    runs, wide = context.get_executable, intrinsics.machine.wide
    for name, other in instead.items():
        setattr(library, name, other)
    context.get_executable = lambda *_: [].append  # any value will do, but a new one for each call
    intrinsics.machine.wide = False
    try:
        yield
    finally:
        for name, original in before.items():
            setattr(library, name, original)
        context.get_executable, intrinsics.machine.wide = runs, wide


def _only_laid_out(library: Any, module: Any) -> None:
    module.data_layout = library._codegen._data_layout


def _only_closed(library: Any) -> None:
    library._finalize_dynamic_globals()
    library._finalized = True


def lower(function: Any, takes: tuple[Any, ...]) -> Lowered:
    """To be called within `unoptimised`. Afterwards this process must not compile the same functions for its
    own use."""
    for part in called_by(function):
        register(part)
    njit: Any = numba.njit
    dispatcher = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OUTER)(function)
    made = dispatcher._compiler.compile(takes, None)
    with global_compiler_lock:
        made.library._ensure_finalized()
    gives = made.signature.return_type
    return Lowered(_uncounted(str(made.library._final_module)), made.fndesc.llvm_func_name, takes, gives)


def _uncounted(text: str) -> str:
    """No reference counting: all arrays a call makes are freed when it returns."""
    counts = r"^(define [^\n]*@NRT_(?:incref|decref)\([^\n]*\{\n).*?^\}"
    return re.sub(counts, r"\1  ret void\n}", text, flags=re.MULTILINE | re.DOTALL)


def flattened(kind: Any) -> Iterator[Any]:
    """The numbers and arrays that a tuple of tuples is made of."""
    if isinstance(kind, types.BaseTuple):
        parts: Any = kind
        for part in parts.types:
            yield from flattened(part)
    else:
        yield kind


def machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(opt=3, reloc="pic", features=FEATURES)


def optimised(module: Any, target: Any) -> None:
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(target, tuning)
    builder.getModulePassManager().run(module, builder)
