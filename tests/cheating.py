"""A server that cheats: `python -m tests.cheating serve ...` is `tavola serve`, changed in a place or two.

How a table cheats its opener's name says, so that one process shows all the ways there are.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Literal, get_args

import msgspec

from tavola.core.match import Match
from tavola.core.record import Record
from tavola.server.tables import manager
from tavola.table import fair, redaction
from tavola.table import messages as m
from tavola.table.table import Table

Way = Literal[
    "honest",  # for comparison
    "swapped seed",  # another seed once the salts are known; the record has its commitment
    "new commitment",  # the same, and from then on the commitment is told anew
    "my salt",  # of seat 0
    "dropped salt",  # of seat 0
    "other salt",  # of seat 1
    "loaded dice",  # not from the seed
    "no reveal",
    "other record",  # a game that fits itself, and that nobody played
]
WAYS: tuple[Way, ...] = get_args(Way)
_ways: dict[str, Way] = {}  # by table


def cheat() -> None:
    """From now on."""
    opened, begun, record, ending = vars(manager)["open_table"], Table._begin, Table.record, redaction._ending

    def open_table(person: Any, command: Any, table: str, *rest: Any) -> Any:
        if person.name in WAYS:
            _ways[table] = person.name
        return opened(person, command, table, *rest)

    def begin(self: Table, now: float) -> Any:
        _before(self, way := _ways.get(self.id, "honest"))
        dice = begun(self, now)
        if way == "loaded dice":
            dice = self._dice = fair.FairDice(fair.new_seed(), self.id, self.salts)
        return dice

    def told(self: Table) -> Record | None:
        found, way = record(self), _ways.get(self.id, "honest")
        if found is None or way not in ("no reveal", "other record"):
            return found
        if way == "no reveal":
            return replace(found, tags={name: tag for name, tag in found.tags.items() if name != fair.SEED})
        return _never_played(self, found)

    def ends(ended: Any, lang: Any) -> m.Ending:
        said: m.Ending = ending(ended, lang)
        return msgspec.structs.replace(said, seed="") if ended.seed in _hidden else said

    vars(manager)["open_table"] = open_table
    Table._begin, Table.record, redaction._ending = begin, told, ends  # type: ignore[method-assign]


_hidden: set[str] = set()  # seeds that nobody is told


def _before(table: Table, way: Way) -> None:
    """The salts are known, and no die has fallen yet."""
    if way in ("swapped seed", "new commitment"):
        table.opened = msgspec.structs.replace(table.opened, seed=fair.new_seed())
    if way == "new commitment":
        table.commitment = fair.commitment(table.opened.seed, table.id)
    if way == "no reveal":
        _hidden.add(table.opened.seed)
    other: dict[Way, tuple[int, Callable[[], str]]] = {
        "my salt": (0, lambda: secrets.token_hex(12)),
        "dropped salt": (0, str),
        "other salt": (1, lambda: secrets.token_hex(12)),
    }
    if way in other:
        seat, salt = other[way]
        table.sitters[seat] = replace(table.sitter(seat), salt=salt())


def _never_played(table: Table, true: Record) -> Record:
    """By the right dice, but other decisions."""
    match, luck = Match(table.rules, true.seats), Random(1)
    dice = fair.FairDice(table.opened.seed, table.id, table.salts)
    while match.actor >= -1:
        match.play(luck.choice(match.legal)) if match.actor >= 0 else match.draw(dice)
    return match.record(true.tags)


if __name__ == "__main__":
    from tavola.cli import main

    cheat()
    main()
