"""Scopetta for compiled play."""

from tavola.games.capture.fast.kernel import kernel_for
from tavola.games.scopetta.game import Scopetta

KERNEL = kernel_for(Scopetta)
