"""`tavola.simulate`: many games between bots, and what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tavola.core.contract import Rules
from tavola.core.errors import BadOption, TavolaError
from tavola.core.extras import CLUSTER, FAST
from tavola.core.tables import ShownNumber as Number
from tavola.core.tables import Table, percent
from tavola.library.asking import Players, listed, never, rules_for, seed_for, unheard, whole
from tavola.library.results import Result
from tavola.library.seats import default_bots

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tavola.fast.batch import Job
    from tavola.fast.sums import Tally

MOST_GAMES = (1 << 48) - 1
MOST_WORKERS = 256


class StoppedEarly(TavolaError):
    """There is nothing to report yet."""


@dataclass(frozen=True, repr=False)
class Simulation(Result):
    """The result of many games. docs/simulate.md explains the layout of `report`."""

    rules: Rules[Any, Any]
    report: dict[str, Any] = field(hash=False)

    def __repr__(self) -> str:
        told = self.report
        return f"<Simulation of {told['game']}: {told['games']:,} games of {', '.join(told['players'])}>"

    @property
    def tables(self) -> tuple[Table, ...]:
        return tuple(_tables(self.rules, self.report))

    def to_dict(self) -> dict[str, Any]:
        return self.report

    def figure(self) -> Figure:
        from tavola.library.histograms import figure

        return figure(self.rules, self.report)


def simulate(
    game: str | Rules[Any, Any],
    players: Players | None = None,
    games: int = 10_000,
    *,
    seed: int | None = None,
    workers: int = 1,
    cluster: str | None = None,
    progress: Callable[[int], None] = unheard,
    stop: Callable[[], bool] = never,
    tell: Callable[[str], None] = unheard,
) -> Simulation:
    """Play many games between bots: who wins, by how much, how long it takes, with 95 % intervals.

    Bots whose choices fit a table are played compiled, millions of decisions a second. The
    same seed gives the same result, bit for bit, on any number of `workers` or a Dask `cluster`.
    `progress(games)` hears how many are done, `tell` what takes long and why, and `stop()` may end it early:
    the result is then of the games there were.

    >>> import tavola
    >>> found = tavola.simulate("5000", "house,random", 1000, seed=7)
    >>> found.report["compiled"]
    True
    >>> print(found.tables[0])
    5000: 1,000 games, seed 7
    seat  player       won       ±   points      ±
    0     house   100.00 %  0.19 %  5580.60  42.42
    1     random    0.00 %  0.19 %   192.40  27.80
    ± is a 95 % confidence interval.
    """
    rules, luck = rules_for(game), seed_for(seed)
    number, many = whole("games", games, 1, MOST_GAMES), whole("workers", workers, 1, MOST_WORKERS)
    from tavola.library.bots import bots_by_name  # late: importing the client loads asyncio

    seated = bots_by_name(listed(default_bots(rules.info) if players is None else players))
    if seated.own and (many > 1 or cluster is not None):
        raise BadOption("other processes know bots by name alone: MODULE:CLASS or bot.py:CLASS")
    if cluster is not None:
        CLUSTER.check("a cluster")  # before compiling; this extra includes the other
    FAST.check("simulate")
    from tavola.fast import batch, compile
    from tavola.fast.report import report

    compile.on_compiling(lambda what: tell(f"compiling {what}; this takes some seconds, once"))
    job = batch.prepare(rules, seated.names, luck, seated.maker)
    if job.why_slow:
        tell(f"interpreted, which is slow: {job.why_slow}")
    progress(0)
    tally = _played(job, number, many, cluster, progress, stop)
    if not tally.games:
        raise StoppedEarly("it was stopped before the first game was over")
    return Simulation(rules, report(job, tally, number))


def _played(
    job: Job,
    games: int,
    workers: int,
    cluster: str | None,
    progress: Callable[[int], None],
    stop: Callable[[], bool],
) -> Tally:
    if cluster is None and workers == 1:
        from tavola.fast import batch

        return batch.run(job, games, progress, stop)
    from tavola.fast.workers import run, run_on_cluster

    if cluster is not None:
        return run_on_cluster(job, games, cluster, progress, stop)
    return run(job, games, workers, progress, stop)


# ---- for people ----


def _tables(rules: Rules[Any, Any], found: dict[str, Any]) -> Iterator[Table]:
    """A report for people."""
    from tavola.fast.kernel import kernel_of

    stopped = f" of {found['wanted']:,}, stopped" if found["games"] < found["wanted"] else ""
    title = f"{rules.info.title}: {found['games']:,} games{stopped}, seed {found['seed']}"
    sure = "± is a 95 % confidence interval."
    given_up = f" {found['unfinished']:,} games were given up as endless." if found["unfinished"] else ""
    alone, won = (sum(seat[what]["games"] for seat in found["seats"]) for what in ("alone", "won"))
    shared = 0 < alone < won  # in 421 everyone but one wins: with three players nobody wins alone
    score = rules.info.score.counts.en
    columns = ("seat", "player", "won", "±", *(("alone", "±") if shared else ()), score, "±")
    rows = tuple(_row(seat, shared) for seat in found["seats"])
    length = found["length"]
    yield Table(title, columns, rows, sure + given_up)
    decisions = (_mean(length["mean"]), _mean((length["high"] - length["low"]) / 2))
    extremes = (str(length["shortest"]), str(length["longest"]))
    columns = ("", "mean", "±", "shortest", "longest")
    yield Table("Decisions a game", columns, (("decisions", *decisions, *extremes),))
    names = tuple(found["seats"][0]["patterns"])
    if names:
        people = tuple(f"{seat['seat']} {seat['player']}" for seat in found["seats"])
        kernel = kernel_of(rules.info.name)
        assert kernel is not None  # it has counted them
        cells = tuple(
            (kernel.called(rules, name), *(percent(seat["patterns"][name]["p"]) for seat in found["seats"]))
            for name in names
        )
        yield Table("Patterns", ("", *people), cells)


def _row(seat: dict[str, Any], shared: bool) -> tuple[str, ...]:
    score = seat["score"]
    alone = _share(seat["alone"]) if shared else ()
    spread = _mean((score["high"] - score["low"]) / 2)
    return str(seat["seat"]), seat["player"], *_share(seat["won"]), *alone, _mean(score["mean"]), spread


def _share(part: dict[str, Any]) -> tuple[str, str]:
    return percent(part["p"]), percent((part["high"] - part["low"]) / 2)


def _mean(value: float) -> Number:
    return Number(f"{value:.2f}", value)
