"""The command `tavola`: games, rules, play, resume, join, replay, verify; odds, solve, explain, simulate;
review; serve, admin, db, bot; completion.

Ends with 0 when all went well (leaving a game is well), 1 for bad data such as a damaged record, 2 for a
request that can't be met, 130 after Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import Annotated, NoReturn

import typer

import tavola
from tavola.games import OURS
from tavola.terminal.commands import (
    admin,
    arena,
    bot,
    completion,
    db,
    games,
    join,
    odds,
    play,
    replay,
    review,
    serve,
    simulate,
    verify,
)
from tavola.terminal.commands.shared import BAD_DATA, INTERRUPTED
from tavola.terminal.drawings.screen import hush, prepare_streams, warn

COMMANDS = (
    games,
    play,
    replay,
    verify,
    simulate,
    odds,
    review,
    db,
    admin,
    join,
    bot,
    serve,
    arena,
    completion,
)

app = typer.Typer(
    name="tavola",
    help="A table for tavern dice and Italian cards.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _top(
    version: Annotated[bool, typer.Option("--version", help="Show the version and end.")] = False,
) -> None:
    if version:
        print(f"tavola {tavola.__version__}")
        raise typer.Exit


for _command in COMMANDS:
    _command.register(app)
for _game in OURS.values():
    if (_register := _game.part("commands")) is not None:
        _register(app)


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
        app()
    except SystemExit:
        raise
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    except OSError as error:
        hush(sys.stdout)
        _fail(f"error: can't write what there is to say: {error.strerror or error}")
    except Exception as error:
        if os.environ.get("TAVOLA_DEBUG"):
            raise
        _fail(f"error: something went wrong inside tavola: {type(error).__name__}: {error}")
    finally:
        if mind_ctrl_c:
            signal.signal(signal.SIGINT, _leave)
        _last_flush()


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
