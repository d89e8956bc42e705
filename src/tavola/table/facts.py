"""What an entry brought about, with all secrets. Only redaction.py makes messages of facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tavola.core.contract import Event, Outcome, Rules, Seat
from tavola.core.words import Phrase
from tavola.table.messages import Chair, Gone, Time


class Stepped(msgspec.Struct, frozen=True):
    """One move of a seat or of chance."""

    actor: Seat
    move: Any
    events: tuple[Event, ...]


class Ended(msgspec.Struct, frozen=True):
    """The end of a game, with what was kept secret until now."""

    outcome: Outcome
    how: str
    seed: str
    salts: tuple[str, ...]


class Fact(msgspec.Struct, frozen=True):
    """What one entry of the log brought about. `by` is the seat whose command it was, if any."""

    version: int
    by: Seat | None = None
    id: str = ""


class Played(Fact, frozen=True, kw_only=True):
    """Moves were made, or somebody gave up."""

    rules: Rules[Any, Any]
    names: tuple[str, ...]
    turn: int
    steps: tuple[Stepped, ...]
    state: Any
    actor: Seat  # who is to move now
    time: Time | None
    ended: Ended | None


class Sat(Fact, frozen=True, kw_only=True):
    """Who sits where has changed, or how many look on."""

    chairs: tuple[Chair, ...]
    gone: Mapping[Seat, list[Gone]] = {}  # what each player may do about those who are away
    watchers: int = 0  # filled in by the caller: a table does not know its spectators
    salts: tuple[str, ...] = ()  # until the game begins


class Spoken(Fact, frozen=True, kw_only=True):
    name: str
    text: str
    holder: str = ""  # whose words they are: told to nobody


class Wanted(Fact, frozen=True, kw_only=True):
    """Somebody wants a rematch; the last one to say so opens the new table."""

    wanted: tuple[Seat, ...]
    new_table: str


class PutAway(Fact, frozen=True, kw_only=True):
    """Nobody came, or the table was closed."""

    why: Phrase
