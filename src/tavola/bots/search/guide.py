"""What a game provides to be searched: its `search` part is a `Guide`."""

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
    """A view prepared for compiled code; fast/search/told.py explains `v`, `tables` and `room`."""

    v: Any
    tables: Any
    new_room: Callable[[], Any]
    state: Any  # as far as it is seen; all of it, where nothing is hidden
    is_open: bool  # is nothing hidden, and nothing left for chance to do?
    plays: tuple[Any, ...]  # the moves of the view,
    numbers: tuple[int, ...]  # the same moves as compiled code writes them
    keys: int  # bit set: all keys that the moves belong to
    side: int  # the viewer's side
    point: float  # a point of the quick estimates, as a chance to win now


class Memory(Protocol):
    """What one seat remembers between its decisions."""

    def hear(self, view: View[Any, Any], /) -> Any:
        """What is known of the others' moves after this view."""

    def play(self, view: View[Any, Any], move: Any, /) -> None:
        """The seat itself makes a move."""


class Deaf:
    """Remembers nothing: a view shows all that matters."""

    def hear(self, view: View[Any, Any]) -> None:
        del view

    def play(self, view: View[Any, Any], move: Any) -> None:
        del view, move


@dataclass(frozen=True)
class Guide:
    """How a game is searched.

    `look` takes a view and what the memory has heard: () if the budget does not listen, None if there is no
    memory.
    """

    told: Any  # the module with the functions of fast/search/told.py
    look: Callable[[View[Any, Any], Any], Problem]
    memory: Callable[[], Memory] = Deaf
    deepest: int = 0  # more moves than any round has left when it `is_open`; 0 if that is not solved
    columns: int = 0  # numbers of a state that `keep` writes

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
