"""Progress while something is computed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tavola.terminal.drawings.screen import warn


@contextmanager
def waiting() -> Iterator[Callable[[str, float], None]]:
    """A progress bar at a terminal, on the error stream so that the output stays clean."""
    if not sys.stderr.isatty():
        yield lambda _what, _done: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    # A spinner and a clock: a sign of life even if the duration is unknown.
    columns = (SpinnerColumn("line"), TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("working out", total=1.0)
        yield lambda what, done: bar.update(task, description=what, completed=done)


@contextmanager
def counting(total: int | None = None) -> Iterator[Callable[..., None]]:
    """The same for counted games, called with (done) or (done, total); at the end, of a known total, the
    speed."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task, began, played = bar.add_task("games", total=total), 0.0, 0

    def told(done: int, known: int | None = total) -> None:
        nonlocal began, played
        if not began:
            began = time.monotonic()
            bar.start()
        played = done
        bar.update(task, completed=done, total=known)

    try:
        yield told
    finally:
        bar.stop()
    if total is not None:
        warn(f"{played:,} games in {time.monotonic() - began:.1f} s")
