"""Races to a goal: each player makes points, alone, until one has enough. A family, as `capture` is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

from tavola.core.contract import Outcome, Seat, conceded
from tavola.core.open import Open


class Scores(Protocol):
    """The state of such a game; `scores` has places for empty seats too."""

    @property
    def seats(self) -> int: ...

    @property
    def scores(self) -> tuple[int, ...]: ...


S = TypeVar("S", bound=Scores)
M = TypeVar("M")


class Race(Open[S, M]):
    """The points of such a game, whichever way they are made."""

    def score(self, s: S, /) -> tuple[int, ...]:
        return s.scores[: s.seats]

    def concede(self, s: S, seat: Seat, /) -> Outcome:
        return conceded(seat, self.score(s))

    def holdings(self, s: S, /) -> Mapping[str, int]:  # noqa: ARG002 - points are made, nothing is kept
        return {}
