"""The games there are, found by name. Other packages add theirs by an entry point `tavola.games`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tavola.core.contract import Rules
from tavola.core.errors import BadOption, UnknownGame
from tavola.core.game import Game, load
from tavola.core.options import make
from tavola.core.plugins import GAMES, find, load_game
from tavola.core.record import Record
from tavola.core.words import Phrase
from tavola.games.typed import rules as rules

# A game of ours is a folder here and its name in this line.
_FOLDERS = ("fourtwentyone", "five_thousand", "dice_poker", "spazzino", "scopetta", "tombolon")
OURS: dict[str, Game] = {
    game.name: game for game in (load(f"tavola.games.{folder}:GAME") for folder in _FOLDERS)
}


def game_names() -> tuple[str, ...]:
    """Every game there is: ours first, then those of other packages.

    >>> import tavola
    >>> "421" in tavola.game_names()
    True
    """
    return (*OURS, *sorted(set(find(GAMES).points) - set(OURS)))


def game_warnings() -> tuple[str, ...]:
    """Warnings about packages that may hold games but can't be read."""
    return find(GAMES).warnings


def game_of(name: str) -> Game:
    """A game with all its parts; BrokenPlugin if another package's game can't be used."""
    if name in OURS:
        return OURS[name]
    if (point := find(GAMES).points.get(name)) is not None:
        return load_game(name, point)
    raise UnknownGame(name, game_names())


def parts_of(name: str) -> Game:
    """The same where only the parts are needed: a game that is not registered has none."""
    try:
        return game_of(name)
    except UnknownGame:
        return Game(name, "")


def game_at(url: str) -> Game | None:
    """The game whose own protocol has such addresses, as 5000://HOST:8999; None if no game has."""
    scheme, colon, _ = url.strip().partition("://")
    for game in OURS.values():
        if colon and game.address.partition("://")[0] == scheme:
            return game
    return None


def game_class(name: str) -> type[Any]:
    """The class of a game's rules, imported when first asked for."""
    return game_of(name).rules_class


NO_PRESET = Phrase(
    "{game} has no preset {name}; there are: {known}",
    "{game} n'a pas de variante {name} ; il y a : {known}",
    "{game} non ha una variante {name}; ci sono: {known}",
)


def rules_named(game: str, preset: str | None, options: Mapping[str, Any]) -> Rules[Any, Any]:
    """The rules of a game with a preset and options: what `rules` gives, without its types."""
    cls = game_class(game)
    given = dict(options)
    if preset is not None:
        presets = cls.info.presets
        if preset not in presets:
            raise BadOption(NO_PRESET.fill(game=game, name=repr(preset), known=", ".join(presets) or "–"))
        given = {**presets[preset], **given}
    return cls(make(cls.info.options, given, game))  # type: ignore[no-any-return]


def rules_of(record: Record) -> Rules[Any, Any]:
    """The rules a record was played under.

    >>> import tavola
    >>> record = tavola.play("421", "house,random", seed=7).record()
    >>> tavola.rules_of(record) == tavola.rules("421")
    True
    """
    cls = game_class(record.game)
    return cls(make(cls.info.options, dict(record.options), record.game))  # type: ignore[no-any-return]
