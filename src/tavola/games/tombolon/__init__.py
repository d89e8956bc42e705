"""Tombolon: from Rovigo for two or for four in pairs, and from Padova with 52 cards."""

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
    name="tombolon",
    rules="tavola.games.tombolon.game:Tombolon",
    bots=BOTS,
    lanes=LANES,
    drawing=DRAWING,
    board=BOARD,
    picking=PICKING,
    reader=READER,
    kernel="tavola.games.tombolon.fast:KERNEL",
    environment=ENVIRONMENT,
    environment_name="Tombolon",
    past=PAST,
    search=SEARCH,
    judge=JUDGE,
)
