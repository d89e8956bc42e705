"""Tombolon for compiled play."""

from tavola.fast.capture import kernel_for
from tavola.games.tombolon.game import Tombolon

KERNEL = kernel_for(Tombolon)
