"""Scopetta for compiled play."""

from tavola.fast.capture import kernel_for
from tavola.games.scopetta.game import Scopetta

KERNEL = kernel_for(Scopetta)
