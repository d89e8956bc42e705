"""Games whose views and events do not survive a wire."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from tavola.core.chance import Source
from tavola.core.codec import Codec
from tavola.core.contract import Event, Seat, Step, View
from tests.testing.breaking import broken_by
from tests.testing.high_card import Dealt, HighCard, Move, Played, State, Table, Won

EVENTS = (Dealt, Played, Won)


class Untyped(tuple[Any, ...]):
    """What nobody can say the shape of."""


class ShowsItUntyped(HighCard):
    def view(self, s: State, seat: Seat | None) -> View[Any, Move]:
        seen: View[Any, Move] = super().view(s, seat)
        return replace(seen, table=Untyped(seen.table))

    def guess(self, v: View[Any, Move], rng: Source) -> State:
        return super().guess(replace(v, table=Table(*v.table)), rng)


class ForgetsTheLeader(HighCard):
    codec = Codec(
        Table,
        EVENTS,
        draw=lambda table: [table.tokens, table.hand, table.held, table.played],
        read=lambda told: Table(*map(tuple, told), 0),  # type: ignore[call-arg, arg-type]
    )


class TellsMoreThanItShows(HighCard):
    """The number of the telling: what the data of a view should never hold."""

    told = 0

    def number(self, table: Table) -> Any:
        TellsMoreThanItShows.told += 1
        return {**table._asdict(), "told": self.told}

    @property
    def codec(self) -> Codec[Table]:
        return Codec(Table, EVENTS, draw=self.number)


@dataclass(frozen=True, slots=True)
class Whispered(Event):
    seat: Seat


class DoesNotDeclareAnEvent(HighCard):
    codec = Codec(Table, EVENTS)

    def play(self, s: State, move: Move) -> Step[State]:
        state, events = super().play(s, move)
        return Step(state, (*events, Whispered(0)))


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (ShowsItUntyped, "to_data and from_data"),
        (ForgetsTheLeader, "reads back as"),
        (TellsMoreThanItShows, "but its equal as"),
        (DoesNotDeclareAnEvent, "reads back as None"),
    ],
)
def test_a_broken_game_is_told_which_law_it_breaks(game: type[Any], found: str) -> None:
    broken = broken_by(game())
    assert broken.law == "data", str(broken)
    assert found in broken.why
