"""The dice of one table: fair ones, whose commitment is shown before anybody sits down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tavola.core.chance import Source
from tavola.table.fair import FairDice, commitment, fair_tags, new_seed
from tavola.table.identity import new_table_id


@dataclass(frozen=True, slots=True)
class TableDice:
    """Where the luck of one table comes from, and what its record will say about it."""

    table: str
    commitment: str
    source: Source
    tags: Callable[[], dict[str, str]]


def fair_dice(seats: int) -> TableDice:
    """The dice of a new table. Nobody can add a salt in this protocol, so the salts are empty."""
    table, seed, salts = new_table_id(), new_seed(), ("",) * seats
    return TableDice(
        table, commitment(seed, table), FairDice(seed, table, salts), lambda: fair_tags(table, seed, salts)
    )
