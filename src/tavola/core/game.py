"""A game as one object: all that belongs to it, each part found when it is first asked for.

A game's folder holds `GAME = Game(...)` in its `__init__.py`. The parts are paths, `module:attribute`, so
naming a game loads nothing, and a layer above finds its own part without knowing a single game. What a game
does not have is an empty path; the caller then says so in words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple

# The rooms of a game's folder that stand on its rules, each named after the layer it belongs to.
ROOMS = ("fast", "analysis", "bots", "coach", "client", "tcp", "terminal", "rl")


class Ask(NamedTuple):
    """Something that the odds of a game may be asked besides its options: `--policy house`."""

    name: str
    help: str
    number: bool = False  # from 0 on, and 0 where nothing is said; else a text


class Lanes(NamedTuple):
    """Which luck belongs together in duplicate games, by the state before a throw or a deal.

    `lane` gives its number: in dice games the seat, in card games the hand. `begins` says whether the state
    begins a new go of the same lane at once.
    """

    lane: Callable[[Any], int]
    begins: Callable[[Any], bool] = lambda _: False


ONE_LANE = Lanes(lambda _: 0)


class LaneThrows:
    """Counts the throws and deals of a game by lane: which lane, which go of it, which throw of that go."""

    __slots__ = ("_goes", "_lane", "_lanes", "_throw")

    def __init__(self, lanes: Lanes | None) -> None:
        self._lanes = lanes or ONE_LANE
        self._lane = -1
        self._goes: dict[int, int] = {}
        self._throw = 0

    def next(self, state: Any) -> tuple[int, int, int]:
        """The numbers of the chance in this state. To be called once for each."""
        lane = self._lanes.lane(state)
        if lane != self._lane or self._lanes.begins(state):
            self._lane, self._throw = lane, 0
            self._goes[lane] = self._goes.get(lane, 0) + 1
        self._throw += 1
        return lane, self._goes[lane], self._throw


@dataclass(frozen=True, slots=True)
class Game:
    """All parts of a game. `rules` is its class, or the path of it; the rest may be missing."""

    name: str
    rules: str | type[Any]
    bots: Mapping[str, str] = field(default_factory=dict)  # paths of the makers, in the order of offering
    lanes: str = ""  # a `Lanes`
    drawing: str = ""  # a terminal `Renderer`,
    board: str = ""  # with mouse and keys: a `DiceBoard`, a `CardBoard` or one of the game's own,
    picking: str = ""  # and how dice or cards are picked there: a `DicePicking`, a `CardPicking`
    reader: str = ""  # reads files of another program: (name, data) -> a `Foreign`, or None if it is none
    kernel: str = ""  # a `Kernel`, for batches of games
    environment: str = ""  # an `Environment`, for training;
    environment_name: str = ""  # its name for Gymnasium,
    environment_version: int = 1  # raised when the same decisions no longer give the same observations
    search: str = ""  # a `Guide`: with it, `master` plays the game
    past: str = ""  # of a game with secrets: how its past is dealt anew, for information-set search,
    learner: str = ""  # and (quick) -> lines: a small learner of its own, and how strong it becomes
    odds: str = ""  # a module: odds, solve, explain, tables, perhaps figure and choices;
    asks: tuple[Ask, ...] = ()  # what its odds may be asked,
    position: str = ""  # and a position to explain, as an example
    bank: str = ""  # (rules) -> from how many points on a turn is banked
    counts: str = ""  # (options) -> what dice count, for a page that shows it before it is played
    judge: str = ""  # (rules, seats, progress, seed) -> a `Judge`, for the coach,
    reasons: str = ""  # and (rules, view, move) -> why a move is worth that, in words
    service: str = ""  # a `GameService`: what a server opens for it beside its tables,
    address: str = ""  # how an address there is written, as "5000://HOST:8999",
    player: str = ""  # and (url, bot, make, name, token) -> `BotGame`: a bot plays there,
    retold: str = ""  # (record, rules, state, seat) -> the `Sight` a bot had there, None if elsewhere
    commands: str = ""  # register(app): its own commands of `tavola`

    @property
    def rules_class(self) -> type[Any]:
        """The class of its rules, loaded when first asked for."""
        found: type[Any] = load(self.rules) if isinstance(self.rules, str) else self.rules
        return found

    def part(self, name: str) -> Any:
        """What is at the path of that name; None where the game has no such part."""
        path = getattr(self, name)
        return load(path) if path else None


def load(path: str) -> Any:
    """The attribute of a module, `package.module:name`, or the module itself where none is named."""
    module, _, attribute = path.partition(":")
    found = import_module(module)
    return getattr(found, attribute) if attribute else found
