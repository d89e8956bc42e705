"""Machine instructions that Numba has no name for, each beside the same in plain Python. Without Numba only
the plain functions are defined."""

from __future__ import annotations

from typing import Any, TypeVar

from tavola.core.extras import installed

T = TypeVar("T")


class Machine:
    wide = True  # does it multiply two words to 128 bits in one instruction?


machine = Machine()

if not installed("numba"):

    def multiply(a: Any, b: Any) -> Any:
        """The product of two words, as its high word and its low one."""
        product, word = int(a) * int(b), type(a)
        return word(product >> 64), word(product & 0xFFFFFFFFFFFFFFFF)

    def count_ones(bits: int) -> int:
        return bits.bit_count()

    def borrowed(given: T) -> T:
        return given

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def _multiply(_context: Any, a: Any, b: Any) -> Any:  # noqa: ARG001 - Numba wants the arguments named
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            halves = _wide(builder, *args) if machine.wide else _by_halves(builder, *args)
            return context.make_tuple(builder, signature.return_type, halves)

        two: Any = types.UniTuple
        return two(types.uint64, 2)(types.uint64, types.uint64), build

    def _wide(builder: Any, a: Any, b: Any) -> tuple[Any, Any]:
        wide, narrow = ir.IntType(128), ir.IntType(64)
        product = builder.mul(builder.zext(a, wide), builder.zext(b, wide))
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), narrow)
        return high, builder.trunc(product, narrow)

    def _by_halves(builder: Any, a: Any, b: Any) -> tuple[Any, Any]:
        """Long multiplication with half words as digits, for a machine that would call a function instead."""
        kind = ir.IntType(64)
        half, low = ir.Constant(kind, 32), ir.Constant(kind, 0xFFFFFFFF)
        a0, a1 = builder.and_(a, low), builder.lshr(a, half)
        b0, b1 = builder.and_(b, low), builder.lshr(b, half)
        first = builder.lshr(builder.mul(a0, b0), half)
        # An empty instruction that LLVM can't look through: it would recognise the product and undo this.
        first = builder.asm(ir.FunctionType(kind, [kind]), "", "=r,0", [first], side_effect=False)
        left = builder.add(builder.mul(a1, b0), first)
        right = builder.add(builder.mul(a0, b1), builder.and_(left, low))
        over = builder.add(builder.lshr(left, half), builder.lshr(right, half))
        return builder.add(builder.mul(a1, b1), over), builder.mul(a, b)

    def _count_ones(_context: Any, bits: Any) -> Any:  # noqa: ARG001
        def build(_: Any, builder: Any, __: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), build

    def _lend(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        """The same array, or tuple of arrays and numbers, without its owner."""
        if isinstance(kind, types.Array):
            array = context.make_array(kind)(context, builder, value)
            for owner in ("meminfo", "parent"):
                setattr(array, owner, getattr(array, owner).type(None))
            return array._getvalue()
        if isinstance(kind, types.BaseTuple):
            parts: Any = kind
            for n, part in enumerate(parts.types):
                lent = _lend(context, builder, part, builder.extract_value(value, n))
                value = builder.insert_value(value, lent, n)
        return value

    def _borrowed(_context: Any, given: Any) -> Any:
        def build(context: Any, builder: Any, _: Any, args: Any) -> Any:
            return _lend(context, builder, given, args[0])

        return given(given), build

    multiply: Any = intrinsic(_multiply)  # type: ignore[no-redef]
    count_ones: Any = intrinsic(_count_ones)  # type: ignore[no-redef]
    borrowed: Any = intrinsic(_borrowed)  # type: ignore[no-redef]
