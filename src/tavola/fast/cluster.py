"""A batch on more machines, by Dask: every worker of a cluster plays chunks, and the scheduler gives those of
a worker that died to another. Needs the extra `cluster`, and Tavola installed on the workers."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tavola.core.errors import TavolaError
from tavola.fast.batch import Job, Progress, chunks, largest_chunk, play
from tavola.fast.sums import Tally

PARTS_PER_THREAD = 8
SECONDS_TO_CONNECT = 10
RETRIES = 5


class NoCluster(TavolaError):
    """No cluster to be reached."""


def run(job: Job, games: int, address: str, progress: Progress = lambda done: None) -> Tally:  # noqa: ARG005
    """The sums of all games, each chunk counted once."""
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise NoCluster("--cluster needs Dask: pip install 'tavola[cluster]'") from None
    try:
        client = dask.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster(f"no Dask scheduler answers at {address[:80]!r} (like tcp://host:8786)") from error
    total: Tally | None = None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise NoCluster(f"the scheduler at {address[:80]!r} has no workers yet; start some")
        parts = [
            client.submit(play, job, first, n, pure=False, retries=RETRIES)
            for first, n in chunks(games, PARTS_PER_THREAD * threads, largest_chunk(job))
        ]
        for done in dask.as_completed(parts, loop=client.loop):
            part = done.result()
            total = part if total is None else total + part
            progress(total.games)
    assert total is not None  # there is at least one game
    return total
