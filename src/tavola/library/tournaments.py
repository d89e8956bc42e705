"""`tavola.tournament`: who is better, and is it certain?"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tavola.core.contract import Rules
from tavola.core.errors import TavolaError
from tavola.core.options import changed
from tavola.core.tables import Table, percent
from tavola.games import rules as rules_named
from tavola.library.asking import rules_for, seed_for, several, unheard, whole
from tavola.library.results import Result
from tavola.tournaments import ratings as models
from tavola.tournaments.chosen import MOST_COACHED
from tavola.tournaments.crew import crew_of
from tavola.tournaments.entrants import check, read_entrants
from tavola.tournaments.folder import games_in, must_agree, read_plan
from tavola.tournaments.formats import told_winner
from tavola.tournaments.holding import Held, Progress, hold
from tavola.tournaments.page import page, replay_page, summed_up
from tavola.tournaments.plan import ROUND_ROBIN, Plan, PlannedGame
from tavola.tournaments.replay_page import blunders_by_game, replay_name
from tavola.tournaments.report import report

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_WORKERS = 256
REPORT = "report.html"


@dataclass(frozen=True, repr=False)
class Tournament(Result):
    """Who stands where, how surely, and who can't be told apart. docs/arena.md says what it means."""

    held: Held
    report: dict[str, Any] = field(hash=False)
    kept: bool = False  # in a folder, with replays beside the report

    def __repr__(self) -> str:
        games = ", ".join(event.game for event in self.held.plan.events)
        return f"<Tournament of {games}: {self.report['games']:,} games>"

    @property
    def tables(self) -> tuple[Table, ...]:
        return tuple(_tables(self.report))

    def to_dict(self) -> dict[str, Any]:
        return self.report

    def page(self) -> str:
        """All of it as a page of HTML, with pictures."""
        return page(self.report, self.held, self.kept)

    def figure(self) -> Figure:
        from tavola.analysis import plots

        entrants = self.report["entrants"]
        points = [each["points"] for each in entrants]
        figure, axes = plots.sheet(self.tables[0].title, "", "per cent of all points")
        reach = [[100 * abs(p["mean"] - p[end]) for p in points] for end in ("low", "high")]
        places = range(len(entrants))
        axes.errorbar(places, [100 * p["mean"] for p in points], yerr=reach, fmt="o", color=plots.COLOURS[0])
        axes.set_xticks(places, [each["name"] for each in entrants])
        return figure


def tournament(
    games: str | Rules[Any, Any] | Sequence[str | Rules[Any, Any]],
    entrants: str | Sequence[str],
    *,
    sets: int = 50,
    format: str = ROUND_ROBIN,
    rounds: int = 0,
    until_separated: bool = False,
    most_sets: int = 5000,
    seats: int | None = None,
    clock: float = 10.0,
    ratings: str = models.DEFAULT,
    seed: int | None = None,
    workers: int = 1,
    cluster: str | None = None,
    out: str | Path | None = None,
    coach: int = 0,
    progress: Progress = unheard,
    tell: Callable[[str], None] = unheard,
) -> Tournament:
    """Hold a tournament among bots: the same dice and deals for all, seats rotated, so that luck cancels.

    Entrants are bots by name, `MODULE:CLASS`, `bot.py:CLASS`, `exec:PROGRAM`; `NAME=BOT` gives a name. `out`
    is a folder that keeps every game; a tournament that was stopped goes on there. `coach` is how many games
    of each bot the coach goes through, to say what its worst decisions cost. `progress(done, known)` hears
    how many games are played, `tell` what takes long.

    >>> import tavola
    >>> found = tavola.tournament("5000", "house,random", sets=20, seed=1)
    >>> found.report["tiers"]
    [['house'], ['random']]
    """
    named = several("games", games if not hasattr(games, "info") else [games])
    each = [part.strip() if isinstance(part, str) else part for g in named for part in _parts(g)]
    there = None if out is None else read_plan(Path(out))
    plan = Plan(
        events=tuple(_event(rules_for(game), seats) for game in each),
        entrants=read_entrants(several("entrants", entrants, each=str)),
        seed=there.seed if there is not None and seed is None else seed_for(seed),
        format=format,
        sets=whole("sets", sets, 1, 1_000_000),
        rounds=whole("rounds", rounds, 0, 1000),
        until_separated=until_separated,
        most_sets=whole("most_sets", most_sets, 1, 1_000_000),
        clock=clock,
        model=ratings,
    )
    if out is not None and there is not None:
        must_agree(Path(out), plan, there)
    return held_by(plan, None if out is None else Path(out), workers, cluster, progress, coach, tell)


def _parts(game: Any) -> Sequence[Any]:
    return game.split(",") if isinstance(game, str) else (game,)


def _event(rules: Rules[Any, Any], seats: int | None) -> PlannedGame:
    return PlannedGame.of(rules.info.name, seats, **changed(rules.options))


def held_by(
    plan: Plan,
    out: Path | None,
    workers: int = 1,
    cluster: str | None = None,
    progress: Progress = unheard,
    coach: int = 0,
    tell: Callable[[str], None] = unheard,
) -> Tournament:
    """Hold a tournament in a folder that keeps it, or in a temporary one."""
    plan.check()
    whole("workers", workers, 1, MOST_WORKERS)
    whole("coach", coach, 0, MOST_COACHED)
    games = [rules_named(event.game, None, **event.options) for event in plan.events]
    check(plan.entrants, games, here=cluster is None)
    crew = crew_of(workers, cluster)
    with ExitStack() as stack:
        stack.callback(crew.close)
        folder = out or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tavola-arena-")))
        held = hold(plan, folder, crew, progress)
        found = Tournament(held, report(held, _coached(held, folder, coach, tell)), out is not None)
    if out is not None:
        _write_replays(out, found)
        _write(out / REPORT, found.page())
    return found


def _coached(held: Held, folder: Path, most: int, tell: Callable[[str], None]) -> dict[str, Any] | None:
    if not most:
        return None
    from tavola.tournaments.blunders import blunders, numbers_to_coach

    return blunders(held, dict(games_in(folder, numbers_to_coach(held, most))), most, tell)


def _write_replays(out: Path, found: Tournament) -> None:
    """The replay pages to which the report links."""
    marked = blunders_by_game(found.report["coach"])
    for number, record in games_in(out, _shown(found)):
        _write(out / replay_name(number), replay_page(number, record, marked.get(number, {})))


def _shown(found: Tournament) -> set[int]:
    told = found.report
    meetings = {each[key] for each in told["meetings"] for key in ("won_by_a", "won_by_b", "level")}
    faulty = {found.held.chosen.faulty(name) for name in found.held.plan.names}
    coached = {n for each in (told["coach"] or {"entrants": ()})["entrants"] for n in each["games"]}
    return {number for number in meetings | faulty | coached if number is not None}


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise TavolaError(f"can't write {path}: {error.strerror or error}") from None


# ---- for people ----


def _tables(found: dict[str, Any]) -> Iterator[Table]:
    yield _standing(found)
    if found["matches"]:
        yield _matches(found)
    elif found["against"]:
        yield _against(found)
    if found["coach"] is not None:
        yield _blunders(found["coach"])


def _standing(found: dict[str, Any]) -> Table:
    told = found["tournament"]
    games = [each["game"] for each in told["games"]]
    title = f"{', '.join(games)}: {told['format']}, {found['games']:,} games, seed {told['seed']}"
    tiered = bool(found["tiers"])
    split = games if len(games) > 1 else []
    faulty = any(each["faults"] for each in found["entrants"])
    columns = (
        *(("tier",) if tiered else ("place",)),
        "bot",
        "points",
        "from",
        "to",
        *split,
        "won",
        "games",
        "rating",
        "±",
        *(("faults",) if faulty else ()),
    )
    rows = []
    for place, each in enumerate(found["entrants"], 1):
        faults = ", ".join(f"{kind} {number}" for kind, number in each["faults"].items())
        rows.append(
            (
                str(each["tier"] if tiered else place),
                each["name"],
                *_interval(each["points"]),
                *(percent(each["by_game"][game]["mean"], 1) for game in split),
                str(each["won"]),
                str(each["games"]),
                f"{each['rating']['mu']:.1f}",
                f"{each['rating']['sigma']:.1f}",
                *((faults,) if faulty else ()),
            )
        )
    return Table(title, columns, tuple(rows), _note(found, tiered))


def _note(found: dict[str, Any], tiered: bool) -> str:
    parts = ["Points are of all that could be made, from ... to a 95 % confidence interval over sets."]
    if tiered:
        parts.append("Those of one tier can't be told from its first by their points.")
    if found["note"]:
        note = found["note"]
        parts.append(f"{note[0].upper()}{note[1:]}.")
    return " ".join(parts)


def _against(found: dict[str, Any]) -> Table:
    rows = tuple(
        (each["a"], each["b"], *_interval(each), "yes" if each["separated"] else "no")
        for each in found["against"]
    )
    note = "Won less lost, of the games at the same table. Certain: 0 is outside the 95 % interval."
    if len(found["entrants"]) > 2:
        note += " Tiers go by the points against all, so two of one tier may differ where they meet."
    return Table("Who beats whom", ("a", "b", "a - b", "from", "to", "certain"), rows, note)


def _blunders(told: dict[str, Any]) -> Table:
    rows = tuple(
        (bot["name"], bot["game"], *(str(each[key]) for key in ("number", "move", "played", "best", "says")))
        for bot in told["entrants"]
        for each in bot["worst"]
    )
    said = [f"{bot['name']}, {bot['game']}: {summed_up(bot)}" for bot in told["entrants"] if bot["games"]]
    note = " ".join([*said, *(f"{each}." for each in told["notes"])])
    return Table("Blunders", ("bot", "plays", "game", "move", "played", "best", "cost"), rows, note)


def _matches(found: dict[str, Any]) -> Table:
    rows = tuple(
        (
            str(each["round"]),
            each["a"],
            each["b"] or "bye",
            "" if each["b"] is None else f"{each['points'][0]:g} : {each['points'][1]:g}",
            told_winner(each),
        )
        for each in found["matches"]
    )
    return Table("Matches", ("round", "a", "b", "points", "winner"), rows)


def _interval(told: dict[str, float]) -> tuple[str, str, str]:
    return percent(told["mean"], 1), percent(told["low"], 1), percent(told["high"], 1)
