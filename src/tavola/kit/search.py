"""What a game tells `master`. The functions a `Guide` needs are listed in `tavola/fast/search/told.py`."""

from tavola.bots.search.guide import Guide, Memory, Problem
from tavola.fast.search.told import CHANCE, OVER, PLAYER, Floats

__all__ = [
    "CHANCE",
    "OVER",
    "PLAYER",
    "Floats",
    "Guide",
    "Memory",
    "Problem",
]
