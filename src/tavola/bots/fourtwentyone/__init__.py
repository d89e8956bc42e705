"""The players of 421 that need nothing but the standard library."""

from tavola.bots.fourtwentyone.house import House
from tavola.bots.fourtwentyone.published import Published

__all__ = ["House", "Published"]
