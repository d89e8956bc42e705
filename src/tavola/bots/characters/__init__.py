"""Bots as people at a table see them: names, faces, a line of character.

The technical name of a bot, `house` or `master:3`, is what one types, what logs and records keep, and what
programs see. On a seat it becomes a label, `house`, the second time at one table `house (2)`; game and label
give the same person wherever a table is shown. A bot of another package has a `character` as an attribute of
its maker, or is given one that follows from its name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from tavola.bots import is_master, is_ours, maker_of
from tavola.bots.characters.cast import CAST
from tavola.bots.characters.character import Character as Character
from tavola.bots.characters.character import Figure as Figure
from tavola.bots.characters.character import stand_in
from tavola.core.errors import TavolaError
from tavola.core.record import Record
from tavola.core.words import Lang

PLAYERS = "Players"  # the tag of a record that says who was a bot
PERSON = "you"
_LABEL = re.compile(r"(?P<bot>[^:]+?)(?::.*?)?(?: \((?P<number>[0-9]{1,3})\))?")


def bot_of(label: str) -> str:
    """The bot a label names, without what follows its colon and without the number of its seat."""
    found = _LABEL.fullmatch(label)
    return found["bot"] if found else label


@lru_cache(maxsize=256)
def character(game: str, bot: str) -> Character:
    """The character of a bot by its technical name, perhaps with a colon and more."""
    name = bot_of(bot)
    if (is_ours(game, name) or is_master(game, name)) and (known := CAST.get(name)) is not None:
        return known
    try:
        own = getattr(maker_of(game, name), "character", None)
    except TavolaError:  # it can't be loaded now, but a record may still name it
        own = None
    return own if isinstance(own, Character) and own.holds_together() else stand_in(name)


def figure(game: str, label: str) -> Figure:
    """The person on the seat of that label."""
    found = _LABEL.fullmatch(label)
    number = int(found["number"] or 1) if found else 1
    return character(game, label).figure(number - 1)


def display_name(game: str, label: str) -> str:
    """`house (2)` -> what people call it."""
    return figure(game, label).name


def label_of(game: str, bot: str, taken: Collection[str]) -> str:
    """The label of another bot at a table; `taken` are the labels and display names there."""
    number = 1
    while True:
        label = bot if number == 1 else f"{bot} ({number})"
        if label not in taken and display_name(game, label) not in taken:
            return label
        number += 1


def characters(game: str, bots: Iterable[str], seats: int, lang: Lang) -> dict[str, dict[str, Any]]:
    """The characters of these bots as plain data, with as many figures of each family as a table has
    seats."""
    return {
        bot: {
            "line": found.line.in_(lang),
            "figures": [asdict(found.figure(seat)) for seat in range(seats)],
        }
        for bot in bots
        if (found := character(game, bot))
    }


def players_tag(bots: Sequence[str]) -> str:
    """What a record keeps of who was a bot, seat by seat: `you,house,master:3`."""
    return ",".join(bot or PERSON for bot in bots)


def bots_in(record: Record) -> tuple[str, ...]:
    """The bots of a record by seat, by their technical names; "" for people, and where the record does not
    say."""
    players = record.tags.get(PLAYERS, "").split(",")
    if len(players) != len(record.seats):
        return ("",) * len(record.seats)
    return tuple("" if player.partition(":")[0] in (PERSON, "") else player for player in players)


def display_names(record: Record) -> tuple[str, ...]:
    """The seats of a record as people read them."""
    pairs = zip(record.seats, bots_in(record), strict=True)
    return tuple(display_name(record.game, label) if bot else label for label, bot in pairs)
