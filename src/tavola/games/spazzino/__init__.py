"""Spazzino: sweep the table, take back what was just dropped, and gather the swords."""

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
    name="spazzino",
    rules="tavola.games.spazzino.game:Spazzino",
    bots=BOTS,
    lanes=LANES,
    drawing=DRAWING,
    board=BOARD,
    picking=PICKING,
    reader=READER,
    kernel="tavola.games.spazzino.fast:KERNEL",
    environment=ENVIRONMENT,
    environment_name="Spazzino",
    past=PAST,
    search=SEARCH,
    judge=JUDGE,
)
