"""NumPy where it is there; else a little of it, enough for the search, the coach and their kernels.

Whoever takes `np` from here runs in both places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavola.core.extras import installed

if TYPE_CHECKING or installed("numpy"):
    import numpy as np
    from numpy.typing import NDArray
else:
    from tavola.fast.wasm import buffers as np
    from tavola.fast.wasm.buffers import NDArray

__all__ = ["NDArray", "np"]
