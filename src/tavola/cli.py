"""The command `tavola`: games, rules, play, resume, join, replay, verify; odds, solve, explain, simulate;
review; serve, site, admin, db, bot; completion.

Ends with 0 when all went well (leaving a game is well), 1 for bad data such as a damaged record, 2 for a
request that can't be met, 130 after Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from types import FrameType
from typing import Annotated, Any, NoReturn

import typer

import tavola
from tavola.games import OURS
from tavola.terminal.commands.shared import BAD_DATA, INTERRUPTED
from tavola.terminal.drawings.screen import hush, prepare_streams, warn

# The modules of terminal/commands, and the commands in each: functions of these names, or groups. One that is
# asked for is imported alone: most of what it takes to start is the others.
COMMANDS = {
    "games": "games rules",
    "play": "play resume",
    "replay": "replay",
    "verify": "verify",
    "simulate": "simulate",
    "odds": "odds solve explain",
    "review": "review",
    "db": "db",
    "admin": "admin",
    "join": "join",
    "bot": "bot",
    "ladder": "ladder",
    "serve": "serve",
    "site": "site",
    "arena": "arena",
    "completion": "",  # which looks at all of them
}
WHERE = {name: module for module, names in COMMANDS.items() for name in names.split()}


def command_line(asked: str = "") -> typer.Typer:
    """The command `tavola`: with the command that is asked for, if it is one of ours, else with all."""
    found = typer.Typer(
        name="tavola",
        help="A table for tavern dice and Italian cards.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    found.callback(invoke_without_command=True)(_top)
    for module in [WHERE[asked]] if asked in WHERE else COMMANDS:
        _add(found, module, (COMMANDS[module] or module).split())
    if asked not in WHERE:
        for game in OURS.values():
            if (register := game.part("commands")) is not None:
                register(found)
    return found


def _add(to: typer.Typer, module: str, names: Sequence[str]) -> None:
    inside = import_module(f"tavola.terminal.commands.{module}")
    for name in names:
        match getattr(inside, name):
            case typer.Typer() as group:
                to.add_typer(group, name=name)
            case command:  # perhaps of a kind of its own
                to.command(name, cls=getattr(inside, "KIND", None))(command)


def _top(
    version: Annotated[bool, typer.Option("--version", help="Show the version and end.")] = False,
) -> None:
    if version:
        print(f"tavola {tavola.__version__}")
        raise typer.Exit


def __getattr__(name: str) -> Any:
    """`app`, the whole of it, for whoever looks at the commands from outside."""
    if name != "app":
        raise AttributeError(f"module 'tavola.cli' has no attribute {name!r}")
    globals()[name] = command_line()
    return globals()[name]


# ---- the front door ----


def main() -> None:
    prepare_streams()
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:  # nohup has it ignored
            signal.signal(number, _end)
    mind_ctrl_c = callable(signal.getsignal(signal.SIGINT))
    try:
        if mind_ctrl_c:
            signal.signal(signal.SIGINT, _interrupt)
        command_line(sys.argv[1] if len(sys.argv) > 1 else "")()
    except BaseException as error:
        # In the middle of an import, or where Typer ends, an interruption becomes some other error.
        failed = not isinstance(error, SystemExit) or error.code == BAD_DATA
        if failed and mind_ctrl_c and signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
            raise SystemExit(INTERRUPTED) from None
        _explain(error)
    finally:
        if mind_ctrl_c:
            signal.signal(signal.SIGINT, _leave)
        _last_flush()


def _explain(error: BaseException) -> NoReturn:
    if isinstance(error, KeyboardInterrupt):
        raise SystemExit(INTERRUPTED)
    if isinstance(error, SystemExit) or os.environ.get("TAVOLA_DEBUG"):
        raise error
    if isinstance(error, OSError):
        hush(sys.stdout)
        _fail(f"error: can't write what there is to say: {error.strerror or error}")
    _fail(f"error: something went wrong inside tavola: {type(error).__name__}: {error}")


def _interrupt(signum: int, frame: FrameType | None) -> NoReturn:
    """Once: a second Ctrl-C must not disturb what the first one ends."""
    del frame
    signal.signal(signum, signal.SIG_IGN)
    raise KeyboardInterrupt


def _leave(signum: int, frame: FrameType | None) -> NoReturn:
    """All is done but what Python itself puts away."""
    del frame
    os._exit(128 + signum)


def _end(signum: int, frame: FrameType | None) -> NoReturn:
    """A closed window or a kill lets the record be kept, as Ctrl-C does."""
    del frame
    raise SystemExit(128 + signum)


def _fail(text: str) -> NoReturn:
    warn(text)
    raise SystemExit(BAD_DATA)


def _last_flush() -> None:
    try:
        sys.stdout.flush()
    except OSError:
        hush(sys.stdout)
