"""The command `tavola simulate`: many games between bots, and what comes of them."""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from tavola.core.contract import Rules
from tavola.core.errors import BadOption, TavolaError
from tavola.core.extras import CLUSTER, FAST
from tavola.terminal.commands.shared import INTERRUPTED, LARGEST_SEED, chosen_rules, telling, whole
from tavola.terminal.drawings.screen import Screen, warn
from tavola.terminal.lines.seats import default_bots
from tavola.terminal.refusals import WHOLE

if TYPE_CHECKING:
    from tavola.fast.batch import Job
    from tavola.fast.sums import Tally

MOST_WORKERS = 256
NUMBER = re.compile(r"[0-9][0-9_]{0,20}(\.[0-9]{1,20})?([eE]\+?[0-9]{1,2})?")  # 10000, 1_000_000, 1e6, 2.5e6
SHOW_CURSOR = b"\r\x1b[2K\x1b[?25h"  # which the progress bar hides


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(simulate)


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Its name; tavola games lists them.")],
    players: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...",
            help="The bots, in order of seats: random, house, match:mega; optimal, or optimal:points "
            "(most points a turn), optimal:turns, optimal:win where the game has been solved so; bots of "
            "your own: MODULE:CLASS or bot.py:CLASS. Default: as many house players as the game needs.",
        ),
    ] = None,
    games: Annotated[str, typer.Option(metavar="N", help="How many games: 10000, 1e6.")] = "10000",
    seed: Annotated[
        str | None,
        typer.Option(metavar="N", help="The same seed gives the same result, bit for bit, anywhere."),
    ] = None,
    workers: Annotated[str, typer.Option(metavar="N", help="How many processes play.")] = "1",
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786.")
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="An option of the game; may be given again."),
    ] = None,
    preset: Annotated[str | None, typer.Option(metavar="NAME", help="A named set of options.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="For programs: JSON on the standard output.")
    ] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write histograms too: .svg or .png.")
    ] = None,
    plain: Annotated[
        bool | None,
        typer.Option("--plain/--no-plain", help="No boxes or colours. The default for pipes."),
    ] = None,
) -> None:
    """Play many games between bots: who wins, by how much, how long it takes.

    Common bots are played compiled, millions of decisions a second; any other bot works too, slower, and it
    is said so. Figures come with 95 % confidence intervals. Ctrl-C stops and tells what has been played so
    far, and ends with 130; a second one leaves at once.
    """
    with telling():
        if plot is not None:
            from tavola.analysis import plots

            plots.check(plot)
        number = _positive("--games", games, 1 << 48)
        many = _positive("--workers", workers, MOST_WORKERS + 1)
        rules = chosen_rules(game, preset, options or [])
        luck = whole("--seed", seed, LARGEST_SEED) if seed is not None else secrets.randbelow(LARGEST_SEED)
        stopping = Stopping()
        with stopping:
            job, tally = _run(rules, _names(players, rules), number, luck, many, cluster, stopping)
        if tally.games:
            _show(rules, job, tally, number, as_json, plot, plain)
    if tally.games < number:
        raise typer.Exit(INTERRUPTED)


def _positive(option: str, text: str, limit: int) -> int:
    if NUMBER.fullmatch(text) and (value := Decimal(text)) == value.to_integral_value() and 0 < value < limit:
        return int(value)
    raise TavolaError(WHOLE.fill(option=option, low=1, high=limit - 1, given=repr(text[:40])))


def _names(players: str | None, rules: Rules[Any, Any]) -> tuple[str, ...]:
    if players is None:
        players = default_bots(rules.info)
    names = tuple(name.strip() for name in players.split(","))
    if not all(names):
        raise BadOption(f"--players takes bots with commas between them, not {players[:40]!r}")
    if any(name == "you" or name.startswith("you:") for name in names):
        raise BadOption("nobody has time for so many games: --players takes bots only")
    return names


def _run(
    rules: Rules[Any, Any],
    players: tuple[str, ...],
    games: int,
    seed: int,
    workers: int,
    cluster: str | None,
    stopping: Stopping,
) -> tuple[Job, Tally]:
    if cluster is not None:
        CLUSTER.check("--cluster")  # before compiling, and its extra brings the other as well
    FAST.check("tavola simulate")
    from tavola.client.simulating import fits_a_table, make_any
    from tavola.fast import batch, compile

    compile.on_compiling(_compiling)
    tabled = [name for name in players if fits_a_table(name, rules.info.name)]
    job = batch.prepare(rules, players, seed, make_any, tabled)
    if job.why_slow:
        warn(f"interpreted, which is slow: {job.why_slow}")
    with _progress(games) as progress:
        stopping.may_wait = True
        return job, _play(job, games, workers, cluster, progress, stopping.stop)


def _play(
    job: Job,
    games: int,
    workers: int,
    cluster: str | None,
    progress: Callable[[int], None],
    stop: Callable[[], bool],
) -> Tally:
    from tavola.fast import batch

    if cluster is not None:
        from tavola.fast import cluster as machines

        return machines.run(job, games, cluster, progress, stop)
    if workers > 1:
        from tavola.fast import workers as processes

        return processes.run(job, games, workers, progress, stop)
    return batch.run(job, games, progress, stop)


def _compiling(what: str) -> None:
    warn(f"compiling {what}; this takes some seconds, once")


class Stopping:
    """Ctrl-C: once games are played, the first one asks to stop between two of them, so that what there is
    can be told. Before that, and the second time, everything ends here and now: neither the compiler nor Dask
    takes an exception out of nowhere well."""

    def __init__(self) -> None:
        self.may_wait = False
        self._asked = False
        self._before: Any = None

    def stop(self) -> bool:
        return self._asked

    def __enter__(self) -> None:
        before = signal.getsignal(signal.SIGINT)
        if callable(before) and before != signal.default_int_handler:  # else ignored, or somebody else's
            self._before = signal.signal(signal.SIGINT, self._heard)

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _heard(self, signum: int, frame: FrameType | None) -> None:
        del frame
        if self._asked or not self.may_wait:
            _leave(signum)
        self._asked = True


def _leave(signum: int) -> NoReturn:
    import multiprocessing

    signal.signal(signum, signal.SIG_IGN)
    workers = multiprocessing.active_children()
    for worker in workers:
        worker.kill()
    for worker in workers:
        worker.join(1)
    if sys.stderr.isatty():
        os.write(sys.stderr.fileno(), SHOW_CURSOR)
    os._exit(INTERRUPTED)


# ---- what is shown ----


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """A bar where a person waits, and how fast it went, on the error stream."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    began, played = time.monotonic(), 0

    def told(done: int) -> None:
        nonlocal played
        played = done
        bar.update(task, completed=done)

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield told
    taken = time.monotonic() - began
    warn(f"{played:,} games in {taken:.1f} s")


def _show(
    rules: Rules[Any, Any],
    job: Job,
    tally: Tally,
    wanted: int,
    as_json: bool,
    plot: Path | None,
    plain: bool | None,
) -> None:
    from tavola.fast.report import report

    found = report(job, tally, wanted)
    if plot is not None:
        _plot(rules, found, plot)
    if as_json:
        print(json.dumps(found, indent=1))
        return
    from tavola.terminal.drawings.tables import print_table

    screen = Screen(plain)
    for number, table in enumerate(tables(rules, found)):
        if number:
            print()
        print_table(screen, *table)


Rows = tuple[tuple[str, ...], ...]


def tables(rules: Rules[Any, Any], found: dict[str, Any]) -> Iterator[tuple[str, tuple[str, ...], Rows, str]]:
    """A report for people: title, columns, rows, note."""
    from tavola.fast.kernel import kernel_of

    stopped = f" of {found['wanted']:,}, stopped" if found["games"] < found["wanted"] else ""
    title = f"{rules.info.title}: {found['games']:,} games{stopped}, seed {found['seed']}"
    sure = "± is a 95 % confidence interval."
    given_up = f" {found['unfinished']:,} games were given up as endless." if found["unfinished"] else ""
    alone, won = (sum(seat[what]["games"] for seat in found["seats"]) for what in ("alone", "won"))
    shared = 0 < alone < won  # in 421 everyone but one wins, of three nobody alone
    score = rules.info.score.counts.en
    columns = ("seat", "player", "won", "±", *(("alone", "±") if shared else ()), score, "±")
    rows = tuple(_row(seat, shared) for seat in found["seats"])
    length = found["length"]
    yield title, columns, rows, sure + given_up
    decisions = (f"{length['mean']:.2f}", f"{(length['high'] - length['low']) / 2:.2f}")
    extremes = (str(length["shortest"]), str(length["longest"]))
    yield (
        "Decisions a game",
        ("", "mean", "±", "shortest", "longest"),
        (("decisions", *decisions, *extremes),),
        "",
    )
    names = tuple(found["seats"][0]["patterns"])
    if names:
        people = tuple(f"{seat['seat']} {seat['player']}" for seat in found["seats"])
        kernel = kernel_of(rules.info.name)
        assert kernel is not None  # it has counted them
        cells = tuple(
            (kernel.called(rules, name), *(_percent(seat["patterns"][name]["p"]) for seat in found["seats"]))
            for name in names
        )
        yield "Patterns", ("", *people), cells, ""


def _row(seat: dict[str, Any], shared: bool) -> tuple[str, ...]:
    score = seat["score"]
    alone = _share(seat["alone"]) if shared else ()
    spread = f"{(score['high'] - score['low']) / 2:.2f}"
    return str(seat["seat"]), seat["player"], *_share(seat["won"]), *alone, f"{score['mean']:.2f}", spread


def _share(part: dict[str, Any]) -> tuple[str, str]:
    return _percent(part["p"]), _percent((part["high"] - part["low"]) / 2)


def _percent(p: float) -> str:
    return f"{100 * p:.2f} %"


def _plot(rules: Rules[Any, Any], found: dict[str, Any], path: Path) -> None:
    from tavola.analysis import plots
    from tavola.terminal.drawings.histograms import figure

    plots.save(figure(rules, found), path)
