"""Options that games of the family share."""

from __future__ import annotations

from typing import Any

from tavola.core.options import option
from tavola.core.words import Phrase

HIGHEST_TARGET = 1_000_000


def target_of(points: int) -> Any:
    """The points that are played for, usually so many."""
    says = Phrase(
        "the points that win the match", "les points qui gagnent la partie", "i punti per vincere la partita"
    )
    label = Phrase("Points that win", "Points pour gagner", "Punti per vincere")
    return option(points, says, label=label, low=1, high=HIGHEST_TARGET)
