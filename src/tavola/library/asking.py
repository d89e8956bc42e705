"""The arguments of a verb, checked: the game, the players, the seed, numbers within bounds."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from tavola.core.contract import Rules
from tavola.core.driver import Bot
from tavola.core.errors import TavolaError
from tavola.core.words import LANGS, Lang, Phrase
from tavola.games import rules as rules_named

S = TypeVar("S")
M = TypeVar("M")
Player = str | Bot | type[Any] | Callable[..., Any]  # by name, or a class, an object, a function
Players = str | Sequence[Player]

LARGEST_SEED = 2**64
WHOLE = Phrase(
    "{option} takes a whole number from {low} to {high}, not {given}",
    "{option} prend un nombre entier de {low} à {high}, pas {given}",
    "{option} prende un numero intero da {low} a {high}, non {given}",
)


def rules_for(game: str | Rules[S, M]) -> Rules[S, M]:
    """The rules that were given, or those of a game by its name, with its usual options."""
    if isinstance(game, str):
        return rules_named(game)
    if not hasattr(game, "info"):
        raise TavolaError(f"a game is its name or its rules, tavola.rules(...), not {_shown(game)}")
    return game


def several(option: str, given: Any, each: type = object) -> list[Any]:
    """One text, or a sequence."""
    if isinstance(given, str):
        return [given]
    if isinstance(given, Sequence) and all(isinstance(one, each) for one in given):
        return list(given)
    raise TavolaError(f"{option} are a text with commas or a list of texts, not {_shown(given)}")


def whole(option: str, value: object, low: int, high: int) -> int:
    """A whole number within bounds."""
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise TavolaError(WHOLE.fill(option=option, low=low, high=high, given=_shown(value)))


def seed_for(seed: int | None) -> int:
    """The seed that was given, or a new one."""
    return secrets.randbelow(LARGEST_SEED) if seed is None else whole("seed", seed, 0, LARGEST_SEED - 1)


def language(text: str) -> Lang:
    for lang in LANGS:
        if text.strip().lower() == lang:
            return lang
    raise TavolaError(f"there is no language {text[:20]!r}; there are: {', '.join(LANGS)}")


def listed(players: Players) -> tuple[Player, ...]:
    """The players, one by one: `"you,house"` is short for `["you", "house"]`."""
    if isinstance(players, str):
        return tuple(each.strip() for each in players.split(","))
    if isinstance(players, Mapping) or not isinstance(players, Sequence):
        raise TavolaError(f'players are a text, "house,random", or a list of bots, not {_shown(players)}')
    return tuple(players)


def unheard(*told: object) -> None:
    """Ignores what it is told."""


def never() -> bool:
    return False


def _shown(value: object) -> str:
    return repr(value)[:40]
