"""What a game brings along to be searched: its `search` part is a `Guide`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from tavola.core.contract import View
from tavola.fast.compile import Compiled, bind, jit
from tavola.fast.search import endgame, tree
from tavola.games import game_of


@dataclass(frozen=True)
class Problem:
    """A view made ready for compiled code; what `v`, `tables` and `room` are, fast/search/told.py says."""

    v: Any
    tables: Any
    new_room: Callable[[], Any]
    state: Any  # as far as it is seen; all of it, where nothing is hidden
    is_open: bool  # is nothing hidden, and nothing left for chance to do?
    plays: tuple[Any, ...]  # the moves of the view,
    numbers: tuple[int, ...]  # and as compiled code writes them
    keys: int  # set: all that they belong to
    side: int  # whose view it is
    point: float  # what a point of the moves' weights is worth just now, as a chance to win


class Memory(Protocol):
    """What one seat remembers from one of its decisions to the next."""

    def hear(self, view: View[Any, Any], /) -> Any:
        """What is known of the others' moves once this view is seen."""

    def play(self, view: View[Any, Any], move: Any, /) -> None:
        """The seat itself moves."""


class Deaf:
    """Remembers nothing: a view tells all that matters."""

    def hear(self, view: View[Any, Any]) -> None:
        del view

    def play(self, view: View[Any, Any], move: Any) -> None:
        del view, move


@dataclass(frozen=True)
class Guide:
    """How a game is searched.

    `look` is asked with a view, and with what the memory has heard: nothing if it is not to listen, None if
    nobody asked a memory.
    """

    told: Any  # the module with the functions of fast/search/told.py
    look: Callable[[View[Any, Any], Any], Problem]
    memory: Callable[[], Memory] = Deaf
    deepest: int = 0  # more moves than a round ever has left when it `is_open`; 0 where that is not solved
    columns: int = 0  # of a state that `keep` has written

    @cached_property
    def search(self) -> Compiled[Any]:
        return jit(bind(tree.search, vars(self.told)))

    @cached_property
    def solve(self) -> Compiled[Any]:
        return jit(bind(endgame.solve, vars(self.told)))


def guide_of(game: str) -> Guide:
    """The guide of a game that has one."""
    found: Guide = game_of(game).part("search")
    return found
