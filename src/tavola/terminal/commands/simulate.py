"""The command `tavola simulate`: many games between bots, and what comes of them."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import Annotated, Any, NoReturn

import typer

import tavola
from tavola.core.extras import CLUSTER, FAST
from tavola.library.simulating import MOST_GAMES, MOST_WORKERS, StoppedEarly
from tavola.terminal.commands.shared import (
    INTERRUPTED,
    Cluster,
    Json,
    Plain,
    Plot,
    Preset,
    Seed,
    Settings,
    Workers,
    chosen_rules,
    plot_to,
    seed_of,
    show,
    telling,
    whole,
)
from tavola.terminal.drawings.screen import warn
from tavola.terminal.drawings.waiting import counting

SHOW_CURSOR = b"\r\x1b[2K\x1b[?25h"  # which the progress bar hides


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
    seed: Seed = None,
    workers: Workers = "1",
    cluster: Cluster = None,
    options: Settings = None,
    preset: Preset = None,
    as_json: Json = False,
    plot: Plot = None,
    plain: Plain = None,
) -> None:
    """Play many games between bots: who wins, by how much, how long it takes.

    Common bots are played compiled, millions of decisions a second; any other bot works too, slower, and it
    is said so. Figures come with 95 % confidence intervals. Ctrl-C stops and tells what has been played so
    far, and ends with 130; a second one leaves at once.
    """
    with telling():
        plot_to(plot)
        number = whole("--games", games, 1, MOST_GAMES, short=True)
        many = whole("--workers", workers, 1, MOST_WORKERS, short=True)
        rules, luck = chosen_rules(game, preset, options), seed_of(seed)
        if cluster is not None:
            CLUSTER.check("--cluster")
        FAST.check("tavola simulate")
        stopping = Stopping()
        try:
            with stopping, counting(number) as progress:
                found = tavola.simulate(
                    rules,
                    players,
                    number,
                    seed=luck,
                    workers=many,
                    cluster=cluster,
                    progress=stopping.lets(progress),
                    stop=stopping.stop,
                    tell=warn,
                )
        except StoppedEarly:
            raise typer.Exit(INTERRUPTED) from None
        show(found, as_json, plain, plot)
    if found.report["games"] < number:
        raise typer.Exit(INTERRUPTED)


class Stopping:
    """Ctrl-C: once games are being played, the first one stops between two games, so that the result so far
    can be shown. Before that, and the second time, the process ends at once: neither the compiler nor Dask
    survives an exception at an arbitrary point."""

    def __init__(self) -> None:
        self.may_wait = False
        self._asked = False
        self._before: Any = None

    def stop(self) -> bool:
        return self._asked

    def lets(self, progress: Callable[[int], None]) -> Callable[[int], None]:
        """From the first progress on, games are being played."""

        def told(done: int) -> None:
            self.may_wait = True
            progress(done)

        return told

    def __enter__(self) -> None:
        before = signal.getsignal(signal.SIGINT)
        if callable(before) and before != signal.default_int_handler:  # else ignored, or handled elsewhere
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
    signal.signal(signum, signal.SIG_IGN)
    # A second Ctrl-C may come in the middle of that import: then there are no workers yet.
    workers: list[Any] = getattr(sys.modules.get("multiprocessing"), "active_children", list)()
    for worker in workers:
        worker.kill()
    for worker in workers:
        worker.join(1)
    if sys.stderr.isatty():
        os.write(sys.stderr.fileno(), SHOW_CURSOR)
    os._exit(INTERRUPTED)
