"""The command `tavola arena`: a tournament among bots."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tavola.core.errors import TavolaError
from tavola.library.asking import LARGEST_SEED
from tavola.terminal.commands.shared import (
    Cluster,
    Json,
    Plain,
    Preset,
    Seed,
    Settings,
    chosen_rules,
    seed_of,
    show,
    telling,
)
from tavola.terminal.drawings.screen import warn
from tavola.terminal.drawings.waiting import counting
from tavola.tournaments.chosen import MOST_COACHED

if TYPE_CHECKING:
    from tavola.tournaments.plan import Plan, PlannedGame

if TYPE_CHECKING:
    from tavola.library.tournaments import Tournament


# ---- the plan of `tavola arena`: a new one, or the one in its folder ----


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """The plan options of the command line. `said` are the `settings` that were typed."""

    games: str | None
    entrants: Sequence[str]
    seats: int | None
    preset: str | None
    options: Sequence[str]
    seed: str | None
    settings: dict[str, Any]  # what a plan takes as it is: sets, clock, ...
    said: AbstractSet[str]

    def plan(self, out: Path | None) -> Plan:
        """The plan to play. A folder with a tournament continues with it or is refused."""
        from tavola.tournaments.folder import must_agree, read_plan

        there = None if out is None else read_plan(out)
        if out is None or there is None:
            self._must_begin(out)
            plan = self._new(secrets.randbelow(LARGEST_SEED))
        else:
            # A command line with games and entrants is a complete plan: then the defaults count too.
            plan = self._new(there.seed) if self.games and self.entrants else self._over(there)
            must_agree(out, plan, there)
        if "most_sets" in self.said and not plan.until_separated:
            raise TavolaError("--most-sets is where --until-separated gives up: say both, or --sets alone")
        return plan

    def _must_begin(self, out: Path | None) -> None:
        if out is not None and not self.games and not self.entrants:
            raise TavolaError(f"there is no tournament in {str(out)[:200]!r} yet: say --games and --entrants")

    def _new(self, seed: int) -> Plan:
        from tavola.tournaments.entrants import read_entrants
        from tavola.tournaments.plan import Plan

        return Plan(
            events=_events(_names(self.games), self.seats, self.preset, self.options),
            entrants=read_entrants(self.entrants),
            seed=self._seed(seed),
            **self.settings,
        )

    def _over(self, there: Plan) -> Plan:
        """The plan in the folder, overridden by what was typed: any difference was asked for."""
        from tavola.tournaments.entrants import read_entrants

        return replace(
            there,
            events=self._events_over(there.events),
            entrants=read_entrants(self.entrants) if self.entrants else there.entrants,
            seed=self._seed(there.seed),
            **{name: value for name, value in self.settings.items() if name in self.said},
        )

    def _events_over(self, there: Sequence[PlannedGame]) -> tuple[PlannedGame, ...]:
        if self.games:
            return _events(_names(self.games), self.seats, self.preset, self.options)
        if len(there) > 1 or not (self.preset or self.options):
            _one_game(len(there), self.preset, self.options)
            return tuple(replace(event, seats=self.seats or event.seats) for event in there)
        event = there[0]
        kept = [] if self.preset else [f"{name}={value}" for name, value in event.options.items()]
        return _events([event.game], self.seats or event.seats, self.preset, [*kept, *self.options])

    def _seed(self, otherwise: int) -> int:
        return otherwise if self.seed is None else seed_of(self.seed)


def _names(games: str | None) -> list[str]:
    names = [name.strip() for name in (games or "").split(",") if name.strip()]
    if not names:
        raise TavolaError("--games says what is played: names with commas between; tavola games lists them")
    if len(set(names)) < len(names):
        raise TavolaError("--games takes each game once")
    return names


def _events(
    names: Sequence[str], seats: int | None, preset: str | None, options: Sequence[str]
) -> tuple[PlannedGame, ...]:
    from tavola.core.options import changed
    from tavola.tournaments.plan import PlannedGame

    _one_game(len(names), preset, options)
    return tuple(
        PlannedGame.of(name, seats, **changed(chosen_rules(name, preset, list(options)).options))
        for name in names
    )


def _one_game(number: int, preset: str | None, options: Sequence[str]) -> None:
    if number > 1 and (preset or options):
        raise TavolaError("--set and --preset go with one game; hold a tournament for each")


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
Coach = Annotated[
    int,
    typer.Option(
        metavar="N",
        min=0,
        max=MOST_COACHED,
        help="Let the coach go through N games of each bot, the latest it has lost before others, and say "
        "what its worst decisions cost. With --out alone, of a tournament that is over.",
    ),
]


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
    coach: Coach = 0,
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
                found = held_by(plan, out, workers, cluster, progress, coach, warn)
        except KeyboardInterrupt:
            if out is not None:
                warn(f"stopped; it goes on with: tavola arena --out {out}")
            raise
        show(found, as_json, plain)
        if not as_json:
            _where(found, out)


def _said(context: typer.Context) -> set[str]:
    """The fields of a plan that were typed, even with the default value."""
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
        print(f"\ngames, logs, replays and {REPORT} are in {out}")
    elif any(each["faults"] for each in found.report["entrants"]):
        warn("--out FOLDER keeps the logs that say what went wrong")
