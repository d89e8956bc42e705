"""Spazzino: sweep the table, take back what was just dropped, and gather the swords."""

from tavola.core.game import Game
from tavola.games.capture_parts import BOTS, DRAWING, ENVIRONMENT, JUDGE, LANES

GAME = Game(
    name="spazzino",
    rules="tavola.games.spazzino.game:Spazzino",
    bots=BOTS,
    lanes=LANES,
    drawing=DRAWING,
    kernel="tavola.fast.capture_spazzino:KERNEL",
    environment=ENVIRONMENT,
    environment_name="Spazzino",
    judge=JUDGE,
)
