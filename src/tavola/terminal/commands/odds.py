"""The commands `tavola odds`, `tavola solve` and `tavola explain`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from tavola.analysis.programs import for_programs
from tavola.core.contract import Rules
from tavola.core.errors import BadOption, TavolaError
from tavola.terminal.commands.shared import chosen_rules, language, telling
from tavola.terminal.drawings.screen import Screen
from tavola.terminal.drawings.tables import print_table
from tavola.terminal.drawings.waiting import waiting

Game = Annotated[str, typer.Argument(metavar="GAME", help="421, 5000 or dice-poker.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="An option of the game; may be given again."),
]
Preset = Annotated[str | None, typer.Option(metavar="NAME", help="A named set of options.")]
Json = Annotated[bool, typer.Option("--json", help="For programs: JSON on the standard output.")]
Plot = Annotated[Path | None, typer.Option(metavar="FILE", help="Write a figure too: .svg or .png.")]
Language = Annotated[
    str, typer.Option("--lang", metavar="en|fr|it", envvar="TAVOLA_LANG", help="The language.")
]
Plain = Annotated[
    bool | None,
    typer.Option("--plain/--no-plain", help="No boxes or colours. By default where there is no terminal."),
]


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
    with _ready(game, preset, options, plot) as (rules, package):
        choices: dict[str, Any] = {}
        if game == "5000":
            choices = _policies(rules, package, policy, total, opponent)
        elif policy is not None or total or opponent:
            raise BadOption("--policy, --total and --opponent are for 5000")
        if strategy is not None:
            if game != "dice-poker":
                raise BadOption("--strategy is for dice-poker")
            choices["strategy"] = strategy
        with waiting() as progress:
            report = package.odds(rules, progress=progress, **choices)
        _show(rules, package, report, as_json, plot, plain)


def solve(
    game: Game,
    options: Settings = None,
    preset: Preset = None,
    as_json: Json = False,
    plot: Plot = None,
    plain: Plain = None,
) -> None:
    """Optimal play: what it is worth. Kept on disk; the second time it is there at once."""
    with _ready(game, preset, options, plot) as (rules, package):
        with waiting() as progress:
            report = package.solve(rules, progress)
        _show(rules, package, report, as_json, plot, plain)


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
    with _ready(game, preset, options, plot, lang) as (rules, package):
        with waiting() as progress:
            report = package.explain(rules, " ".join(position), language(lang), progress)
        _show(rules, package, report, as_json, plot, plain)


@contextmanager
def _ready(
    game: str, preset: str | None, options: list[str] | None, plot: Path | None, lang: str = "en"
) -> Iterator[tuple[Rules[Any, Any], Any]]:
    """The rules and the odds of a game. Errors of what follows are told as everywhere."""
    with telling(lang):
        from tavola import analysis as knowledge

        rules = chosen_rules(game, preset, options or [])
        if plot is not None:
            from tavola.analysis import plots

            plots.check(plot)
        yield rules, knowledge.package(game)


def _policies(
    rules: Rules[Any, Any], package: Any, policy: str | None, total: int, opponent: int
) -> dict[str, Any]:
    """Which policies to report on: those the odds know themselves, and bots."""
    from random import Random

    from tavola.bots import make_bot

    goal = rules.options.goal
    if max(total, opponent) >= goal or total % 50 or opponent % 50:
        raise BadOption(f"--total and --opponent take multiples of 50 below the goal {goal}")
    own = ("optimal", "turns", "win", "random")
    names = ("optimal", "house") if policy is None else (policy,)
    bots = {
        name: package.as_policy(rules, make_bot(name, rules, Random(0)).choose, total, opponent)
        for name in names
        if name not in own
    }
    known = tuple(name for name in names if name in own)
    return {"policies": known, "bots": bots, "total": total, "opponent": opponent}


def _show(
    rules: Rules[Any, Any],
    package: Any,
    report: dict[str, Any],
    as_json: bool,
    plot: Path | None,
    plain: bool | None,
) -> None:
    if plot is not None:
        from tavola.analysis import plots

        if not hasattr(package, "figure"):
            raise TavolaError(f"nobody has drawn a figure of {rules.info.title} yet")
        plots.save(package.figure(rules, report), plot)
    if as_json:
        print(json.dumps(for_programs(report), indent=1))
        return
    screen = Screen(plain)
    for number, (title, columns, rows, note) in enumerate(package.tables(report)):
        if number:
            print()
        print_table(screen, title, columns, rows, note)
