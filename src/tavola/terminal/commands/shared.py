"""What every command shares: reading its options, and ending with success or one line of error."""

from __future__ import annotations

import inspect
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

import tavola
from tavola.core.bounded import read_number, read_whole
from tavola.core.contract import Rules
from tavola.core.errors import TavolaError, Trouble
from tavola.core.extras import told
from tavola.core.options import make, told_options
from tavola.core.words import LANGS, Lang, Phrase, colon
from tavola.library.asking import LARGEST_SEED, WHOLE
from tavola.library.asking import language as language
from tavola.library.results import Result
from tavola.terminal import words
from tavola.terminal.drawings.screen import Screen, hush, print_tables, warn

BAD_DATA, BAD_REQUEST, INTERRUPTED, NOBODY_READS = 1, 2, 130, 141
DELAY = 0.7  # seconds a person needs to follow a bot's throw
LONGEST_DELAY = 60
ERROR = Phrase("error", "erreur", "errore")

# ---- options of several commands ----

Game = Annotated[str, typer.Argument(metavar="GAME", help="Its name; tavola games lists them.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="An option of the game; may be given again."),
]
Preset = Annotated[str | None, typer.Option("--preset", metavar="NAME", help="A named set of options.")]
Seed = Annotated[
    str | None, typer.Option("--seed", metavar="N", help="The same seed gives the same dice and bots.")
]
Language = Annotated[
    str, typer.Option("--lang", metavar="en|fr|it", envvar="TAVOLA_LANG", help="The language.")
]
Json = Annotated[bool, typer.Option("--json", help="For programs: JSON on the standard output.")]
Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Write a figure too: .svg or .png.")
]
Plain = Annotated[
    bool | None,
    typer.Option(
        "--plain/--no-plain",
        help="No boxes, colours or columns: one fact a line, for screen readers and pipes. "
        "By default plain wherever the output is not a terminal.",
    ),
]
Delay = Annotated[
    str | None,
    typer.Option(
        "--delay", metavar="SECONDS", help=f"Pause after what a bot does. Default: {DELAY} at a terminal."
    ),
]
Workers = Annotated[str, typer.Option("--workers", metavar="N", help="How many processes play.")]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786."),
]


def group_of(help: str, **commands: Callable[..., None]) -> typer.Typer:
    """A command of several commands, by their names."""
    group = typer.Typer(help=help, no_args_is_help=True, rich_markup_mode=None)
    for name, command in commands.items():
        group.command(name)(command)
    return group


def parameters_of(command: Callable[..., Any]) -> list[inspect.Parameter]:
    return list(inspect.signature(command, eval_str=True).parameters.values())


def taking(command: Callable[..., None], parameters: Iterable[inspect.Parameter]) -> Callable[..., None]:
    """The command as a function of these parameters, which Typer makes its options of."""

    def called(**given: Any) -> None:
        command(**given)

    named = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in parameters]
    called.__doc__ = command.__doc__
    called.__signature__ = inspect.Signature(named)  # type: ignore[attr-defined]
    called.__annotations__ = {each.name: each.annotation for each in named}
    return called


# ---- what every command does ----


@contextmanager
def telling(lang: str = "en") -> Iterator[None]:
    """Reports an error as one line in the language and an exit code, never as a traceback."""
    spoken: Lang = next((known for known in LANGS if known == lang.strip().lower()), "en")
    try:
        yield
        sys.stdout.flush()
    except TavolaError as error:
        why = (
            str(error) if spoken == "en" else error.said.in_(spoken)
        )  # the legal moves are in the English one
        warn(colon(ERROR.in_(spoken), why, spoken))
        raise typer.Exit(BAD_DATA if isinstance(error, Trouble) else BAD_REQUEST) from None
    except ModuleNotFoundError as gone:
        if (missing := told(gone)) is None:
            raise
        warn(colon(ERROR.in_(spoken), missing.said.in_(spoken), spoken))
        raise typer.Exit(BAD_REQUEST) from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        hush(sys.stdout)
        raise typer.Exit(NOBODY_READS) from None


def whole(option: str, text: str, low: int, high: int, *, short: bool = False) -> int:
    """A whole number; where many are usual, a `short` one too: 1e6."""
    if (value := read_whole(text, low, high, short=short)) is None:
        raise TavolaError(WHOLE.fill(option=option, low=low, high=high, given=repr(text[:40])))
    return value


def seed_of(text: str | None) -> int:
    """The seed that was typed, or a new one."""
    return secrets.randbelow(LARGEST_SEED) if text is None else whole("--seed", text, 0, LARGEST_SEED - 1)


def seconds(text: str | None) -> float:
    """The pause after a bot's throw; none for a pipe."""
    if text is None:
        return DELAY if sys.stdin.isatty() and sys.stdout.isatty() else 0.0
    if (value := read_number(text, 0, LONGEST_DELAY)) is None:
        told = words.SECONDS.fill(option="--delay", low=0, high=LONGEST_DELAY, given=repr(text[:40]))
        raise TavolaError(told)
    return value


def check_token(token: str | None) -> str | None:
    if token is not None and not 8 <= len(token) <= 128:
        raise TavolaError("--token takes a secret of 8 to 128 characters")
    return token


def plot_to(path: Path | None) -> None:
    """Refuse early what could not be written after a long computation."""
    if path is not None:
        from tavola.analysis import plots

        plots.check(path)


def show(found: Result, as_json: bool, plain: bool | None, plot: Path | None = None) -> None:
    """Writes the figure to a file, and prints the rest as JSON or as tables."""
    if plot is not None:
        found.plot(plot)
    if as_json:
        print(found.to_json())
        return
    screen = Screen(plain)
    print_tables(screen, found.tables)
    screen.show(found.remarks)


def chosen_rules(game: str, preset: str | None, settings: list[str] | None) -> Rules[Any, Any]:
    """The rules of a game with its preset and options."""
    from tavola.terminal.drawings import catalogue

    info = catalogue.info_of(game)
    given: dict[str, str] = {}
    for setting in settings or ():
        name, equals, value = setting.partition("=")
        if not equals or not name.strip():
            there = told_options(info.options)
            raise TavolaError(words.NAME_VALUE.fill(given=repr(setting[:40]), game=game, there=there))
        given[name.strip()] = value.strip()
    make(info.options, given, game)  # a wrong one is refused here, even if it is called "preset"
    return tavola.rules(game, preset, **given)
