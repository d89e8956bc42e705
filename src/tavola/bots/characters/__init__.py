"""Who a bot is to the people at its table: names, faces, a line of character.

What one types, what a log and a record keep, and what programs see is a bot's technical name: `house`,
`master:3`. On a seat it becomes a label, `house`, the second time at one table `house (2)`; from game and
label everything that shows a table makes the same person of it. A bot of another package brings a `character`
of its own as an attribute of what makes it, or is given one that follows from its name.
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
    except TavolaError:  # it can't be loaded; it may have sat at a table all the same, when it could
        own = None
    return own if isinstance(own, Character) and own.holds_together() else stand_in(name)


def figure(game: str, label: str) -> Figure:
    """Who sits on the seat of that label."""
    found = _LABEL.fullmatch(label)
    number = int(found["number"] or 1) if found else 1
    return character(game, label).figure(number - 1)


def display_name(game: str, label: str) -> str:
    """`house (2)` -> what people call it."""
    return figure(game, label).name


def label_of(game: str, bot: str, taken: Collection[str]) -> str:
    """The label of one more bot at a table where `taken` are the labels and the names people read."""
    number = 1
    while True:
        label = bot if number == 1 else f"{bot} ({number})"
        if label not in taken and display_name(game, label) not in taken:
            return label
        number += 1


def characters(game: str, bots: Iterable[str], seats: int, lang: Lang) -> dict[str, dict[str, Any]]:
    """The characters of these bots as plain data, as many of each family as there may be at a table."""
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
    """The bots of a record by seat, as they were asked for; "" for people, and where it does not say."""
    players = record.tags.get(PLAYERS, "").split(",")
    if len(players) != len(record.seats):
        return ("",) * len(record.seats)
    return tuple("" if player.partition(":")[0] in (PERSON, "") else player for player in players)


def display_names(record: Record) -> tuple[str, ...]:
    """The seats of a record as people read them."""
    pairs = zip(record.seats, bots_in(record), strict=True)
    return tuple(display_name(record.game, label) if bot else label for label, bot in pairs)
