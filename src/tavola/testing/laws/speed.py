"""The law about compiled rules."""

from __future__ import annotations

from collections.abc import Iterator

from tavola.core.extras import FAST
from tavola.testing.walk import Position

# Rules are compiled only where Numba is installed.
CAN_COMPILE = not FAST.missing()


def compiled(at: Position) -> Iterator[str]:
    """Compiled and interpreted rules do the same, wherever a game has a compiled form."""
    if not CAN_COMPILE or at.before is None:
        return
    from tavola.fast.agree import differences

    yield from differences(at.rules, at.before.state, at.move)
