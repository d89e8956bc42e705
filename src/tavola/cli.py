"""The command `tavola`: games, rules, play, resume, join, replay, verify; odds, solve, explain, simulate;
review; serve, bot.

Ends with 0 when all went well (leaving a game is well), 1 for bad data such as a damaged record, 2 for a
request that can't be met, 130 after Ctrl-C.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Annotated, NoReturn

import typer

import tavola
from tavola.core.errors import TavolaError
from tavola.core.extras import ODDS
from tavola.core.record import Record
from tavola.games import OURS
from tavola.terminal.commands import arena as tournaments
from tavola.terminal.commands import bot as bots
from tavola.terminal.commands import db as database
from tavola.terminal.commands import join as joining
from tavola.terminal.commands import odds as knowledge
from tavola.terminal.commands import review as coaching
from tavola.terminal.commands import serve as serving
from tavola.terminal.commands import simulate as simulation
from tavola.terminal.commands.shared import (
    BAD_DATA,
    INTERRUPTED,
    LARGEST_SEED,
    chosen_rules,
    language,
    telling,
    whole,
)
from tavola.terminal.drawings.screen import Screen, hush, prepare_streams, warn
from tavola.terminal.refusals import SECONDS

DELAY = 0.7  # seconds a person needs to follow a bot's throw

app = typer.Typer(
    name="tavola",
    help="A table for tavern dice and Italian cards.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Language = Annotated[
    str, typer.Option("--lang", metavar="en|fr|it", envvar="TAVOLA_LANG", help="The language.")
]
Json = Annotated[bool, typer.Option("--json", help="For programs: JSON on the standard output.")]
Plain = Annotated[
    bool | None,
    typer.Option(
        "--plain/--no-plain",
        help="No boxes, colours or columns: one fact a line, for screen readers and pipes. "
        "By default plain wherever the output is not a terminal.",
    ),
]
Game = Annotated[str, typer.Argument(metavar="GAME", help="Its name; tavola games lists them.")]


@app.callback(invoke_without_command=True)
def _top(
    version: Annotated[bool, typer.Option("--version", help="Show the version and end.")] = False,
) -> None:
    if version:
        print(f"tavola {tavola.__version__}")
        raise typer.Exit


@app.command()
def games(lang: Language = "en", as_json: Json = False, plain: Plain = None) -> None:
    """List the games."""
    with telling(lang):
        from tavola.terminal.commands import catalogue

        if as_json:
            print(json.dumps(catalogue.games_json(language(lang)), indent=1))
        else:
            catalogue.show_games(Screen(plain), language(lang))


@app.command()
def rules(game: Game, lang: Language = "en", as_json: Json = False, plain: Plain = None) -> None:
    """Explain a game: its rules, its options, its presets."""
    with telling(lang):
        from tavola.terminal.commands import catalogue

        said, info = language(lang), catalogue.info_of(game)
        if as_json:
            notation = catalogue.notation_text(info, said)
            texts = {"text": catalogue.rules_text(info, said), "notation": notation}
            page = {**catalogue.info_json(info, said), **texts}
            print(json.dumps(page, indent=1))
        else:
            catalogue.show_rules(Screen(plain), info, said)


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="Its name; tavola games lists them. Without it, at a terminal: a list.",
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...",
            help="Who sits at the table, in order: you, you:NAME, or bots such as house, random, match:mega. "
            "Without you the bots play and you watch. Default: you, and the house players the game needs.",
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="The same seed gives the same dice and bots.")
    ] = None,
    lang: Language = "en",
    options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="An option of the game; may be given again."),
    ] = None,
    preset: Annotated[str | None, typer.Option(metavar="NAME", help="A named set of options.")] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the record here, up to date before every prompt; JSON if it ends in .json.",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file of --record.")] = False,
    plain: Plain = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="For programs: one JSON object a line for each move, the record at the end. With you at "
            "the table, a line of type turn asks for a move, read as a line: its notation, quit or resign.",
        ),
    ] = False,
    delay: Annotated[
        str | None,
        typer.Option(metavar="SECONDS", help=f"Pause after what a bot does. Default: {DELAY} at a terminal."),
    ] = None,
    hint: Annotated[
        bool,
        typer.Option(
            "--hint",
            help="Before each of your decisions: the best move and what the others cost.",
        ),
    ] = False,
) -> None:
    """Play a game, against bots or people at the same screen.

    At a terminal this is a table with dice and cards to click. --plain plays line by line in words,
    --no-plain line by line with drawings; help says what may be typed there. quit, or the end of the
    input, leaves the game unfinished and is no error; Ctrl-C ends with 130. The record given by --record
    is kept in every case; tavola resume goes on with a game that was left.
    """
    with telling(lang):
        from tavola.terminal.commands.play import Request, app_is_here, needs_game, opens_app, play_game

        number = secrets.randbelow(LARGEST_SEED) if seed is None else whole("--seed", seed, LARGEST_SEED)
        if hint:
            ODDS.check("--hint")
        if opens_app(plain, as_json) and app_is_here(language(lang)):
            from tavola.terminal.app.advice import Advice
            from tavola.terminal.app.home import Visit, play_at_home
            from tavola.terminal.app.table import Settings

            chosen = game is not None and (players is not None or preset is not None or bool(options))
            rules_ = chosen_rules(game, preset, options or []) if game is not None and chosen else None
            visit = Visit(game, rules_, players, None if seed is None else number, record, force)
            code = play_at_home(visit, Settings(language(lang), seconds(delay), Advice(), hint))
            raise typer.Exit(code)
        rules_ = chosen_rules(needs_game(game), preset, options or [])
        play_game(
            Request(
                rules=rules_,
                players=players,
                seed=number,
                lang=language(lang),
                record=record,
                force=force,
                plain=plain,
                as_json=as_json,
                delay=seconds(delay),
                hint=hint,
            )
        )


@app.command()
def resume(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="The record of an unfinished game; without it, the one that was left last."
        ),
    ] = None,
    lists: Annotated[
        bool, typer.Option("--list", help="List the unfinished games, the last one first.")
    ] = False,
    lang: Language = "en",
    plain: Plain = None,
    as_json: Json = False,
    delay: Annotated[
        str | None,
        typer.Option(metavar="SECONDS", help=f"Pause after what a bot does. Default: {DELAY} at a terminal."),
    ] = None,
    hint: Annotated[bool, typer.Option("--hint", help="As for tavola play.")] = False,
) -> None:
    """Go on with a game that was left: the same players and rules, from the move where it stopped.

    A game with you at the table is kept in your data folder while it is played, whatever ends it: Ctrl-C,
    a closed window, a power cut. What has fallen has fallen; what comes is drawn anew.
    """
    with telling(lang):
        from tavola.terminal.commands.play import Request, app_is_here, opens_app, play_game
        from tavola.terminal.commands.resume import begun, last_unfinished, show_unfinished

        if hint:
            ODDS.check("--hint")
        if lists:
            show_unfinished(None if as_json else Screen(plain), language(lang))
            return
        game = begun(last_unfinished() if file is None else file, language(lang))
        if opens_app(plain, as_json) and app_is_here(language(lang)):
            from tavola.terminal.app.advice import Advice
            from tavola.terminal.app.home import Visit, play_at_home
            from tavola.terminal.app.table import Settings

            visit = Visit(None, None, None, None, None, False, game)
            code = play_at_home(visit, Settings(language(lang), seconds(delay), Advice(), hint))
            raise typer.Exit(code)
        play_game(
            Request(
                rules=game.match.rules,
                players=None,
                seed=secrets.randbelow(LARGEST_SEED),
                lang=language(lang),
                record=None,
                force=False,
                plain=plain,
                as_json=as_json,
                delay=seconds(delay),
                hint=hint,
                begun=game,
            )
        )


@app.command()
def replay(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A record, as text or JSON, or a match saved as YAML by the original card client; "
            "- is the input.",
        ),
    ],
    lang: Language = "en",
    step: Annotated[
        bool,
        typer.Option(
            "--step",
            help="Wait for Enter after each move, at a terminal; of a saved match, show the plays and "
            "wait after each hand.",
        ),
    ] = False,
    plain: Plain = None,
    as_json: Json = False,
) -> None:
    """Play a record again, move by move; or a saved match, hand by hand, saying where it breaks the rules."""
    with telling(lang):
        from tavola.terminal.commands import reading
        from tavola.terminal.commands import replay as replaying

        said, game = language(lang), reading.read_game(file)
        if not isinstance(game, Record):
            game.replay(None if as_json else Screen(plain), said, step)
        elif as_json:
            replaying.print_replay_json(game, said)
        else:
            replaying.show_replay(game, Screen(plain), said, step)


@app.command()
def verify(
    records: Annotated[
        list[str],
        typer.Argument(
            metavar="RECORD",
            help="Records as text or JSON, or files with one JSON record a line; - is the input.",
        ),
    ],
    commitment: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="The commitment you were shown before play: is it the record's?"),
    ] = None,
    lang: Language = "en",
    plain: Plain = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="For programs: one JSON object a line for each record.")
    ] = False,
) -> None:
    """Check that the dice and deals of finished games come from the seed that was committed to.

    Nothing is asked of any server. Ends with 0 if all records are verified, 1 otherwise.
    """
    with telling(lang):
        from tavola.terminal.commands import verify as verifying

        screen = None if as_json else Screen(plain)
        all_well = verifying.verify(records, screen, language(lang), commitment)
    if not all_well:
        raise typer.Exit(BAD_DATA)


simulation.register(app)
knowledge.register(app)
coaching.register(app)
database.register(app)
joining.register(app)
bots.register(app)
serving.register(app)
tournaments.register(app)
for each in OURS.values():
    if (register := each.part("commands")) is not None:
        register(app)

# ---- what was asked for, checked ----


def seconds(text: str | None) -> float:
    """How long to rest after a bot's throw. Nobody watches a pipe."""
    if text is None:
        return DELAY if sys.stdin.isatty() and sys.stdout.isatty() else 0.0
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 60:
        raise TavolaError(SECONDS.fill(option="--delay", low=0, high=60, given=repr(text[:40])))
    return value


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
