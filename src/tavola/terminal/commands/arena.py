"""The command `tavola arena`: a tournament among bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tavola.terminal.commands.arena_plan import PlanOptions
from tavola.terminal.commands.shared import (
    Cluster,
    Json,
    Plain,
    Preset,
    Seed,
    Settings,
    show,
    telling,
)
from tavola.terminal.drawings.screen import warn
from tavola.terminal.drawings.waiting import counting

if TYPE_CHECKING:
    from tavola.library.tournaments import Tournament

MOST_WORKERS = 256

Games = Annotated[
    str | None, typer.Option(metavar="A,B,...", help="The games by name; tavola games lists them.")
]
Entrants = Annotated[
    list[str] | None,
    typer.Option(
        metavar="A,B,...",
        help="Who plays: bots Tavola has (house, random), MODULE:CLASS, bot.py:CLASS, exec:PROGRAM, "
        "tcp:HOST:PORT; NAME=BOT gives a name; @FILE has one a line. May be given again, as after an exec:, "
        "which may have commas of its own.",
    ),
]
Format = Annotated[
    str, typer.Option("--format", metavar="round-robin|swiss|knock-out", help="Who meets whom.")
]
Sets = Annotated[
    int,
    typer.Option(
        metavar="N",
        min=1,
        max=1_000_000,
        help="Sets of each table, or match: the same luck with every rotation of the seats.",
    ),
]
Rounds = Annotated[
    int, typer.Option(metavar="N", min=0, max=1000, help="Rounds of a Swiss; 0 is as many as needed.")
]
UntilSeparated = Annotated[
    bool,
    typer.Option("--until-separated", help="Go on till each can be told from the next, see --most-sets."),
]
MostSets = Annotated[
    int, typer.Option(metavar="N", min=1, max=1_000_000, help="Where --until-separated gives up.")
]
Seats = Annotated[int | None, typer.Option(metavar="N", min=2, max=64, help="How many play together.")]
Clock = Annotated[
    float, typer.Option(metavar="SECONDS", min=0.05, max=3600, help="The longest a move may take.")
]
Ratings = Annotated[
    str, typer.Option(metavar="bradley-terry|thurstone-mosteller", help="How ratings are made.")
]
Workers = Annotated[
    int, typer.Option(metavar="N", min=1, max=MOST_WORKERS, help="How many games are played at once.")
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="Keep every game, the bots' logs and a report here. A tournament that was stopped, even "
        "killed, goes on when started again; then --out alone is enough.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(arena)


def arena(
    context: typer.Context,
    games: Games = None,
    entrants: Entrants = None,
    format_: Format = "round-robin",
    sets: Sets = 50,
    rounds: Rounds = 0,
    until_separated: UntilSeparated = False,
    most_sets: MostSets = 5000,
    seats: Seats = None,
    options: Settings = None,
    preset: Preset = None,
    clock: Clock = 10.0,
    ratings: Ratings = "bradley-terry",
    seed: Seed = None,
    workers: Workers = 1,
    cluster: Cluster = None,
    out: Out = None,
    as_json: Json = False,
    plain: Plain = None,
) -> None:
    """Hold a tournament among bots: the same dice and deals for all, seats rotated, so that luck cancels.

    A bot that crashes, stalls or cheats loses that game, not the tournament; its log says why. Results come
    with 95 % confidence intervals, and with tiers: who can't be told apart stands in the same one.
    """
    with telling():
        from tavola.library.tournaments import held_by

        settings = {
            "format": format_,
            "sets": sets,
            "rounds": rounds,
            "until_separated": until_separated,
            "most_sets": most_sets,
            "clock": clock,
            "model": ratings,
        }
        asked = PlanOptions(
            games, entrants or [], seats, preset, options or [], seed, settings, _said(context)
        )
        plan = asked.plan(out)
        try:
            with counting() as progress:
                found = held_by(plan, out, workers, cluster, progress)
        except KeyboardInterrupt:
            if out is not None:
                warn(f"stopped; it goes on with: tavola arena --out {out}")
            raise
        show(found, as_json, plain)
        if not as_json:
            _where(found, out)


def _said(context: typer.Context) -> set[str]:
    """The fields of a plan that somebody typed, even if what he typed is the default."""
    fields = {"format_": "format", "ratings": "model"}
    typed = [name for name in context.params if _was_typed(context, name)]
    return {fields.get(name, name) for name in typed}


def _was_typed(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _where(found: Tournament, out: Path | None) -> None:
    """Where to look further."""
    from tavola.library.tournaments import REPORT

    if out is not None:
        print(f"\ngames, logs and {REPORT} are in {out}")
    elif any(each["faults"] for each in found.report["entrants"]):
        warn("--out FOLDER keeps the logs that say what went wrong")
