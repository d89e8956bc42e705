"""Games played here, for what a game against the house shows only with luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import tavola
from tavola.bots import make_bot
from tavola.core.contract import CHANCE, OVER, Step
from tavola.core.match import Match

NAMES = ("Ada", "Basile", "Carlo", "Dora")
Told = tuple[dict[str, Any], int]  # a record, and the step to look at


def going(match: Match[Any, Any], rng: Random, choose: Callable[[Any], Any]) -> Iterator[Step[Any]]:
    """Every step of a game to its end; `choose` has the view of whose turn it is."""
    while match.actor != OVER:
        if match.actor == CHANCE:
            yield match.draw(rng)
        else:
            yield match.play(choose(match.rules.view(match.state, match.actor)))


def crowded() -> Told:
    """Four at Tombolon who take as little as they may, where the most cards lie on the table."""
    rules = tavola.rules("tombolon")
    match = Match(rules, NAMES)
    lying = [0]
    for step in going(match, Random(7), lambda view: min(view.moves, key=lambda move: len(str(move)))):
        lying.append(len(rules.view(step.state, None).table.table))
    return match.record().as_json(), lying.index(max(lying))


def hot_hand() -> Told:
    """Four bots at 421, where a rampo gives one of them a hot hand."""
    rules = tavola.rules("421")
    match, bot = Match(rules, NAMES), make_bot("house", rules, Random(7))
    hot = [
        number
        for number, step in enumerate(going(match, Random(7), bot.choose), start=1)
        if any(type(event).__name__ == "HotHand" for event in step.events)
    ]
    assert hot, "another seed: nobody had a hot hand"
    return match.record().as_json(), hot[0]
