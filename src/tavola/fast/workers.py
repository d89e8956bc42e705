"""A batch on several cores, by processes that play chunks, or on more machines, by Dask."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from tavola.fast.batch import Job, Progress, chunks, largest_chunk, nothing, play
from tavola.fast.dask import connected, still_there
from tavola.fast.interpreted import Stop, never
from tavola.fast.processes import WorkerProcesses
from tavola.fast.sums import Tally

PARTS_PER_WORKER = 16
PARTS_PER_THREAD = 8  # of a cluster
RETRIES = 5

Chunk = tuple[int, int]  # the number of its first game, and how many


def run(
    job: Job,
    games: int,
    workers: int,
    progress: Progress = lambda done: None,  # noqa: ARG005
    stop: Stop = never,
) -> Tally:
    """The sums of all games, each chunk counted once, however many workers die on the way. If `stop` says so,
    the sums of the chunks that are done."""
    todo = chunks(games, PARTS_PER_WORKER * workers, largest_chunk(job))
    total = nothing(job)
    processes = WorkerProcesses(workers, partial(_play_chunk, job))
    try:
        for _, part in processes.answers(list(todo), stop=stop):
            total = total + part
            progress(total.games)
    finally:
        processes.close()
    return total


def _play_chunk(job: Job, chunk: Chunk) -> Tally:
    return play(job, *chunk)


def run_on_cluster(
    job: Job,
    games: int,
    address: str,
    progress: Progress = lambda done: None,  # noqa: ARG005
    stop: Stop = never,
) -> Tally:
    """The same on all workers of a Dask cluster; the scheduler gives the chunks of a dead worker to another.
    Needs the extra `cluster`, and Tavola installed on the workers."""
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
