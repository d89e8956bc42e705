"""The contract: what a game is, what happens in it, what a player may know, and what is kept of it.

Nothing here knows a single game, and nothing here imports anything beyond the standard library.
"""

from tavola.core.chance import Chance, Source, Weighted
from tavola.core.contract import CHANCE, OVER, PAIRS, Event, GameInfo, Outcome, Rules, Score, Seat, Step, View
from tavola.core.errors import (
    BadNotation,
    BadOption,
    BadSeats,
    BrokenRecord,
    IllegalMove,
    TavolaError,
    UnknownBot,
    UnknownGame,
)
from tavola.core.match import Match, replay
from tavola.core.record import Record
from tavola.core.words import LANGS, Lang, Phrase

__all__ = [
    "CHANCE",
    "LANGS",
    "OVER",
    "PAIRS",
    "BadNotation",
    "BadOption",
    "BadSeats",
    "BrokenRecord",
    "Chance",
    "Event",
    "GameInfo",
    "IllegalMove",
    "Lang",
    "Match",
    "Outcome",
    "Phrase",
    "Record",
    "Rules",
    "Score",
    "Seat",
    "Source",
    "Step",
    "TavolaError",
    "UnknownBot",
    "UnknownGame",
    "View",
    "Weighted",
    "replay",
]
