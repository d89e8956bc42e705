"""What the capture games have in common: the parts their `Game`s name, and an option. Light to load."""

from __future__ import annotations

from typing import Any

from tavola.core.game import Game
from tavola.core.options import option
from tavola.core.words import Phrase

HIGHEST_TARGET = 1_000_000


def capture_game(name: str, title: str) -> Game:
    """A game of this family, in the folder of its name. Rules and kernel are its own, the rest is shared."""
    return Game(
        name=name,
        rules=f"tavola.games.{name}.game:{title}",
        bots={
            "house": "tavola.games.capture.bots:Careful",
            "greedy": "tavola.games.capture.bots:Greedy",
            "careful": "tavola.games.capture.bots:Careful",
        },
        lanes="tavola.games.capture.state:LANES",
        drawing="tavola.games.capture.terminal.drawing:CardTable",
        board="tavola.terminal.app.card_board:CardBoard",
        picking="tavola.games.capture.terminal.picking:Picking",
        reader="tavola.games.capture.terminal.reader:read",
        kernel=f"tavola.games.{name}.fast:KERNEL",
        environment="tavola.games.capture.fast.environment:ENVIRONMENT",
        environment_name=title,
        past="tavola.games.capture.rl:PAST",
        search="tavola.games.capture.bots.search:GUIDE",
        judge="tavola.games.capture.coach:judge",
    )


def target_of(points: int) -> Any:
    """The option for the points to play for, `points` by default."""
    says = Phrase(
        "the points that win the match", "les points qui gagnent la partie", "i punti per vincere la partita"
    )
    label = Phrase("Points that win", "Points pour gagner", "Punti per vincere")
    return option(points, says, label=label, low=1, high=HIGHEST_TARGET)
