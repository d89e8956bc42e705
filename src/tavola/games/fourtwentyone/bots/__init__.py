"""The players of 421 that need nothing but the standard library."""

from tavola.games.fourtwentyone.bots.house import House
from tavola.games.fourtwentyone.bots.published import Published

__all__ = ["House", "Published"]
