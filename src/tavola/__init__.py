"""Tavola: a table for tavern dice and Italian cards.

>>> import tavola
>>> rules = tavola.rules(tavola.game_names()[0])
>>> rules.actor(rules.start(2)) == tavola.CHANCE
True
"""

from tavola.core import CHANCE, OVER, Match, Record, TavolaError, replay
from tavola.games import game_names, rules, rules_of

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "OVER",
    "Match",
    "Record",
    "TavolaError",
    "game_names",
    "replay",
    "rules",
    "rules_of",
]
