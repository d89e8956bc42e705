"""For games in which everything lies open: every seat sees the whole state, and there is nothing to guess."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from tavola.core.chance import Source
from tavola.core.contract import Seat, View

S = TypeVar("S")
M = TypeVar("M")


class Open(Generic[S, M]):
    """The `view` and `guess` of such a game."""

    options: Any

    @abstractmethod
    def actor(self, s: S, /) -> Seat:
        """Whose turn it is: a seat, `CHANCE`, or `OVER`."""

    @abstractmethod
    def moves(self, s: S, /) -> Sequence[M]:
        """The legal moves of the player whose turn it is, always in the same order."""

    def view(self, s: S, seat: Seat | None, /) -> View[S, M]:
        """What anybody knows: all of the state."""
        actor = self.actor(s)
        mine = tuple(self.moves(s)) if seat is not None and seat == actor else ()
        return View(seat, actor, self.options, s, mine)

    def guess(self, v: View[S, M], rng: Source, /) -> S:  # noqa: ARG002 - nothing to guess
        """A state the viewer can't tell from the true one: where nothing is hidden, the true one."""
        return v.table
