"""A game as one object: all that belongs to it, each part found when it is first asked for.

A game's folder holds `GAME = Game(...)` in its `__init__.py`. The parts are paths, `module:attribute`, so
naming a game loads nothing, and a layer above finds its own part without knowing a single game. What a game
does not have is an empty path, and whoever asks for it says so in words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple

# The rooms of a game's folder that stand on its rules, each named after the layer it belongs to.
ROOMS = ("fast", "analysis", "bots", "coach", "terminal")


class Lanes(NamedTuple):
    """Which luck belongs together in duplicate games, by the state before a throw or a deal.

    `lane` is whose it is: in dice games the seat's, in cards the hand's. `begins` says whether the state
    begins a new go of the same lane at once.
    """

    lane: Callable[[Any], int]
    begins: Callable[[Any], bool] = lambda _: False


@dataclass(frozen=True, slots=True)
class Game:
    """Everything there is to a game. `rules` is its class, or where it is; the rest may be missing."""

    name: str
    rules: str | type[Any]
    bots: Mapping[str, str] = field(default_factory=dict)  # who makes each, in the order they are offered
    tabled: tuple[str, ...] = ()  # the bots whose choices fit a table, and so are played compiled
    lanes: str = ""  # a `Lanes`
    drawing: str = ""  # a terminal `Renderer`,
    board: str = ""  # with mouse and keys: a `DiceBoard`, a `CardBoard` or one of the game's own,
    picking: str = ""  # and how dice or cards are picked there: `Ways`, `Cards`
    kernel: str = ""  # a `Kernel`, for batches of games
    environment: str = ""  # an `Environment`, for training;
    environment_name: str = ""  # its name for Gymnasium,
    environment_version: int = 1  # raised when the same decisions no longer give the same observations
    search: str = ""  # a `Guide`: with it, `master` plays the game
    odds: str = ""  # a module: odds, solve, explain
    judge: str = ""  # (rules, seats, progress, seed) -> a `Judge`, for the coach,
    reasons: str = ""  # and (rules, view, move) -> why a move is worth that, in words

    @property
    def rules_class(self) -> type[Any]:
        found: type[Any] = load(self.rules) if isinstance(self.rules, str) else self.rules
        return found

    def part(self, name: str) -> Any:
        """What stands at the path of that name; None where the game has no such part."""
        path = getattr(self, name)
        return load(path) if path else None


def load(path: str) -> Any:
    """The attribute of a module, `package.module:name`, or the module itself where none is named."""
    module, _, attribute = path.partition(":")
    found = import_module(module)
    return getattr(found, attribute) if attribute else found
