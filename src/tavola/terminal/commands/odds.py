"""The commands `tavola odds`, `tavola solve` and `tavola explain`."""

from __future__ import annotations

from typing import Annotated

import typer

import tavola
from tavola.terminal.commands.shared import (
    Json,
    Language,
    Plain,
    Plot,
    Preset,
    Settings,
    chosen_rules,
    plot_to,
    show,
    telling,
)
from tavola.terminal.drawings.waiting import waiting

Game = Annotated[str, typer.Argument(metavar="GAME", help="421, 5000 or dice-poker.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    for command in (odds, solve, explain):
        app.command()(command)


def odds(
    game: Game,
    strategy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Dice Poker: none, sequential, match:mega (or another pattern), smart, optimal. "
            "Without it, all of them.",
        ),
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="5000: optimal, turns, win, random, or a bot such as house. Without it, optimal and house.",
        ),
    ] = None,
    total: Annotated[int, typer.Option(min=0, help="5000: the player's points before the turn.")] = 0,
    opponent: Annotated[int, typer.Option(min=0, help="5000: the other's points.")] = 0,
    options: Settings = None,
    preset: Preset = None,
    as_json: Json = False,
    plot: Plot = None,
    plain: Plain = None,
) -> None:
    """Exact odds: what dice do, and what strategies make of them."""
    with telling():
        plot_to(plot)
        rules = chosen_rules(game, preset, options)
        with waiting() as progress:
            found = tavola.odds(
                rules, strategy=strategy, policy=policy, total=total, opponent=opponent, progress=progress
            )
        show(found, as_json, plain, plot)


def solve(
    game: Game,
    options: Settings = None,
    preset: Preset = None,
    as_json: Json = False,
    plot: Plot = None,
    plain: Plain = None,
) -> None:
    """Optimal play: what it is worth. Kept on disk; the second time it is there at once."""
    with telling():
        plot_to(plot)
        rules = chosen_rules(game, preset, options)
        with waiting() as progress:
            found = tavola.solve(rules, progress=progress)
        show(found, as_json, plain, plot)


def explain(
    game: Game,
    position: Annotated[
        list[str],
        typer.Argument(
            metavar="POSITION",
            help="Dice and what else matters: 54263 hand=2 turn=350 total=1200 opponent=3000 (5000); "
            "54263 total=600 opponent=700 second=1 (Dice Poker); "
            "first 442 throws=1 total=3 tokens=8/13 (421).",
        ),
    ],
    options: Settings = None,
    preset: Preset = None,
    lang: Language = "en",
    as_json: Json = False,
    plot: Plot = None,
    plain: Plain = None,
) -> None:
    """All moves of a position with their value, best first, and the reason in words."""
    with telling(lang):
        plot_to(plot)
        rules = chosen_rules(game, preset, options)
        with waiting() as progress:
            found = tavola.explain(rules, " ".join(position), lang=lang, progress=progress)
        show(found, as_json, plain, plot)
