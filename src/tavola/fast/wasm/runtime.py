"""What compiled functions call and a browser does not have, as LLVM text.

There is no reference counting: the arrays a function makes for itself are in the arena, one after the other,
and all are freed when it returns.
"""

from __future__ import annotations

import llvmlite.binding as llvm

from tavola.fast.wasm.lower import Lowered
from tavola.fast.wasm.twins import GIVEN_BACK, WORD

# Numba's MemInfo: a header before the data; the pointer to the data is its fourth entry.
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

; The product of two double words, by long multiplication with half words as digits. The empty instruction
; keeps LLVM from recognising the product and making a call of this very function of it.
define void @__multi3(ptr %out, i64 %a, i64 %a_high, i64 %b, i64 %b_high) {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %low = mul i64 %a0, %b0
  %first = lshr i64 %low, 32
  %hidden = call i64 asm "", "=r,0"(i64 %first)
  %left1 = mul i64 %a1, %b0
  %left = add i64 %left1, %hidden
  %right1 = mul i64 %a0, %b1
  %kept = and i64 %left, 4294967295
  %right = add i64 %right1, %kept
  %over1 = lshr i64 %left, 32
  %over2 = lshr i64 %right, 32
  %over = add i64 %over1, %over2
  %high1 = mul i64 %a1, %b1
  %high2 = add i64 %high1, %over
  %cross1 = mul i64 %a, %b_high
  %cross2 = mul i64 %a_high, %b
  %cross = add i64 %cross1, %cross2
  %high = add i64 %high2, %cross
  %whole = mul i64 %a, %b
  store i64 %whole, ptr %out
  %second = getelementptr i8, ptr %out, i32 8
  store i64 %high, ptr %second
  ret void
}
"""

CALLED_LATE = "__multi3"  # only generated machine code calls it, so nothing refers to it before


def called(name: str, symbol: str) -> str:
    """A function of one number under the name by which LLVM calls it."""
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
    """The entry point of a function: takes one block of words, the arguments, then room for the result."""
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
