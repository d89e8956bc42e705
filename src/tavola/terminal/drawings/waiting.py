"""While something is worked out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def waiting() -> Iterator[Callable[[str, float], None]]:
    """A bar where a person waits, on the error stream so that the output stays clean."""
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

    # A spinner and a clock: something moves also where nobody knows yet how long it takes.
    columns = (SpinnerColumn("line"), TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("working out", total=1.0)
        yield lambda what, done: bar.update(task, description=what, completed=done)
