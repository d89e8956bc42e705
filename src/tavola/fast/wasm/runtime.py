"""What compiled functions call and a browser does not have, as LLVM text.

Nobody counts who uses an array: the arrays a function makes for itself lie in the arena, one after the other,
and all are gone when it is done.
"""

from __future__ import annotations

import llvmlite.binding as llvm

from tavola.fast.wasm.lower import Lowered
from tavola.fast.wasm.twins import GIVEN_BACK, WORD

# A block as Numba has it begins with its own head; the pointer to the data is the fourth entry.
RUNTIME = """
@arena_at = internal global i32 0
@arena_end = internal global i32 0

define void @arena(i32 %at, i32 %end) {
  store i32 %at, ptr @arena_at
  store i32 %end, ptr @arena_end
  ret void
}

define i32 @arena_mark() {
  %at = load i32, ptr @arena_at
  ret i32 %at
}

define void @arena_back(i32 %at) {
  store i32 %at, ptr @arena_at
  ret void
}

define noalias ptr @NRT_Allocate(i64 %size) {
  %at = load i32, ptr @arena_at
  %up = add i32 %at, 31
  %begin = and i32 %up, -32
  %bytes = trunc i64 %size to i32
  %after = add i32 %begin, %bytes
  %end = load i32, ptr @arena_end
  %fits = icmp ule i32 %after, %end
  %sane = icmp ult i64 %size, 1073741824
  %good = and i1 %fits, %sane
  br i1 %good, label %yes, label %no
no:
  ret ptr null
yes:
  store i32 %after, ptr @arena_at
  %found = inttoptr i32 %begin to ptr
  ret ptr %found
}

define noalias ptr @NRT_MemInfo_alloc(i64 %size) {
  %room = add i64 %size, 64
  %block = call ptr @NRT_Allocate(i64 %room)
  %none = icmp eq ptr %block, null
  br i1 %none, label %no, label %yes
no:
  ret ptr null
yes:
  %data = getelementptr i8, ptr %block, i32 64
  %slot = getelementptr { i64, ptr, ptr, ptr }, ptr %block, i32 0, i32 3
  store ptr %data, ptr %slot
  ret ptr %block
}

define noalias ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %block = call ptr @NRT_MemInfo_alloc(i64 %size)
  ret ptr %block
}

define noalias ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) {
  %block = call ptr @NRT_MemInfo_alloc(i64 %size)
  ret ptr %block
}

define void @NRT_MemInfo_call_dtor(ptr %block) {
  ret void
}

@PyExc_RuntimeError = internal global ptr null

define void @PyErr_SetString(ptr %kind, ptr %text) {
  ret void
}

define void @NRT_Free(ptr %block) {
  ret void
}
"""


def called(name: str, symbol: str) -> str:
    """A function of one number by the name that LLVM calls it."""
    return f"""
define double @"{name}"(double %x) {{
  %back = alloca double
  %why = alloca ptr
  %state = call i32 @"{symbol}"(ptr %back, ptr %why, double %x)
  %found = load double, ptr %back
  ret double %found
}}
"""


def wrapped(export: str, made: Lowered) -> str:
    """Called with one block of words: the arguments, then room for what is given back."""
    module = llvm.parse_assembly(made.text)
    arguments = [str(each.type) for each in module.get_function(made.symbol).arguments][2:]
    lines, words = [], len(arguments)
    for n, kind in enumerate(arguments):
        lines.append(f"  %p{n} = getelementptr i8, ptr %block, i32 {n * WORD}")
        lines.append(f"  %a{n} = load {kind}, ptr %p{n}")
    passed = "".join(f", {kind} %a{n}" for n, kind in enumerate(arguments))
    body = "\n".join(lines)
    return f"""
define i32 @"{export}"(ptr %block) {{
  %mark = call i32 @arena_mark()
  %back = getelementptr i8, ptr %block, i32 {words * WORD}
  %why = getelementptr i8, ptr %block, i32 {(words + GIVEN_BACK - 1) * WORD}
{body}
  %state = call i32 @"{made.symbol}"(ptr %back, ptr %why{passed})
  call void @arena_back(i32 %mark)
  ret i32 %state
}}
declare i32 @arena_mark()
declare void @arena_back(i32)
"""
