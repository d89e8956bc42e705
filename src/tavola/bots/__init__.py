"""Players that are programs. A bot is handed a View and returns a move; it never sees a State.

Bots of other packages register as entry points `tavola.bots`, named `GAME/BOT`, or `*/BOT` for every game.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any, Protocol

from tavola.core.contract import Rules, View
from tavola.core.errors import BadOption, UnknownBot
from tavola.core.plugins import BOTS, find, load_maker

EVERY_GAME = "*"
BUILT_IN: dict[tuple[str, str], str] = {
    (EVERY_GAME, "random"): "tavola.bots.random:RandomBot",
    ("421", "house"): "tavola.bots.fourtwentyone:House",
    ("421", "optimal"): "tavola.bots.optimal.fourtwentyone:Optimal",
    ("5000", "house"): "tavola.bots.five_thousand:House",
    ("5000", "optimal"): "tavola.bots.optimal.race:FiveThousand",
    ("dice-poker", "house"): "tavola.bots.dice_poker:Smart",
    ("dice-poker", "optimal"): "tavola.bots.optimal.race:DicePoker",
    ("dice-poker", "none"): "tavola.bots.dice_poker:NoReroll",
    ("dice-poker", "sequential"): "tavola.bots.dice_poker:Sequential",
    ("dice-poker", "match"): "tavola.bots.dice_poker:MatchPattern",
    ("dice-poker", "smart"): "tavola.bots.dice_poker:Smart",
    ("spazzino", "house"): "tavola.bots.cards:Careful",
    ("spazzino", "greedy"): "tavola.bots.cards:Greedy",
    ("spazzino", "careful"): "tavola.bots.cards:Careful",
    ("spazzino", "master"): "tavola.bots.search:Master",
    ("scopetta", "house"): "tavola.bots.cards:Careful",
    ("scopetta", "greedy"): "tavola.bots.cards:Greedy",
    ("scopetta", "careful"): "tavola.bots.cards:Careful",
    ("scopetta", "master"): "tavola.bots.search:Master",
    ("tombolon", "house"): "tavola.bots.cards:Careful",
    ("tombolon", "greedy"): "tavola.bots.cards:Greedy",
    ("tombolon", "careful"): "tavola.bots.cards:Careful",
    ("tombolon", "master"): "tavola.bots.search:Master",
}


class Bot(Protocol):
    """Anything that chooses among a view's moves."""

    def choose(self, view: View[Any, Any], /) -> Any:
        """One of view.moves."""


Maker = Callable[[Random, str], Bot]  # luck of its own, and what follows the colon of its name


def _known(game: str) -> dict[str, Callable[[], Maker]]:
    """The bots that play a game, by name, each imported only when wanted."""
    found: dict[str, Callable[[], Maker]] = {}
    for (plays, name), path in BUILT_IN.items():
        if plays in (game, EVERY_GAME):
            found[name] = lambda path=path: _load(path)  # type: ignore[misc]
    for registered, point in find(BOTS).points.items():
        plays, _, name = registered.partition("/")
        if name and plays in (game, EVERY_GAME) and name not in found:
            found[name] = lambda name=name, point=point: load_maker(name, point)  # type: ignore[misc]
    return found


def _load(path: str) -> Maker:
    module, _, attribute = path.partition(":")
    return getattr(import_module(module), attribute)  # type: ignore[no-any-return]


def bot_names(game: str) -> tuple[str, ...]:
    """The bots that play a game."""
    return tuple(_known(game))


def make_bot(spec: str, rules: Rules[Any, Any], rng: Random) -> Bot:
    """A bot by its name, `house`, perhaps with what it needs to know, `match:mega`."""
    name, _, argument = spec.partition(":")
    known = _known(rules.info.name)
    if name not in known:
        raise UnknownBot(name, rules.info.name, known)
    return known[name]()(rng, argument)


def no_argument(name: str, argument: str) -> None:
    """For bots that take nothing after the colon."""
    if argument:
        raise BadOption(f"the bot {name} takes nothing after its name, not {argument[:40]!r}")
