"""Ratings by openskill: a mean and its uncertainty, from games of any number of sides.

Full Bradley-Terry or full Thurstone-Mosteller: each side is compared with every other, so that shared places
count correctly. The same games in the same order give the same ratings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from tavola.core.errors import BadOption

MODELS = {"bradley-terry": "BradleyTerryFull", "thurstone-mosteller": "ThurstoneMostellerFull"}
DEFAULT = "bradley-terry"


class Rating(NamedTuple):
    """What is known of a player's strength. The defaults are those before the first game."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def shown(self) -> float:
        """A strength the player very probably has: the figure to rank by."""
        return self.mu - 3 * self.sigma


def rated(teams: Sequence[Sequence[Rating]], won: Sequence[bool], model: str = DEFAULT) -> list[list[Rating]]:
    """The ratings after a game: winners share the first place, all others the second."""
    if len(teams) < 2:
        return [list(team) for team in teams]
    rules = _model(model)
    given = [[rules.rating(mu=each.mu, sigma=each.sigma) for each in team] for team in teams]
    after = rules.rate(given, ranks=[0 if each else 1 for each in won])
    return [[Rating(each.mu, each.sigma) for each in team] for team in after]


@lru_cache(maxsize=8)
def _model(name: str) -> Any:
    if name not in MODELS:
        raise BadOption(f"there is no rating {name[:40]!r}; there are: {', '.join(MODELS)}")
    return getattr(import_module("openskill.models"), MODELS[name])()
