"""A batch on several cores: processes that play chunks."""

from __future__ import annotations

from functools import partial

from tavola.fast.batch import Job, Progress, chunks, largest_chunk, nothing, play
from tavola.fast.interpreted import Stop, never
from tavola.fast.processes import WorkerProcesses
from tavola.fast.sums import Tally

PARTS_PER_WORKER = 16

Chunk = tuple[int, int]  # the number of its first game, and how many


def run(
    job: Job,
    games: int,
    workers: int,
    progress: Progress = lambda done: None,  # noqa: ARG005
    stop: Stop = never,
) -> Tally:
    """The sums of all games, each chunk counted once, however many workers died on the way. If it is to stop,
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
