"""A batch on more machines, by Dask: every worker of a cluster plays chunks, and the scheduler gives those of
a worker that died to another. Needs the extra `cluster`, and Tavola installed on the workers."""

from __future__ import annotations

from importlib import import_module

from tavola.fast.batch import Job, Progress, chunks, largest_chunk, nothing, play
from tavola.fast.dask import connected, still_there
from tavola.fast.interpreted import Stop, never
from tavola.fast.sums import Tally

PARTS_PER_THREAD = 8
RETRIES = 5


def run(
    job: Job,
    games: int,
    address: str,
    progress: Progress = lambda done: None,  # noqa: ARG005
    stop: Stop = never,
) -> Tally:
    """The sums of all games, each chunk counted once; of those that are done, if it is to stop."""
    client, threads = connected(address)
    total = nothing(job)
    with client:
        parts = [
            client.submit(play, job, first, n, pure=False, retries=RETRIES)
            for first, n in chunks(games, PARTS_PER_THREAD * threads, largest_chunk(job))
        ]
        as_completed = import_module("distributed").as_completed
        for done in as_completed(parts, loop=client.loop):
            with still_there(address):
                part = done.result()
            total = total + part
            progress(total.games)
            if stop():
                break
    return total
