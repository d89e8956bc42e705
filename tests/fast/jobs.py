"""Jobs that several tests play."""

from __future__ import annotations

from typing import Any

import tavola
from tavola.bots import make_bot
from tavola.fast.batch import Job, prepare

TABLED = ("house", "published", "none", "smart", "sequential", "match:mega", "match:full")


def job(game: str, players: str, seed: int = 7, tabled: tuple[str, ...] = TABLED, **options: Any) -> Job:
    return prepare(tavola.rules(game, **options), players.split(","), seed, make_bot, tabled)
