"""Tables and people for the tests of the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from tavola.table import messages as m
from tavola.table.entries import AnyEntry, decode_entry, encode_entry
from tavola.table.identity import Person, holder_of
from tavola.table.judge import Accepted, receive
from tavola.table.opening import open_table, rebuild
from tavola.table.redaction import standing
from tavola.table.refusal import Refusal
from tavola.table.table import Moment, Table

SEED = "5" * 64


def person(name: str) -> Person:
    return Person(holder_of(f"token of {name}"), name, claimed=True)


ADA, BO, CY, DEE = map(person, ("ada", "bo", "cy", "dee"))
PLAYERS = (ADA, BO, CY, DEE)


def at(now: float) -> Moment:
    return Moment(1_000_000.0 + now, now)


class House:
    """One table, its log, and a clock that is set by hand."""

    def __init__(self, game: str = "421", by: Person = ADA, table: str = "t", **wishes: Any) -> None:
        self.now = 100.0
        self.table, opened = open_table(by, m.Create(game=game, **wishes), table, SEED, at(self.now).at)
        self.log: list[AnyEntry] = [opened]

    def do(self, who: Person, command: m.TableCommand) -> Accepted:
        return self.take(receive(self.table, who, command, at(self.now)))

    def take(self, accepted: Accepted) -> Accepted:
        self.log.extend(accepted.entries)
        return accepted

    def refused(self, who: Person, command: m.TableCommand) -> Refusal:
        """The refusal, having checked that it changed nothing and speaks three languages."""
        before = portrait(self.table)
        with pytest.raises(Refusal) as caught:
            self.do(who, command)
        refusal = caught.value
        assert portrait(self.table) == before
        assert all(refusal.why)
        assert refusal.told("it", "x", "t") == m.Refused(
            code=refusal.code,
            why=refusal.why.it,
            id="x",
            table="t",
            legal=refusal.legal,
            retry_after=refusal.retry_after,
        )
        return refusal

    def sit(self, *people: Person) -> House:
        for who in people:
            self.do(who, m.Join(table="t"))
        return self

    def person_to_move(self) -> Person:
        actor = self.table.actor
        assert actor is not None
        holder = self.table.sitter(actor).holder
        return next(who for who in PLAYERS if who.holder == holder)

    def idle_person(self) -> Person:
        """A player whose turn it is not."""
        seats = (self.table.seat_of(who.holder) for who in PLAYERS)
        other = next(seat for seat in seats if seat is not None and seat != self.table.actor)
        return next(who for who in PLAYERS if self.table.seat_of(who.holder) == other)

    def play(self, index: int = 0, **more: Any) -> Accepted:
        return self.do(self.person_to_move(), m.Play(table="t", index=index, **more))

    def rebuilt(self) -> Table:
        table, _ = rebuild(written(self.log))
        return table


def written(log: Iterable[AnyEntry]) -> list[AnyEntry]:
    """A log as the store gives it back."""
    return [decode_entry(encode_entry(entry)) for entry in log]


def portrait(table: Table) -> dict[str, Any]:
    """All that makes a table what it is, but for who is connected and the running of the clocks."""
    match = table.match
    return {
        "status": table.status,
        "closed": table.closed,
        "version": table.version,
        "changed": table.changed_at,
        "sitters": list(table.sitters),
        "state": None if match is None else match.state,
        "moves": None if match is None else list(match.moves),
        "resigned": None if match is None else match.resigned,
        "ended": table.ended,
        "chat": list(table.chat),
        "wanted": set(table.wanted),
        "new": table.new_table,
        "left": table.clocks._left,
        "used": None if table._dice is None else table._dice.used,
        "ids": dict(table.ids.recent),
        "news": list(table._recent),
        "record": table.record(),
        "told": [sight_of(table, seat) for seat in (None, *range(len(table.sitters)))],
    }


def sight_of(table: Table, seat: int | None) -> m.State:
    """How the table stands for a seat, with nobody connected and no clock running."""
    state = standing(table, seat, "fr", 0.0)
    chairs = [replace(chair, connected=False) for chair in state.seats]
    return replace(state, seats=chairs, time=None, gone=[])
