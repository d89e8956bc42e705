"""How a table comes to be: from a wish, from its log, from a game that calls for another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec

from tavola.core.errors import BrokenRecord, TavolaError
from tavola.core.options import changed, make
from tavola.core.position import StartingPosition
from tavola.games import game_class
from tavola.games import rules as rules_named
from tavola.table import entries as en
from tavola.table import facts as f
from tavola.table import messages as m
from tavola.table import words
from tavola.table.fair import VERSION, guess_luck
from tavola.table.idempotency import EntryHolders
from tavola.table.identity import Person
from tavola.table.table import Moment, Table


def open_table(
    person: Person,
    command: m.Create,
    table: str,
    seed: str,
    at: float,
    position: StartingPosition | None = None,
) -> tuple[Table, en.Opened]:
    """A new table; BadOption, BadSeats or UnknownGame say what is wrong with the command.

    With a position it is a copy of another game, from there on; this table's seed deals the hidden part anew.
    """
    make(game_class(command.game).info.options, command.options, command.game)  # refuses one called "preset"
    rules = rules_named(command.game, command.preset, **command.options)
    seats = command.seats if command.seats is not None else fewest(rules.info.seats)
    rules.info.check_seats(seats)
    if command.rated and seats == 1:
        raise TavolaError(words.RATED_NEEDS_TWO)
    if position is not None:
        position = replace(position, luck=guess_luck(seed, table))
        position.state(rules, seats)  # refuses an impossible one
    opened = en.Opened(
        at=at,
        id=command.id,
        table=table,
        game=command.game,
        options=dict(changed(rules.options)),
        rules_version=rules.info.rules_version,
        seats=seats,
        seed=seed,
        public=command.public,
        clock=command.clock,
        rated=command.rated,
        odds=command.odds,
        quiet=command.quiet,
        fair=VERSION,
        by=person.holder,
        position="" if position is None else str(position),
    )
    return Table(opened), opened


def fewest(allowed: Sequence[int]) -> int:
    """The fewest that can play together; a game for one alone is for one."""
    return next((seats for seats in allowed if seats > 1), allowed[0])


def rematch_of(old: Table, seed: str, moment: Moment) -> tuple[Table, tuple[en.AnyEntry, ...]]:
    """The table of a rematch: everyone one seat on, bots seated, the others' seats kept for them.

    People sit down themselves, so that their salts come after the commitment.
    """
    sitters = [old.sitter((seat + 1) % len(old.sitters)) for seat in range(len(old.sitters))]
    opened = msgspec.structs.replace(
        old.opened,
        at=moment.at,
        fair=VERSION,
        id="",
        table=old.new_table,
        seed=seed,
        rematch_of=old.id,
        position="",
        reserved=[sitter.holder for sitter in sitters],
        ladder="",  # they have chosen each other
        names=[],
    )
    table = Table(opened)
    entries: list[en.AnyEntry] = [opened]
    for seat, sitter in enumerate(sitters):
        if sitter.bot:
            entries.append(en.SatDown(at=moment.at, seat=seat, name=sitter.label, bot=sitter.bot))
            table.happen(entries[-1], moment.now)
    return table, tuple(entries)


def rebuild(log: Iterable[en.AnyEntry]) -> tuple[Table, list[f.Fact]]:
    """The table a log tells of, with its clocks stopped, and everything that happened to it."""
    entries = iter(log)
    again = Rebuilding(next(entries, None))
    happened = [again.happens(entry) for entry in entries]
    return again.table, happened


class Rebuilding:
    """`rebuild`, an entry at a time."""

    def __init__(self, opened: en.AnyEntry | None) -> None:
        if not isinstance(opened, en.Opened):
            raise BrokenRecord(0, "the log of a table begins with its opening")
        self.table = Table(opened)
        self._holders = EntryHolders()

    def happens(self, entry: en.AnyEntry) -> f.Fact:
        table, holder = self.table, self._holders.of(entry)
        fact = table.happen(entry, 0.0)
        if entry.id:
            table.ids.add(holder, entry.id, table.version)
        table.clocks.halt()
        return fact
