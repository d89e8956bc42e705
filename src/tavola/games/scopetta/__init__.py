"""Scopetta: sweep the table, gather the coins, make the primiera."""

from tavola.core.game import Game
from tavola.games.capture.parts import (
    BOARD,
    BOTS,
    DRAWING,
    ENVIRONMENT,
    JUDGE,
    LANES,
    PAST,
    PICKING,
    READER,
    SEARCH,
)

GAME = Game(
    name="scopetta",
    rules="tavola.games.scopetta.game:Scopetta",
    bots=BOTS,
    lanes=LANES,
    drawing=DRAWING,
    board=BOARD,
    picking=PICKING,
    reader=READER,
    kernel="tavola.games.scopetta.fast:KERNEL",
    environment=ENVIRONMENT,
    environment_name="Scopetta",
    past=PAST,
    search=SEARCH,
    judge=JUDGE,
)
