"""Spazzino for compiled play."""

from tavola.fast.capture import kernel_for
from tavola.games.spazzino.game import Spazzino

KERNEL = kernel_for(Spazzino)
