"""Tombolon for compiled play."""

from tavola.games.capture.fast.kernel import kernel_for
from tavola.games.tombolon.game import Tombolon

KERNEL = kernel_for(Tombolon)
