"""Spazzino for compiled play."""

from tavola.games.capture.fast.kernel import kernel_for
from tavola.games.spazzino.game import Spazzino

KERNEL = kernel_for(Spazzino)
