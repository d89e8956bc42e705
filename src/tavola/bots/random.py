"""The bot of every game: any legal move, each as likely as the other."""

from __future__ import annotations

from random import Random
from typing import Any

from tavola.bots import no_argument
from tavola.core.contract import View


class RandomBot:
    def __init__(self, rng: Random, argument: str = "") -> None:
        no_argument("random", argument)
        self._rng = rng

    def choose(self, view: View[Any, Any]) -> Any:
        return self._rng.choice(view.moves)
