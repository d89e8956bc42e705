"""Names nobody may take: those of the house and of its bots, and what looks like them.

`store.names.fold` decides whether two names are the same. Reserved names are compared more loosely, because
people believe a guest that looks like the house: accents, signs and spaces are ignored, and letters of other
alphabets that look alike are the same. The operator can give such a name to an owner, who may then use it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable
from functools import lru_cache

from tavola.bots import bot_names
from tavola.bots.characters import bot_of, character
from tavola.bots.characters.character import MOST
from tavola.games import game_names
from tavola.server.store.names import fold

HOUSE = (
    "house",
    "master",
    "admin",
    "administrator",
    "mod",
    "moderator",
    "operator",
    "server",
    "system",
    "tavola",
)
# Letters that are drawn alike, after case folding: Cyrillic and Greek ones, and `l`, `1` and a capital `i`.
_LOOKS_LIKE = str.maketrans(
    {
        **dict(zip("аеорсухіјѕԁһвкмнт", "aeopcyxijsdhbkmht", strict=True)),
        **dict(zip("αενοικρτυχ", "aevoikptux", strict=True)),
        **dict(zip("lłӏ10", "iiiio", strict=True)),
    }
)


def is_reserved(name: str, more: Collection[str] = ()) -> bool:
    """Is it a name of the house, of a bot (also as `master:5`) or of its character, or one of `more`?"""
    keys = {_key(name), _key(bot_of(fold(name)))} - {""}
    return not keys.isdisjoint(_of_the_house()) or not keys.isdisjoint(map(_key, more))


@lru_cache(maxsize=1)
def _of_the_house() -> frozenset[str]:
    found: set[str] = set(HOUSE)
    for game in game_names():
        for bot in bot_names(game):
            found |= {bot, *_figures(game, bot)}
    return frozenset(map(_key, found)) - {""}


def _figures(game: str, bot: str) -> Iterable[str]:
    them = character(game, bot)
    return (them.figure(seat).name for seat in range(MOST))


def _key(name: str) -> str:
    """What a name looks like at a glance: `Ad-mín`, `ADMlN` and one with a Cyrillic letter are `admin`."""
    letters = unicodedata.normalize("NFKD", fold(name))
    return "".join(each for each in letters if each.isalnum()).translate(_LOOKS_LIKE)
