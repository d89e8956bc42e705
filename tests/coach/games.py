"""Games to be looked at by the coach, played by whoever is asked for."""

from __future__ import annotations

from random import Random
from typing import Any

import tavola
from tavola.bots import make_bot
from tavola.core.contract import CHANCE, OVER, Rules
from tavola.core.match import Match
from tavola.core.record import Record


def played(
    rules: Rules[Any, Any], players: str, seed: int = 0, most: int = 4000, resigns: int | None = None
) -> Record:
    """A game of these bots, broken off after so many moves; perhaps somebody then gives up."""
    specs = players.split(",")
    bots = [make_bot(spec, rules, Random(seed + n)) for n, spec in enumerate(specs)]
    match, rng = Match(rules, [f"{spec} {n}" for n, spec in enumerate(specs)]), Random(seed)
    while match.actor != OVER and len(match.moves) < most:
        if match.actor == CHANCE:
            match.draw(rng)
        else:
            match.play(bots[match.actor].choose(rules.view(match.state, match.actor)))
    if resigns is not None:
        match.resign(resigns)
    return match.record()


def rules_of(game: str, **options: Any) -> Any:
    return tavola.rules(game, **options)
