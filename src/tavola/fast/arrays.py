"""NumPy where it is installed; otherwise a small substitute, enough for the search, the coach and their
kernels.

Code that imports `np` from here runs with either.
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
