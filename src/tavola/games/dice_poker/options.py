"""What may be agreed on before a game of Dice Poker."""

from __future__ import annotations

from dataclasses import dataclass

from tavola.core.options import option
from tavola.games.dice_poker.points import scale
from tavola.games.dice_poker.rules import Variant


@dataclass(frozen=True, slots=True)
class Options:
    points: str = option(
        "table",
        "what the patterns count: the published table, its linear column, or a scale from the exact chances",
        choices=("table", "linear", "recalibrated"),
    )
    goal: int = option(1000, "the points that end the game after the round", low=10, high=1_000_000)
    rerolls: int = option(1, "how often a turn may re-roll one to three dice", low=0, high=3)

    @property
    def variant(self) -> Variant:
        """The options as the rules take them."""
        return Variant(self.goal, self.rerolls, scale(self.points))
