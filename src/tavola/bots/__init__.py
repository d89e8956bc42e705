"""Players that are programs. A bot is given a View and returns a move; it never sees a State.

Bots of other packages register as entry points `tavola.bots`, named `GAME/BOT`, or `*/BOT` for every game.
The class of a bot declares what the bot needs that may not be installed: `needs = Needs("tavola[fast]",
("numba",))`; whether its decisions fit in a table, so that it is played compiled: `tabled = True`, or for
some arguments after the colon of its name, `tabled = ("points",)`; which arguments may be chosen, `choices`;
and its `character`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from tavola.core.contract import Rules, View
from tavola.core.driver import Bot as Bot
from tavola.core.errors import BadOption, TavolaError, UnknownBot
from tavola.core.extras import Missing, Needs
from tavola.core.game import load
from tavola.core.plugins import BOTS, find, guarded, load_maker
from tavola.core.words import Lang, Phrase
from tavola.games import OURS, parts_of

EVERY_GAME = "*"
PLACES = {"house": -1, "random": 1}  # order in a list; all others in between
FOR_EVERY_GAME = {"random": "tavola.bots:RandomBot"}
MASTER = "master"  # of every game that can be searched


NOTHING_AFTER = Phrase(
    "the bot {name} takes nothing after its name, not {given}",
    "le bot {name} ne prend rien après son nom, pas {given}",
    "il bot {name} non prende nulla dopo il nome, non {given}",
)

Maker = Callable[[Random, str], Bot]  # (its own luck, the argument after the colon of its name)


def _known(game: str) -> dict[str, Callable[[], Maker]]:
    """The bots that play a game, by name, each imported only when wanted."""
    found: dict[str, Callable[[], Maker]] = {}
    for name, path in {**FOR_EVERY_GAME, **_own(game)}.items():
        found[name] = lambda name=name, path=path: _load(game, name, path)  # type: ignore[misc]
    if is_master(game, MASTER):
        found[MASTER] = lambda: load("tavola.bots.search.master:master_of")(game)
    for registered, point in find(BOTS).points.items():
        plays, _, name = registered.partition("/")
        if name and plays in (game, EVERY_GAME) and name not in found:
            found[name] = lambda name=name, point=point: load_maker(name, point)  # type: ignore[misc]
    return found


def _own(game: str) -> Mapping[str, str]:
    """The bots that belong to a game itself."""
    return parts_of(game).bots


def _load(game: str, name: str, path: str) -> Maker:
    maker: Maker = load(path) if is_ours(game, name) else guarded("bot", name, lambda: load(path))
    return maker


def is_ours(game: str, name: str) -> bool:
    """Is this bot a part of Tavola itself?"""
    return name in FOR_EVERY_GAME or (game in OURS and (name in OURS[game].bots or is_master(game, name)))


def is_master(game: str, name: str) -> bool:
    """Is this the player of the search, and not one of the game's own with that name?"""
    parts = parts_of(game)
    return name == MASTER and bool(parts.search) and MASTER not in parts.bots


def bot_names(game: str) -> tuple[str, ...]:
    """The bots that play a game, whether they can play here or not."""
    return tuple(_known(game))


def bots_absent(game: str) -> dict[str, TavolaError]:
    """The bots of a game that can't play here, and why: something is not installed, a plug-in is broken."""
    found: dict[str, TavolaError] = {}
    for name, maker in _known(game).items():
        try:
            check_needs(name, maker())
        except TavolaError as error:
            found[name] = error
    return found


def why_absent(game: str, lang: Lang) -> dict[str, str]:
    """The same in words."""
    absent = bots_absent(game)
    return {name: why.why.in_(lang) if isinstance(why, Missing) else str(why) for name, why in absent.items()}


def bots_here(game: str) -> tuple[str, ...]:
    """The bots that can play a game here: what may be offered."""
    absent = bots_absent(game)
    return tuple(name for name in _known(game) if name not in absent)


def maker_of(game: str, name: str) -> Maker:
    """The maker of the bots of that name."""
    known = _known(game)
    if name not in known:
        raise UnknownBot(name, game, bots_here(game))
    return known[name]()


def opponents(game: str) -> tuple[tuple[str, Phrase | None], ...]:
    """The opponents that a list offers, the usual one first: each bot by its name, or once for each of its
    `choices` with what that is called: `match:mega`, Méga. A bot with two names, as `house` and `careful`
    are, is offered once, by the first of them."""
    found: list[tuple[str, Phrase | None]] = []
    makers: list[Maker] = []
    for name in sorted(bots_here(game), key=lambda name: PLACES.get(name, 0)):
        if (maker := maker_of(game, name)) in makers:
            continue
        makers.append(maker)
        choices: Mapping[str, Phrase] = getattr(maker, "choices", {})
        found += [(f"{name}:{choice}", said) for choice, said in choices.items()] or [(name, None)]
    return tuple(found)


def make_bot(spec: str, rules: Rules[Any, Any], rng: Random) -> Bot:
    """A bot by its name, `house`, perhaps with an argument, `match:mega`."""
    name, _, argument = spec.partition(":")
    maker = maker_of(rules.info.name, name)
    check_needs(name, maker)
    return maker(rng, argument)


def check_needs(name: str, bot: Any) -> None:
    """Refuse a bot, or its maker, that needs a package which is not installed."""
    needs = getattr(bot, "needs", None)
    if isinstance(needs, Needs):
        needs.check(name)


def no_argument(name: str, argument: str) -> None:
    """For bots that take nothing after the colon."""
    if argument:
        raise BadOption(NOTHING_AFTER.fill(name=name, given=repr(argument[:40])))


class RandomBot:
    """The bot of every game: any legal move, uniformly at random."""

    def __init__(self, rng: Random, argument: str = "") -> None:
        no_argument("random", argument)
        self._rng = rng

    def choose(self, view: View[Any, Any]) -> Any:
        return self._rng.choice(view.moves)
