"""The dice of a table, or of a set of tables: fair ones, committed to before anybody sits down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tavola.core.chance import Source
from tavola.core.game import LaneThrows
from tavola.games.five_thousand.rules import LANES
from tavola.table.fair import FairDice, SetLuck, commitment, fair_tags, new_seed, set_tags
from tavola.table.identity import new_table_id


@dataclass(frozen=True, slots=True)
class TableDice:
    """The source of one table's dice, and the tags of its record."""

    table: str
    commitment: str
    source: Source | SetLuck
    tags: Callable[[], dict[str, str]]


def fair_dice(seats: int) -> TableDice:
    """The dice of a new table. Nobody can add a salt in this protocol, so the salts are empty."""
    table, seed, salts = new_table_id(), new_seed(), ("",) * seats
    return TableDice(
        table, commitment(seed, table), FairDice(seed, table, salts), lambda: fair_tags(table, seed, salts)
    )


# The first throw of every player in a scheduled game. A client of the original protocol sends its name only
# when it is shown a state, and keeps that state; but which game it will play depends on its name. So the
# first state is the same in every game: an ordinary throw, in which one die counts. It decides nothing.
OPENING = "54262"


class SetDice:
    """The dice of a set: three games with the same luck, a commitment for all of them."""

    def __init__(self) -> None:
        self._seed = new_seed()
        self.name = new_table_id()
        self.commitment = commitment(self._seed, self.name)

    def for_table(self, table: str) -> TableDice:
        luck = SetLuck(self._seed, self.name, LaneThrows(LANES), OPENING)
        tags = set_tags(table, self._seed, self.name, OPENING)
        return TableDice(table, self.commitment, luck, lambda: tags)
