"""The games there are, found by name. Other packages add theirs by an entry point `tavola.games`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tavola.core.contract import Rules
from tavola.core.errors import BadOption, UnknownGame
from tavola.core.options import make
from tavola.core.plugins import GAMES, find, load_game
from tavola.core.record import Record
from tavola.core.words import Phrase

BUILT_IN = {
    "421": "tavola.games.fourtwentyone.game:FourTwentyOne",
    "5000": "tavola.games.five_thousand.game:FiveThousand",
    "dice-poker": "tavola.games.dice_poker.game:DicePoker",
    "spazzino": "tavola.games.spazzino.game:Spazzino",
    "scopetta": "tavola.games.scopetta.game:Scopetta",
    "tombolon": "tavola.games.tombolon.game:Tombolon",
}


def game_names() -> tuple[str, ...]:
    """Every game there is: ours first, then those of other packages."""
    return (*BUILT_IN, *sorted(set(find(GAMES).points) - set(BUILT_IN)))


def game_warnings() -> tuple[str, ...]:
    """What to say of packages that may hold games but can't be looked into."""
    return find(GAMES).warnings


def game_class(name: str) -> type[Any]:
    """The class of a game, imported when first asked for; BrokenPlugin if another package's is no good."""
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        return getattr(import_module(module), attribute)  # type: ignore[no-any-return]
    if (point := find(GAMES).points.get(name)) is not None:
        return load_game(name, point)
    raise UnknownGame(name, game_names())


NO_PRESET = Phrase(
    "{game} has no preset {name}; there are: {known}",
    "{game} n'a pas de variante {name} ; il y a : {known}",
    "{game} non ha una variante {name}; ci sono: {known}",
)


def rules(game: str, /, preset: str | None = None, **options: Any) -> Rules[Any, Any]:
    """The rules of a game: `rules("421", suites=False)`, `rules("421", preset="classic")`."""
    cls = game_class(game)
    given = dict(options)
    if preset is not None:
        presets = cls.info.presets
        if preset not in presets:
            raise BadOption(NO_PRESET.fill(game=game, name=repr(preset), known=", ".join(presets) or "–"))
        given = {**presets[preset], **given}
    return cls(make(cls.info.options, given, game))  # type: ignore[no-any-return]


def rules_of(record: Record) -> Rules[Any, Any]:
    """The rules a record was played under."""
    cls = game_class(record.game)
    return cls(make(cls.info.options, dict(record.options), record.game))  # type: ignore[no-any-return]
