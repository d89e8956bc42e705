"""Tavola: a table for tavern dice and Italian cards.

What the commands do, as verbs:

    match(game, players)         a game with you at the table: print it, play moves as text
    play(game, players)          a game between bots, played to its end
    bot(name, game)              a bot, to be asked for moves
    simulate(game, players, n)   many games: who wins, by how much, how surely
    odds(game)                   exact odds
    solve(game)                  optimal play, and what it is worth
    explain(game, position)      what every move of a position is worth, and why
    review(record)               what every decision cost, and what was luck
    tournament(games, entrants)  who is better, and is it certain
    replay(record)               a record played again

A game is its name, or its rules with options: `rules(name, suites=False)`. Results print as the commands
do; `to_dict()`, `tables` and `plot()` lead on from there. docs/library.md shows all of it.

>>> import tavola
>>> match = tavola.match("421", "you:Ada,house", seed=7)
>>> [str(move) for move in match.legal][:2]
['stop', 'keep 64']
>>> step = match.play("stop")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tavola.core.contract import CHANCE, OVER
    from tavola.core.errors import TavolaError
    from tavola.core.match import Match
    from tavola.core.record import Record
    from tavola.games import game_names, rules, rules_of
    from tavola.library.analysing import explain, odds, solve
    from tavola.library.playing import bot, match, play
    from tavola.library.replaying import replay
    from tavola.library.reviewing import review
    from tavola.library.simulating import simulate
    from tavola.library.tournaments import tournament

__version__ = "0.2.0"

# Where each name is: imported when it is first asked for, so that `import tavola` costs next to nothing.
_FOUND = {
    "tavola.core.contract": ("CHANCE", "OVER"),
    "tavola.core.errors": ("TavolaError",),
    "tavola.core.match": ("Match",),
    "tavola.core.record": ("Record",),
    "tavola.games": ("game_names", "rules", "rules_of"),
    "tavola.library.analysing": ("explain", "odds", "solve"),
    "tavola.library.playing": ("bot", "match", "play"),
    "tavola.library.replaying": ("replay",),
    "tavola.library.reviewing": ("review",),
    "tavola.library.simulating": ("simulate",),
    "tavola.library.tournaments": ("tournament",),
}
_WHERE = {name: module for module, names in _FOUND.items() for name in names}

__all__ = [
    "CHANCE",
    "OVER",
    "Match",
    "Record",
    "TavolaError",
    "bot",
    "explain",
    "game_names",
    "match",
    "odds",
    "play",
    "replay",
    "review",
    "rules",
    "rules_of",
    "simulate",
    "solve",
    "tournament",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'tavola' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_WHERE[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
