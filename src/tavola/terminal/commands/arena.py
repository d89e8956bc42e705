"""The command `tavola arena`: a tournament among bots."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tavola.core.errors import TavolaError
from tavola.terminal.commands.arena_plan import Asked
from tavola.terminal.commands.shared import telling
from tavola.terminal.drawings.screen import Screen, warn

if TYPE_CHECKING:
    from tavola.tournaments.holding import Held
    from tavola.tournaments.plan import Plan

MOST_WORKERS = 256
REPORT = "report.html"


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
Format = Annotated[str, typer.Option("--format", metavar="FORMAT", help="round-robin, swiss or knock-out.")]
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
Options = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="An option, if there is one game; may be given again."),
]
Preset = Annotated[
    str | None, typer.Option(metavar="NAME", help="A named set of options, if there is one game.")
]
Clock = Annotated[
    float, typer.Option(metavar="SECONDS", min=0.05, max=3600, help="The longest a move may take.")
]
Ratings = Annotated[str, typer.Option(metavar="MODEL", help="bradley-terry or thurstone-mosteller.")]
Seed = Annotated[str | None, typer.Option(metavar="N", help="The same seed gives the same luck.")]
Workers = Annotated[
    int, typer.Option(metavar="N", min=1, max=MOST_WORKERS, help="How many games are played at once.")
]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786.")
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="Keep every game, the bots' logs and a report here. A tournament that was stopped, even "
        "killed, goes on when started again; then --out alone is enough.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="For programs: JSON on the standard output.")]
Plain = Annotated[
    bool | None, typer.Option("--plain/--no-plain", help="No boxes or colours. The default for pipes.")
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
    options: Options = None,
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
    with telling(), ExitStack() as stack:
        settings = {
            "format": format_,
            "sets": sets,
            "rounds": rounds,
            "until_separated": until_separated,
            "most_sets": most_sets,
            "clock": clock,
            "model": ratings,
        }
        asked = Asked(games, entrants or [], seats, preset, options or [], seed, settings, _said(context))
        plan = asked.plan(out)
        folder = out or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tavola-arena-")))
        try:
            held = _hold(plan, folder, workers, cluster)
        except KeyboardInterrupt:
            if out is not None:
                warn(f"stopped; it goes on with: tavola arena --out {out}")
            raise
        _show(held, out, as_json, plain)


def _said(context: typer.Context) -> set[str]:
    """The fields of a plan that somebody typed, even if what he typed is the default."""
    fields = {"format_": "format", "ratings": "model"}
    typed = [name for name in context.params if _was_typed(context, name)]
    return {fields.get(name, name) for name in typed}


def _was_typed(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _hold(plan: Plan, folder: Path, workers: int, cluster: str | None) -> Held:
    from tavola.games import rules
    from tavola.tournaments.crew import crew_of
    from tavola.tournaments.entrants import check
    from tavola.tournaments.holding import hold

    plan.check()
    games = [rules(event.game, None, **event.options) for event in plan.events]
    check(plan.entrants, games, here=cluster is None)
    crew = crew_of(workers, cluster)
    try:
        with _progress() as progress:
            return hold(plan, folder, crew, progress)
    finally:
        crew.close()


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """A bar where a person waits, on the error stream."""
    if not sys.stderr.isatty():
        yield lambda done, known: None  # noqa: ARG005 - nobody looks
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=None)
        yield lambda done, known: bar.update(task, completed=done, total=known)


# ---- what is shown ----


def _show(held: Held, folder: Path | None, as_json: bool, plain: bool | None) -> None:
    from tavola.tournaments.page import page
    from tavola.tournaments.report import report

    found = report(held)
    if folder is not None:
        try:
            (folder / REPORT).write_text(page(found, held), encoding="utf-8")
        except OSError as error:
            raise TavolaError(f"can't write {folder / REPORT}: {error.strerror or error}") from None
    if as_json:
        print(json.dumps(found, indent=1))
        return
    from tavola.terminal.commands.arena_tables import tables
    from tavola.terminal.drawings.tables import print_table

    screen = Screen(plain)
    for number, table in enumerate(tables(found)):
        if number:
            print()
        print_table(screen, *table)
    if folder is not None:
        print(f"\ngames, logs and {REPORT} are in {folder}")
    elif any(each["faults"] for each in found["entrants"]):
        warn("--out FOLDER keeps the logs that say what went wrong")
