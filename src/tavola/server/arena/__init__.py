"""5000 over TCP, as the original server spoke it: training, battle, tournament.

arena = Arena(scores=store, names=store)
ports = await arena.start("127.0.0.1", {"training": 8998, "battle": 8999, "tournament": 9000})
await arena.stop(grace=30)
"""

from tavola.server.arena.arena import Arena
from tavola.server.arena.dice import TableDice, fair_dice
from tavola.server.arena.memory import Slate
from tavola.server.arena.settings import (
    ENVIRONMENTS,
    ArenaSettings,
    Counters,
    Environment,
    Gate,
    Names,
    Scores,
)

__all__ = [
    "ENVIRONMENTS",
    "Arena",
    "ArenaSettings",
    "Counters",
    "Environment",
    "Gate",
    "Names",
    "Scores",
    "Slate",
    "TableDice",
    "fair_dice",
]
