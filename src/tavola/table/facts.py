"""What happened at a table, in full: secrets and all. Only redaction.py makes messages of these."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tavola.core.contract import Event, Outcome, Rules, Seat
from tavola.table.messages import Chair, Time


@dataclass(frozen=True, slots=True)
class Stepped:
    """One move of a seat or of chance."""

    actor: Seat
    move: Any
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a game, with what was kept secret until now."""

    outcome: Outcome
    how: str
    seed: str
    salts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """What one entry of the log brought about. `by` is the seat whose command it was, if one's."""

    version: int
    by: Seat | None = None
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Fact):
    """Moves were made, or somebody gave up."""

    rules: Rules[Any, Any]
    names: tuple[str, ...]
    turn: int
    steps: tuple[Stepped, ...]
    state: Any
    time: Time | None
    ended: Ended | None
    # Where nothing is hidden all see the same: made once, whoever asks first.
    same_for_all: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sat(Fact):
    """Who sits where has changed."""

    chairs: tuple[Chair, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken(Fact):
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted(Fact):
    """Somebody wants a rematch; the last one to say so opens the new table."""

    wanted: tuple[Seat, ...]
    new_table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PutAway(Fact):
    """Nobody came."""
