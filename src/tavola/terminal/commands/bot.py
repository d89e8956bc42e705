"""The commands `tavola bot`: play your own bot at a server, and try it out at home."""

from __future__ import annotations

import json
import secrets
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tavola.core.errors import TavolaError
from tavola.core.game import Game as OneGame
from tavola.core.options import changed
from tavola.games import OURS, game_at
from tavola.terminal.commands.bot_ask import Coach, MoveNumber, RecordFile
from tavola.terminal.commands.bot_ask import ask as ask_and_tell
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
from tavola.terminal.drawings.screen import warn

if TYPE_CHECKING:
    from tavola.client.apart import Trial
    from tavola.client.checking import Report
    from tavola.client.client import Client
    from tavola.client.errors import BotTrouble
    from tavola.client.loading import MindMaker
    from tavola.client.playing import BotGame
    from tavola.client.running import Play
    from tavola.client.seeking import Wish
    from tavola.table.messages import Ladder

HERE = "ws://127.0.0.1:8421/ws"
EVERY_WAY = "ws://HOST:8421/ws, wss://..., tcp://HOST:8422, stdio:" + "".join(
    f" or, for {game.name}, {game.address}" for game in OURS.values() if game.address
)
LINES_OF = next(game for game in OURS.values() if game.address)  # the default game for its own line protocol
MOST_GAMES = 999_999
CHECKED_GAMES = 200
LADDER_PATIENCE = 600.0  # seconds a server may be away
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


@dataclass(frozen=True, slots=True)
class BotRunRequest:
    """The options of the command line."""

    bot: str
    url: str
    name: str | None
    token: str | None
    games: int
    as_json: bool
    debug: bool = False
    claim: bool = False
    log: bool = False

    def broke_down(self, trouble: BotTrouble) -> None:
        """The bot broke down in one of several games."""
        if self.debug and trouble.cause is not None:
            warn_traceback(trouble.cause)


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
            _run_ladder(asked, climb, None if games is None else number, _loaded(bot, game))
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
        _run(asked, wish, _loaded(bot, game))


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


def warn_traceback(error: BaseException) -> None:
    sys.stdout.flush()
    warn_trace(getattr(error, "trace", None) or "".join(traceback.format_exception(error)))


def warn_trace(trace: str) -> None:
    for line in trace.rstrip("\n").split("\n"):
        warn(line)


# ---- run ----


def _run(ask: BotRunRequest, wish: Wish, make: MindMaker) -> None:
    import asyncio

    from tavola.client.bot_log import StandardError
    from tavola.client.wires import address

    listening = StandardError() if ask.log else nullcontext()
    if (own := game_at(ask.url)) is not None:
        scheme = own.address.partition("://")[0] + "://"
        if wish.game != own.name:
            why = f"{scheme} plays {own.name} and not {wish.game}; ws:// and tcp:// play every game"
            raise TavolaError(why)
        if wish.particular or wish.table or wish.create or wish.against:
            why = f"{scheme} plays {own.name} as it is, with whoever comes: leave the table's options out"
            raise TavolaError(why)
        with listening:
            results = asyncio.run(_run_over_own_protocol(ask, own, make))
    else:
        address(ask.url, EVERY_WAY)
        with listening:
            results = asyncio.run(_run_tables(ask, wish, make))
    _sum_up(ask, results)
    _must_be_well(results)


def _sum_up(ask: BotRunRequest, results: list[BotGame]) -> None:
    if len(results) > 1 and not ask.as_json:
        _say(ask, f"won {sum(result.won for result in results)} of {len(results)} games")


def _must_be_well(results: list[BotGame]) -> None:
    if any(result.how == "broke_down" or result.dice == "wrong" for result in results):
        raise typer.Exit(BAD_DATA)


def _run_ladder(ask: BotRunRequest, wish: Ladder, games: int | None, make: MindMaker) -> None:
    import asyncio

    from tavola.client.wires import address

    if game_at(ask.url) is not None:
        raise TavolaError("the ladder is at ws://HOST:8421/ws or tcp://HOST:8422")
    address(ask.url, EVERY_WAY)
    from tavola.client.bot_log import StandardError

    results: list[BotGame] = []
    try:
        with StandardError() if ask.log else nullcontext():
            asyncio.run(_climb(ask, wish, games, make, results))
    finally:
        _sum_up(ask, results)
    _must_be_well(results)


async def _climb(
    ask: BotRunRequest, wish: Ladder, games: int | None, make: MindMaker, results: list[BotGame]
) -> None:
    from tavola.client.client import Client
    from tavola.client.climbing import Climbing

    async with Client.connect(ask.url, name=ask.name, token=ask.token, patience=LADDER_PATIENCE) as client:
        await client.claim(client.name, bot=True)
        climbing = Climbing(client, wish, ask.bot, make, warn, ask.log)
        async for result in climbing.games(games, ask.broke_down):
            results.append(result)
            _tell(ask, results)


async def _run_over_own_protocol(ask: BotRunRequest, game: OneGame, make: MindMaker) -> list[BotGame]:
    play = game.part("player")
    return await _results(ask, game.name, lambda: play(ask.url, ask.bot, make, ask.name, ask.token))


async def _run_tables(ask: BotRunRequest, wish: Wish, make: MindMaker) -> list[BotGame]:
    from tavola.client.client import Client

    async with Client.connect(ask.url, name=ask.name, token=ask.token) as client:
        if ask.claim:
            await client.claim(client.name)
        return await _results(ask, wish.game, lambda: _run_game(ask, client, wish, make))


async def _results(ask: BotRunRequest, game: str, play: Play) -> list[BotGame]:
    from tavola.client.running import play_on

    results: list[BotGame] = []
    async for result in play_on(play, game, ask.games, warn, ask.broke_down):
        results.append(result)
        _tell(ask, results)
    return results


async def _run_game(ask: BotRunRequest, client: Client, wish: Wish, make: MindMaker) -> BotGame:
    from tavola.client.bot_log import LogSender
    from tavola.client.playing import play_table
    from tavola.client.seeking import sit_down

    table = await sit_down(client, wish)
    if table.state.status == "waiting":
        warn(f"waiting at the table {table.id}; its dice are committed to: {table.receipt.commitment}")
    log = LogSender(table) if ask.log else None
    try:
        return await play_table(table, ask.bot, make, log)
    finally:
        if log is not None and log.refused:
            warn(f"the server did not take all of the log: {log.refused}")
        client.conversation.leave(table.id)


def _tell(ask: BotRunRequest, results: list[BotGame]) -> None:
    result = results[-1]
    if ask.as_json:
        _say(ask, json.dumps(result.as_dict()))
        return
    end = "won" if result.won else "lost"
    scores = f", {' : '.join(map(str, result.scores))}" if result.scores else ""
    how = f" ({result.reason or result.how})" if result.how != "played" else ""
    mean = result.mean_seconds * 1000
    pace = f"; {result.decisions} decisions, {mean:.1f} ms each" if result.decisions else ""
    dice = {"verified": "; dice verified", "fits": "; dice not verified"}.get(result.dice, "")
    _say(ask, f"game {len(results)}: {end}{scores}{how}{pace}{dice}")
    if result.dice == "wrong":
        warn(f"game {len(results)}, table {result.table}: {result.dice_why}")


def _say(ask: BotRunRequest, text: str) -> None:
    """To the error stream with stdio, where the standard output is the wire."""
    if ask.url.startswith("stdio"):
        warn(text)
    else:
        print(text, flush=True)


# ---- check ----


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


# ---- ask ----


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
