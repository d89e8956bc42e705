"""A bot by its spec: a name Tavola knows, MODULE:CLASS, bot.py:CLASS, or exec:PROGRAM."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import tavola
from tavola.bots import bot_names, bots_here, check_needs, make_bot
from tavola.client.errors import BotTrouble
from tavola.client.minds import Adapter, GameSetup, Mind, PlainMind, ViewMind, adapter_of
from tavola.client.program import PREFIX, ProgramMind, command_of
from tavola.core.errors import TavolaError, UnknownBot
from tavola.core.plugins import reason
from tavola.games import rules as rules_named

HOUSE = Path(tavola.__file__).parent
KINDS = "a class with choose(self, view), a card Player, or a function choose(moves, sight); see docs/bots.md"
MindMaker = Callable[[GameSetup], Mind]


def is_module(spec: str, game: str) -> bool:
    """Is it the user's own code, which loading would run?"""
    name, colon, rest = spec.partition(":")
    return bool(colon and name and rest) and not spec.startswith(PREFIX) and name not in bot_names(game)


def load(spec: str, game: str, rng: Random) -> MindMaker:
    """A factory of minds, one for each game; BotTrouble or UnknownBot say what is wrong."""
    name, colon, rest = spec.partition(":")
    if spec.startswith(PREFIX):
        command = command_of(spec)
        return lambda setting: ProgramMind(setting, command)
    if name in bot_names(game):
        make_bot(spec, rules_named(game), Random(0))  # refused now, and not at a table that waits for it
        return lambda setting: ViewMind(setting, make_bot(spec, setting.rules, Random(rng.getrandbits(64))))
    if not colon or not name or not rest:
        raise UnknownBot(name, game, (*bots_here(game), "or MODULE:CLASS, bot.py:CLASS, exec:PROGRAM"))
    return of_object(spec, find_object(spec, name, rest), rng)


def find_object(spec: str, name: str, attribute: str) -> Any:
    module = _imported(spec, name)
    found: Any = module
    for part in attribute.split("."):
        found = getattr(found, part, None)
        if found is None:
            there = [each for each, value in vars(module).items() if _may_be_meant(module, each, value)]
            known = f"; there are: {', '.join(there[:20])}" if there else ""
            raise BotTrouble(f"{name} has no {attribute}{known}")
    return found


def _may_be_meant(module: ModuleType, name: str, value: Any) -> bool:
    return (
        not name.startswith("_") and callable(value) and getattr(value, "__module__", "") == module.__name__
    )


def _imported(spec: str, name: str) -> ModuleType:
    file = Path(name) if name.endswith(".py") else None
    if file is not None and not file.is_file():
        raise BotTrouble(f"there is no file {name}")
    folder = str(Path.cwd() if file is None else file.resolve().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        return importlib.import_module(name) if file is None else _from_file(file)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if isinstance(error, ModuleNotFoundError) and error.name in (name, name.partition(".")[0]):
            raise BotTrouble(
                f"there is no module {name} here or installed; {spec!r} is MODULE:CLASS"
            ) from None
        raise BotTrouble(f"{name} can't be imported: {told(error)}", error) from None


def _from_file(file: Path) -> ModuleType:
    name = f"bot_{file.stem}"  # a file called random.py must not replace the module random
    plan = importlib.util.spec_from_file_location(name, file)
    if plan is None or plan.loader is None:
        raise BotTrouble(f"{file} can't be imported")
    module = importlib.util.module_from_spec(plan)
    sys.modules[name] = module
    plan.loader.exec_module(module)
    return module


def of_object(spec: str, found: Any, rng: Random) -> MindMaker:
    """A factory of minds from a class, a function or an object of the user's."""
    checked(spec, found)
    if (adapter := adapter_of(found)) is not None:
        return _adapted(spec, found, adapter)

    def make(setting: GameSetup) -> Mind:
        choose = chooser(spec, found, rng).choose
        return (
            PlainMind(setting, choose) if arguments(spec, choose) == 2 else ViewMind(setting, Chooser(choose))
        )

    return make


def checked(spec: str, found: Any) -> Any:
    """The object, if a bot can be made of it; else BotTrouble."""
    check_needs(spec, found)
    if adapter_of(found) is not None:
        return found
    is_class = isinstance(found, type)
    choose = getattr(found, "choose", None if is_class else found)
    if callable(choose):
        arguments(spec, choose, bound=not is_class)
        return found
    if is_class:
        raise BotTrouble(f"{spec} has no choose, so it can't play; a bot is {KINDS}")
    what = f"{spec} is no bot" + (f" but {kind}" if (kind := type(found).__name__) != spec else "")
    raise BotTrouble(f"{what}; a bot is {KINDS}")


class Chooser:
    """A bot made of a function. `tabled`: its choices can be put into a table; see docs/simulate.md."""

    def __init__(self, choose: Callable[..., Any], tabled: bool = False) -> None:
        self.choose, self.tabled = choose, tabled


def chooser(spec: str, found: Any, rng: Random) -> Chooser:
    """The bot of an object, or of a class, of which an object is made."""
    if isinstance(found, type):
        found = _made(spec, found, rng)
    return Chooser(getattr(found, "choose", found), bool(getattr(found, "tabled", False)))


def _adapted(spec: str, cls: type[Any], adapter: Adapter) -> MindMaker:
    def make(setting: GameSetup) -> Mind:
        adapter.check(spec, setting.rules)
        return adapter.mind(setting, guarded(spec, cls))

    return make


def _made(spec: str, cls: type[Any], rng: Random) -> Any:
    """Made with (rng, ""), as registered bots are, or with (rng), or with nothing, as its class takes."""
    luck = Random(rng.getrandbits(64))
    for given in ((luck, ""), (luck,), ()):
        try:
            inspect.signature(cls).bind(*given)
        except TypeError:
            continue
        except ValueError:  # a class without a signature
            pass
        return guarded(spec, lambda given=given: cls(*given))  # type: ignore[misc]
    raise BotTrouble(f"{spec} can't be made: its __init__ should take nothing, or (rng, argument)")


def arguments(spec: str, choose: Callable[..., Any], bound: bool = True) -> int:
    """How many arguments it takes: 1, a view; or 2, moves and a sight."""
    try:
        signature = inspect.signature(choose)
    except (TypeError, ValueError):
        return 1
    for number in (2, 1):
        try:
            signature.bind(*[None] * (number + (not bound)))
            return number
        except TypeError:
            continue
    raise BotTrouble(f"{spec} takes {signature}; a bot's choose takes (view), or (moves, sight)")


# ---- a bot's own errors ----


def guarded(spec: str, does: Callable[[], Any]) -> Any:
    """Run a bot's code; its errors become BotTrouble with file and line."""
    try:
        return does()
    except (TavolaError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise BotTrouble(f"{spec} broke down: {told(error)}", error) from None


def told(error: BaseException) -> str:
    """An error of a user's bot in one line: where in the user's code, and what."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}, line {error.lineno}: {error.msg}"
    frames = [f for f in traceback.extract_tb(error.__traceback__) if _is_theirs(f.filename)]
    place = f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}: " if frames else ""
    return place + reason(error)


def _is_theirs(file: str) -> bool:
    """Is it the user's file, neither ours nor installed?"""
    path = Path(file)
    inside = path.is_relative_to(HOUSE) or "site-packages" in path.parts
    return not (inside or file.startswith("<") or path.is_relative_to(Path(inspect.__file__).parent))
