"""The commands `tavola bot`: play your own bot at a server, and try it out at home."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tavola.core.errors import TavolaError
from tavola.core.options import changed
from tavola.games import OURS
from tavola.terminal.commands.bot_ask import Coach, MoveNumber, RecordFile
from tavola.terminal.commands.bot_ask import ask as ask_and_tell
from tavola.terminal.commands.bot_run import (
    BotRunRequest,
    run_games,
    run_on_ladder,
    warn_trace,
    warn_traceback,
)
from tavola.terminal.commands.shared import (
    BAD_DATA,
    Json,
    Preset,
    Seed,
    Settings,
    check_token,
    chosen_rules,
    group_of,
    seed_of,
    telling,
    whole,
)

if TYPE_CHECKING:
    from tavola.client.apart import Trial
    from tavola.client.checking import Report
    from tavola.client.loading import MindMaker

HERE = "ws://127.0.0.1:8421/ws"
LINES_OF = next(game for game in OURS.values() if game.address)  # the default game for its own line protocol
MOST_GAMES = 999_999
CHECKED_GAMES = 200
SLOW = 1.0  # seconds: the decisions of a battle there may not take longer

Spec = Annotated[
    str,
    typer.Argument(
        metavar="BOT",
        help="MODULE:CLASS or bot.py:CLASS, a function the same way; exec:PROGRAM in any language; "
        "or a bot Tavola has, such as house.",
    ),
]
Game = Annotated[str, typer.Option("--game", metavar="GAME", help="Its name; tavola games lists them.")]
Seats = Annotated[int | None, typer.Option(metavar="N", min=1, max=64, help="How many play.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of the bot's own errors.")]


def run(
    bot: Spec,
    game: Game = LINES_OF.name,
    url: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="The server: ws://HOST:8421/ws, tcp://HOST:8422 (JSON lines), stdio: (the same over the "
            f"standard streams), {LINES_OF.address} (the line protocol of {LINES_OF.name}).",
        ),
    ] = HERE,
    table: Annotated[str | None, typer.Option(metavar="ID", help="Sit down at this table.")] = None,
    create: Annotated[bool, typer.Option("--create", help="Open a table and wait for others.")] = False,
    any_: Annotated[
        bool, typer.Option("--any", help="Where somebody waits, else a new table (default).")
    ] = False,
    against: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Open a table, with these bots of the server for the other seats."),
    ] = None,
    ladder: Annotated[
        bool,
        typer.Option(
            "--ladder",
            help="Wait on the ladder for other bots, under --name and --token; without --games until Ctrl-C.",
        ),
    ] = False,
    at_once: Annotated[
        int, typer.Option(metavar="N", min=1, max=16, help="On the ladder: so many games at the same time.")
    ] = 1,
    clock: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.1, max=60, help="On the ladder: for each decision."),
    ] = 10.0,
    unrated: Annotated[
        bool, typer.Option("--unrated", help="On the ladder: games that do not count.")
    ] = False,
    opponents: Annotated[
        str | None,
        typer.Option(metavar="LOW:HIGH", help="On the ladder: only opponents with such a rating."),
    ] = None,
    no_challenges: Annotated[
        bool, typer.Option("--no-challenges", help="On the ladder: nobody may ask the bot for a game.")
    ] = False,
    games: Annotated[str | None, typer.Option(metavar="N", help="How many games.  [default: 1]")] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="The name the bot plays under.")] = None,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="SECRET",
            envvar="TAVOLA_TOKEN",
            show_envvar=True,
            help="Whose it is: 8 characters or more. Without it a new guest each time.",
        ),
    ] = None,
    claim: Annotated[
        bool, typer.Option("--claim", help="Make the name the bot's own, as a game that counts asks for.")
    ] = False,
    log: Annotated[
        bool,
        typer.Option(
            "--log",
            help="Send what the bot writes to stderr, and how long it thought, to the server: it is shown "
            "beside the game, to this token only.",
        ),
    ] = False,
    options: Settings = None,
    preset: Preset = None,
    seats: Seats = None,
    as_json: Json = False,
    debug: Debug = False,
) -> None:
    """Play a bot at a server, over a WebSocket, a TCP line, a pipe, or a game's own line protocol.

    A lost connection is mended and the game goes on. If the bot breaks down, its game is given up; of several
    games the next one is played.
    """
    with telling(), _told_kindly(debug):
        from tavola.client.seeking import Wish
        from tavola.table.messages import Clock, Ladder

        _one_of(table, create, any_, against, ladder)
        rules = chosen_rules(game, preset, options)
        if seats is not None:
            rules.info.check_seats(seats)
        number = whole("--games", games or "1", 1, MOST_GAMES)
        if ladder:
            low, high = _range(opponents)
            climb = Ladder(
                game=game,
                options=dict(changed(rules.options)),
                seats=seats,
                clock=Clock(decision=clock),
                rated=not unrated,
                low=low,
                high=high,
                games=at_once,
                challenges=not no_challenges,
            )
            if name is None or token is None:
                raise TavolaError(
                    "--ladder plays under a name that is the bot's alone: "
                    "say --name, and --token to come back with"
                )
            if log and at_once > 1:
                raise TavolaError("--log is for one game at a time: what a bot writes in several is one text")
            asked = BotRunRequest(bot, url, name, check_token(token), number, as_json, debug, True, log)
            run_on_ladder(asked, climb, None if games is None else number, _loaded(bot, game))
            return
        if table is not None and number > 1:
            raise TavolaError("--table is one game; with --games leave it out, or say --create or --any")
        foes = () if against is None else tuple(foe.strip() for foe in against.split(","))
        players = _opponents(foes, rules.info.seats, seats)
        wish = Wish(game, changed(rules.options), None, players or seats, table, create, foes)
        if claim and (name is None or token is None):
            raise TavolaError(
                "--claim makes a name yours for good: say --name, and --token to come back with"
            )
        if log and token is None:
            raise TavolaError("--log is kept for whoever has the token: say --token")
        asked = BotRunRequest(bot, url, name, check_token(token), number, as_json, debug, claim, log)
        run_games(asked, wish, _loaded(bot, game))


def _one_of(*ways: Any) -> None:
    if sum(bool(way) for way in ways) > 1:
        raise TavolaError("choose one of --table, --create, --any, --against and --ladder")


def _range(text: str | None) -> tuple[float | None, float | None]:
    """`5:20`, `5:` or `:20`."""
    if text is None:
        return None, None
    try:
        low, high = (None if not part.strip() else float(part) for part in text.split(":"))
    except ValueError:
        raise TavolaError(f"--opponents takes LOW:HIGH, such as 5:20, 5: or :20, not {text[:40]!r}") from None
    return low, high


def _opponents(foes: tuple[str, ...], allowed: tuple[int, ...], seats: int | None) -> int | None:
    """The number of opponents: the bot and those named must make a full table."""
    if not foes:
        return None
    number = len(foes) + 1
    if number not in allowed or seats not in (None, number):
        raise TavolaError(
            f"--against names {len(foes)}, so {number} would play; the game takes {seats or allowed}"
        )
    return number


def _loaded(bot: str, game: str) -> MindMaker:
    from tavola.client.loading import load

    return load(bot, game, Random(secrets.randbits(64)))


def _known(bot: str, game: str) -> None:
    """Refuse an unknown bot at once. A user's own code is not run for that."""
    from tavola.client.loading import is_module

    if not is_module(bot, game):
        _loaded(bot, game)


@contextmanager
def _told_kindly(debug: bool) -> Iterator[None]:
    """An error in a user's bot is reported in a sentence; --debug shows the traceback."""
    from tavola.client.errors import BotTrouble

    try:
        yield
    except BotTrouble as trouble:
        if trouble.cause is not None:
            if debug:
                warn_traceback(trouble.cause)
            else:
                raise BotTrouble(f"{trouble} (--debug shows the whole traceback)") from None
        raise


def check(
    bot: Spec,
    game: Game = LINES_OF.name,
    games: Annotated[str, typer.Option(metavar="N", help="How many games.")] = str(CHECKED_GAMES),
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", min=1, max=86_400, help="Stop after so long.")
    ] = 60.0,
    seed: Seed = None,
    options: Settings = None,
    preset: Preset = None,
    seats: Seats = None,
    as_json: Json = False,
    debug: Debug = False,
) -> None:
    """Try a bot out at home: games against random players, its mistakes, its time per move.

    It sees and hears exactly what a server would tell it, in a process that is ended when its time is up.
    Ends with 0 if nothing was wrong, 1 otherwise.
    """
    with telling(), _told_kindly(debug):
        from tavola.client.apart import Trial, check_apart
        from tavola.table.opening import fewest

        rules = chosen_rules(game, preset, options)
        players = seats if seats is not None else fewest(rules.info.seats)
        rules.info.check_seats(players)
        number = seed_of(seed)
        _known(bot, game)
        trial = Trial(
            bot,
            game,
            changed(rules.options),
            players,
            whole("--games", games, 1, MOST_GAMES),
            number,
            seconds,
        )
        report = check_apart(trial)
        if as_json:
            print(json.dumps({"bot": bot, "game": game, "seed": number, **report.as_dict()}, indent=1))
        else:
            _tell_report(trial, report, debug)
    if not report.fine:
        raise typer.Exit(BAD_DATA)


def _tell_report(trial: Trial, report: Report, debug: bool) -> None:
    times = report.times
    games = "1 game" if report.games == 1 else f"{report.games} games"
    print(f"{trial.bot} at {trial.game}: {games} of {trial.seats} players, the others random")
    if report.finished < trial.games and report.fine:
        print(f"its {trial.seconds:g} seconds were up before there were {trial.games}")
    share = f" ({100 * report.won / report.finished:.0f} %)" if report.finished else ""
    print(f"won {report.won} of {report.finished} that were finished{share}")
    milliseconds = [1000 * value for value in (times.mean, times.under(0.99), times.longest)]
    mean, most, longest = (f"{value:.2f} ms" for value in milliseconds)
    if times.each:
        print(f"{len(times.each)} decisions: {mean} each, 99 % within {most}, the longest {longest}")
    if times.longest > SLOW:
        print(f"slow: over the line protocol of {LINES_OF.name} a decision may take {SLOW:.0f} second")
    if report.fine:
        print("nothing wrong was found")
        return
    print(
        f"mistakes: moves that are not allowed {report.illegal}, games in which it broke down "
        f"{report.broke_down}, that did not end {report.unfinished}, in which it had to be ended "
        f"{report.unanswered}"
    )
    for mistake in report.mistakes:
        print(f"- {mistake}")
    if debug:
        for trace in report.traces:
            warn_trace(trace)
    elif report.traces:
        print("--debug shows the whole tracebacks")


def ask(
    bot: Spec,
    record: RecordFile,
    move: MoveNumber,
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", min=1, max=86_400, help="Give it up after so long.")
    ] = 60.0,
    seed: Seed = None,
    coach: Coach = True,
    as_json: Json = False,
    debug: Debug = False,
) -> None:
    """Ask a bot again at a move of a game: what was done then, what it says now, what the coach thinks.

    It is told the game up to there, and asked at each of its decisions on the way, for it may remember. What
    it prints goes to the error stream. Ends with 0 if it has a legal move, 1 otherwise.
    """
    with telling(), _told_kindly(debug):
        answer = ask_and_tell(bot, record, move, seconds, seed, coach, as_json)
        if answer.trace and debug:
            warn_trace(answer.trace)
        elif answer.trace and not as_json:
            print("--debug shows the whole traceback")
    if not answer.move:
        raise typer.Exit(BAD_DATA)


bot = group_of("Bots of your own: try them out, and play them at a server.", run=run, check=check, ask=ask)
