"""The wall around plug-ins: games and bots of other packages, found and loaded so that none can do harm.

Whatever is wrong with one, be it how its package was installed or what it does when it is imported, becomes a
`BrokenPlugin` that names it, or a warning. The rest goes on as if it were not there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tavola.core.contract import GameInfo, Rules, Score
from tavola.core.errors import TavolaError, Trouble
from tavola.core.extras import Needs
from tavola.core.game import Game
from tavola.core.options import describe
from tavola.core.words import Phrase

if TYPE_CHECKING:  # half of the time that `import tavola` would take; most programs never look for plug-ins
    from importlib.metadata import Distribution, EntryPoint

GAMES, BOTS = "tavola.games", "tavola.bots"
LONGEST_REASON = 200
INFO: dict[str, type] = {"title": str, "summary": Phrase, "seats": tuple, "presets": Mapping, "score": Score}
CONTRACT = tuple(each for each in vars(Rules) if not each.startswith("_") and each not in ("info", "options"))
T = TypeVar("T")


# Exit codes of a program that a signal ends, mostly while some bot thinks.
KILLED = range(129, 193)


class BrokenPlugin(Trouble):
    """A game or a bot of another package that is not as it should be."""

    def __init__(self, kind: str, name: str, why: str) -> None:
        super().__init__(kind, name, why)  # all of them, so that it can be pickled
        self.kind, self.name, self.why = kind, name, why

    def __str__(self) -> str:
        return f"the {self.kind} {self.name} can't be loaded: {self.why}"


class FoundPlugins(NamedTuple):
    """The plug-ins of a group, by name, and what to say of packages that could not be looked into."""

    points: dict[str, EntryPoint]
    warnings: tuple[str, ...]


# ---- finding ----


def find(group: str) -> FoundPlugins:
    """The plug-ins there are. Of two with the same name the one that Python finds first counts."""
    return _find(group, tuple(sys.path))


@lru_cache(maxsize=16)
def _find(group: str, path: tuple[str, ...]) -> FoundPlugins:  # noqa: ARG001 - another path, other packages
    """Asked for every bot of every game, and slow: all packages are looked into."""
    from importlib import metadata

    warnings: list[str] = []
    try:
        found = list(metadata.entry_points(group=group))
    except Exception:  # one bad file is enough to hide all packages
        found = list(_one_by_one(group, warnings))
    points: dict[str, EntryPoint] = {}
    for point in found:
        points.setdefault(point.name, point)
    return FoundPlugins(points, tuple(warnings))


def _one_by_one(group: str, warnings: list[str]) -> Iterator[EntryPoint]:
    """The same without the packages that can't be read."""
    from importlib import metadata

    seen: set[str] = set()
    for package in metadata.distributions():
        name = _name_of(package)
        if name in seen:  # installed twice: Python would import the first
            continue
        seen.add(name)
        try:
            yield from list(package.entry_points.select(group=group))
        except Exception as error:
            warnings.append(f"the package {name} can't be looked into for plug-ins: {reason(error)}")


def _name_of(package: Distribution) -> str:
    """Its name; that of its folder, should the file that says it be broken too."""
    try:
        if name := package.metadata["Name"]:
            return str(name)
    except Exception:  # the folder's name will do
        pass
    folder = str(getattr(package, "_path", "")).replace("\\", "/")
    return folder.rpartition("/")[2].rpartition(".")[0] or "without a name"


# ---- loading ----


class Plugged(Game):
    """A game of another package: a part that can't be loaded names the game."""

    __slots__ = ()

    @classmethod
    def of(cls, game: Game) -> Plugged:
        return cls(**{field.name: getattr(game, field.name) for field in fields(Game)})

    def part(self, name: str) -> Any:
        return guarded("game", self.name, lambda: Game.part(self, name))


def load_game(name: str, point: EntryPoint) -> Game:
    """A game of another package: a `Game`, or the class of its rules alone. Its `info` holds together."""
    found = guarded("game", name, point.load)
    game = Plugged.of(found) if isinstance(found, Game) else Plugged(name, found)
    if game.name != name:
        raise BrokenPlugin("game", name, f"it is registered as {name}, but calls itself {game.name}")
    cls = guarded("game", name, lambda: game.rules_class)
    if why := guarded("game", name, lambda: _why_no_game(name, cls)):
        raise BrokenPlugin("game", name, why)
    return game


def _why_no_game(name: str, cls: Any) -> str:
    if not isinstance(cls, type):
        return f"it is no class of a game but {_kind(cls)}"
    info = getattr(cls, "info", None)
    if not isinstance(info, GameInfo):
        return f"{cls.__name__} is no game: it has no info that is a GameInfo"
    if info.name != name:
        return f"it is registered as {name}, but its info calls it {info.name}"
    for part, kind in INFO.items():  # a list of games is made of these
        if not isinstance(getattr(info, part), kind):
            return f"its info has {_kind(getattr(info, part))} for {part}, not a {kind.__name__}"
    if not info.seats or not all(isinstance(number, int) for number in info.seats):
        return "the seats of its info are no numbers of players"
    if any(sorted(sum(info.sides_of(number), ())) != list(range(number)) for number in info.seats):
        return "the sides of its info do not hold every seat once"
    missing = [each for each in CONTRACT if not callable(getattr(cls, each, None))]
    if missing:
        return f"{cls.__name__} lacks {', '.join(missing)}"
    describe(info.options)
    cls(info.options())  # what is wrong with its options or its making is told here
    return ""


def load_maker(name: str, point: EntryPoint) -> Callable[..., Any]:
    """What makes a bot; the bots it makes can choose."""
    maker = guarded("bot", name, point.load)
    if not callable(maker):
        raise BrokenPlugin("bot", name, f"it is nothing that makes bots but {_kind(maker)}")

    def make(*given: Any) -> Any:
        bot = guarded("bot", name, lambda: maker(*given), passing=TavolaError)
        if not callable(guarded("bot", name, lambda: getattr(bot, "choose", None))):
            raise BrokenPlugin("bot", name, f"what it makes, {_kind(bot)}, has no choose")
        return bot

    if (needs := guarded("bot", name, lambda: getattr(maker, "needs", None))) is not None:
        if not isinstance(needs, Needs):
            raise BrokenPlugin("bot", name, f"its needs are no Needs but {_kind(needs)}")
        make.needs = needs  # type: ignore[attr-defined]
    # Its character at a table: bots/characters.
    make.character = guarded("bot", name, lambda: getattr(maker, "character", None))  # type: ignore[attr-defined]
    make.tabled = guarded("bot", name, lambda: getattr(maker, "tabled", False))  # type: ignore[attr-defined]
    make.choices = guarded("bot", name, lambda: _choices(maker))  # type: ignore[attr-defined]
    return make


def _choices(maker: Any) -> dict[str, Phrase]:
    """What may be chosen for a bot, by what stands after the colon of its name."""
    return {str(choice): Phrase(*map(str, said)) for choice, said in getattr(maker, "choices", {}).items()}


def guarded(kind: str, name: str, does: Callable[[], T], passing: type[Exception] | tuple[()] = ()) -> T:
    """The result of a plug-in's code; whatever it raises, even SystemExit, becomes a BrokenPlugin that names
    it.

    Errors that are `passing` are meant for the user as they are: a bot may refuse what follows its colon.
    """
    try:
        return does()
    except passing:
        raise
    except (Exception, SystemExit) as error:
        raise BrokenPlugin(kind, name, reason(error)) from error


def reason(error: BaseException) -> str:
    """An error in one line: its kind, and what it says if it can."""
    try:
        said = " ".join(str(error).split())[:LONGEST_REASON]
    except Exception:  # even that may be broken
        said = ""
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def _kind(value: object) -> str:
    name = type(value).__name__
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
