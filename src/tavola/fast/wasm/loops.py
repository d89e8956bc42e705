"""The inner loops of array arithmetic where there is no NumPy, compiled as everything else is.

An array comes as its whole buffer and the index of its first element. `plan` holds rows of `rank` numbers:
the lengths of the axes, then for each array its strides. The last axis is the innermost loop.
"""

from __future__ import annotations

from typing import Any

ADD, SUBTRACT, MULTIPLY, DIVIDE, MINIMUM, MAXIMUM, POWER, FLOOR_DIVIDE, MODULO = range(9)
AND, OR, SHIFT_LEFT, SHIFT_RIGHT = range(9, 13)
LESS, AT_MOST, EQUAL, UNEQUAL = range(4)
SUM, LOWEST, HIGHEST = range(3)


def offset(row: int, rank: int, plan: Any, which: int) -> int:
    """How far row number `row`, along the last axis, begins from the first element of array number
    `which`."""
    at = 0
    for d in range(rank - 2, -1, -1):
        at += row % plan[d] * plan[which * rank + d]
        row //= plan[d]
    return at


def combine_floats(what: int, rank: int, plan: Any, a: Any, at_a: int, b: Any, at_b: int, found: Any) -> None:
    size, step_a, step_b = plan[rank - 1], plan[2 * rank - 1], plan[3 * rank - 1]
    for row in range(len(found) // size):
        i, j = at_a + offset(row, rank, plan, 1), at_b + offset(row, rank, plan, 2)
        for k in range(row * size, row * size + size):
            found[k] = of_floats(what, a[i], b[j])
            i += step_a
            j += step_b


def of_floats(what: int, x: float, y: float) -> float:
    if what == ADD:
        return x + y
    if what == SUBTRACT:
        return x - y
    if what == MULTIPLY:
        return x * y
    if what == DIVIDE:
        return x / y
    if what == MINIMUM:
        return min(x, y)
    if what == MAXIMUM:
        return max(x, y)
    power = 1.0
    for _ in range(int(y)):
        power *= x
    return power


def combine_whole(what: int, rank: int, plan: Any, a: Any, at_a: int, b: Any, at_b: int, found: Any) -> None:
    size, step_a, step_b = plan[rank - 1], plan[2 * rank - 1], plan[3 * rank - 1]
    for row in range(len(found) // size):
        i, j = at_a + offset(row, rank, plan, 1), at_b + offset(row, rank, plan, 2)
        for k in range(row * size, row * size + size):
            found[k] = of_whole(what, a[i], b[j])
            i += step_a
            j += step_b


def of_whole(what: int, x: int, y: int) -> int:
    if what == ADD:
        return x + y
    if what == SUBTRACT:
        return x - y
    if what == MULTIPLY:
        return x * y
    if what == MINIMUM:
        return min(x, y)
    if what == MAXIMUM:
        return max(x, y)
    if what == FLOOR_DIVIDE:
        return x // y
    if what == MODULO:
        return x % y
    if what == AND:
        return x & y
    if what == OR:
        return x | y
    if what == SHIFT_LEFT:
        return x << y
    return x >> y


def compare(what: int, rank: int, plan: Any, a: Any, at_a: int, b: Any, at_b: int, found: Any) -> None:
    size, step_a, step_b = plan[rank - 1], plan[2 * rank - 1], plan[3 * rank - 1]
    for row in range(len(found) // size):
        i, j = at_a + offset(row, rank, plan, 1), at_b + offset(row, rank, plan, 2)
        for k in range(row * size, row * size + size):
            x, y = a[i], b[j]
            if what == LESS:
                found[k] = x < y
            elif what == AT_MOST:
                found[k] = x <= y
            elif what == EQUAL:
                found[k] = x == y
            else:
                found[k] = x != y
            i += step_a
            j += step_b


def move(
    rank: int, plan: Any, a: Any, at_a: int, b: Any, at_b: int, places_a: Any, places_b: Any, adding: bool
) -> None:
    """Copy from a to b, or add to b: a part for each pair of offsets in `places_a` and `places_b`, laid out
    by the plan."""
    size, step_a, step_b, rows = plan[rank - 1], plan[2 * rank - 1], plan[3 * rank - 1], 1
    for d in range(rank - 1):
        rows *= plan[d]
    for part in range(len(places_a)):
        for row in range(rows):
            i = at_a + places_a[part] + offset(row, rank, plan, 1)
            j = at_b + places_b[part] + offset(row, rank, plan, 2)
            for _ in range(size):
                if adding:
                    b[j] += a[i]
                else:
                    b[j] = a[i]
                i += step_a
                j += step_b


def move_where(rank: int, plan: Any, a: Any, at_a: int, b: Any, at_b: int, only: Any, at_only: int) -> None:
    """From a to b where `only` is true."""
    size, rows = plan[rank - 1], 1
    step_a, step_b, step_only = plan[2 * rank - 1], plan[3 * rank - 1], plan[4 * rank - 1]
    for d in range(rank - 1):
        rows *= plan[d]
    for row in range(rows):
        i, j = at_a + offset(row, rank, plan, 1), at_b + offset(row, rank, plan, 2)
        k = at_only + offset(row, rank, plan, 3)
        for _ in range(size):
            if only[k]:
                b[j] = a[i]
            i += step_a
            j += step_b
            k += step_only


def fold(what: int, rank: int, plan: Any, a: Any, at_a: int, length: int, step: int, found: Any) -> None:
    """Reduce one axis of that length and stride to one number; the plan has the other axes."""
    size, step_a = plan[rank - 1], plan[2 * rank - 1]
    for row in range(len(found) // size):
        i = at_a + offset(row, rank, plan, 1)
        for k in range(row * size, row * size + size):
            here = a[i]
            at = i + step
            for _ in range(length - 1):
                if what == SUM:
                    here += a[at]
                elif what == LOWEST:
                    here = min(here, a[at])
                else:
                    here = max(here, a[at])
                at += step
            found[k] = here
            i += step_a


def add_up(
    rank: int, plan: Any, a: Any, at_a: int, b: Any, at_b: int, length: int, step_a: int, step_b: int
) -> None:
    """Cumulative sums along one axis of that length and those strides; the plan has the other axes."""
    size, rows = plan[rank - 1], 1
    for d in range(rank - 1):
        rows *= plan[d]
    for row in range(rows):
        i, j = at_a + offset(row, rank, plan, 1), at_b + offset(row, rank, plan, 2)
        for _ in range(size):
            total = 0.0
            at, to = i, j
            for _ in range(length):
                total += a[at]
                b[to] = total
                at += step_a
                to += step_b
            i += plan[2 * rank - 1]
            j += plan[3 * rank - 1]


def multiply(
    rank: int,
    plan: Any,
    sizes: tuple[int, int, int],
    a: Any,
    at_a: int,
    steps_a: tuple[int, int],
    b: Any,
    at_b: int,
    steps_b: tuple[int, int],
    found: Any,
) -> None:
    """Matrix products, one for each index into the plan's axes; `found` is 0 before it."""
    rows, inner, columns = sizes
    whole = rows * columns
    for each in range(len(found) // whole):
        # The last axis of the plan has length 1: `offset` skips it.
        first_a, first_b = at_a + offset(each, rank, plan, 1), at_b + offset(each, rank, plan, 2)
        for r in range(rows):
            out = each * whole + r * columns
            if columns == 1:
                total = 0.0
                for k in range(inner):
                    total += a[first_a + r * steps_a[0] + k * steps_a[1]] * b[first_b + k * steps_b[0]]
                found[out] = total
                continue
            for k in range(inner):
                x = a[first_a + r * steps_a[0] + k * steps_a[1]]
                if x == 0.0:
                    continue
                at = first_b + k * steps_b[0]
                if steps_b[1] == 1:
                    for c in range(columns):
                        found[out + c] += x * b[at + c]
                else:
                    for c in range(columns):
                        found[out + c] += x * b[at + c * steps_b[1]]


def convolve(a: Any, b: Any, found: Any) -> None:
    """All arrays are contiguous; `found` is 0 before it."""
    for i in range(len(a)):
        for j in range(len(b)):
            found[i + j] += a[i] * b[j]
