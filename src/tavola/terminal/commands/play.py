"""The commands `tavola play` and `tavola resume`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tavola.core.extras import ODDS
from tavola.terminal.commands.shared import (
    Delay,
    Json,
    Language,
    Plain,
    Preset,
    Seed,
    Settings,
    chosen_rules,
    language,
    seconds,
    seed_of,
    telling,
)
from tavola.terminal.drawings.screen import Screen


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
    seed: Seed = None,
    lang: Language = "en",
    options: Settings = None,
    preset: Preset = None,
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
    delay: Delay = None,
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
        from tavola.terminal.lines.playing import PlayRequest, app_is_here, needs_game, opens_app, play_game

        number = seed_of(seed)
        if hint:
            ODDS.check("--hint")
        if opens_app(plain, as_json) and app_is_here(language(lang)):
            from tavola.terminal.app.home import Visit, play_at_home
            from tavola.terminal.app.table import Preferences as Manners
            from tavola.terminal.lines.hints import Advice

            chosen = game is not None and (players is not None or preset is not None or bool(options))
            rules_ = chosen_rules(game, preset, options) if game is not None and chosen else None
            visit = Visit(game, rules_, players, None if seed is None else number, record, force)
            code = play_at_home(visit, Manners(language(lang), seconds(delay), Advice(), hint))
            raise typer.Exit(code)
        rules_ = chosen_rules(needs_game(game), preset, options)
        play_game(
            PlayRequest(
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
    delay: Delay = None,
    hint: Annotated[bool, typer.Option("--hint", help="As for tavola play.")] = False,
) -> None:
    """Go on with a game that was left: the same players and rules, from the move where it stopped.

    A game with you at the table is kept in your data folder while it is played, whatever ends it: Ctrl-C,
    a closed window, a power cut. What has fallen has fallen; what comes is drawn anew.
    """
    with telling(lang):
        from tavola.terminal.lines.playing import PlayRequest, app_is_here, opens_app, play_game
        from tavola.terminal.saved.resuming import begun, last_unfinished, show_unfinished

        if hint:
            ODDS.check("--hint")
        if lists:
            show_unfinished(None if as_json else Screen(plain), language(lang))
            return
        game = begun(last_unfinished() if file is None else file, language(lang))
        if opens_app(plain, as_json) and app_is_here(language(lang)):
            from tavola.terminal.app.home import Visit, play_at_home
            from tavola.terminal.app.table import Preferences
            from tavola.terminal.lines.hints import Advice

            visit = Visit(None, None, None, None, None, False, game)
            code = play_at_home(visit, Preferences(language(lang), seconds(delay), Advice(), hint))
            raise typer.Exit(code)
        play_game(
            PlayRequest(
                rules=game.match.rules,
                players=None,
                seed=seed_of(None),
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
