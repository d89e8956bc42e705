"""A batch on several cores: processes that play chunks. One that dies costs time, not results."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from tavola.core.errors import TavolaError
from tavola.fast.batch import Job, Progress, chunks, largest_chunk, play
from tavola.fast.sums import Tally

PARTS_PER_WORKER = 16
PATIENCE = 5  # deaths in a row without a single chunk done, after which something else is wrong

_job: Job | None = None


class WorkersDie(TavolaError):
    def __init__(self) -> None:
        super().__init__(
            "the worker processes die again and again; is there memory for them? --workers 1 needs none"
        )


def _take(job: Job) -> None:
    """In a new worker: the job it will play chunks of."""
    global _job
    _job = job


def _play(first: int, games: int) -> Tally:
    assert _job is not None  # every worker begins by taking it
    return play(_job, first, games)


def run(job: Job, games: int, workers: int, progress: Progress = lambda done: None) -> Tally:  # noqa: ARG005
    """The sums of all games, each chunk counted once, however many workers died on the way."""
    missing = set(chunks(games, PARTS_PER_WORKER * workers, largest_chunk(job)))
    total: Tally | None = None
    deaths = 0
    while missing:
        before = len(missing)
        try:
            for chunk, part in _round(job, sorted(missing), workers):
                missing.discard(chunk)
                total = part if total is None else total + part
                progress(total.games)
        except BrokenProcessPool:
            deaths = deaths + 1 if len(missing) == before else 0
            if deaths >= PATIENCE:
                raise WorkersDie from None
    assert total is not None  # there is at least one game
    return total


def _round(job: Job, todo: list[tuple[int, int]], workers: int) -> Iterable[tuple[tuple[int, int], Tally]]:
    """Chunks as they are done, until all are or a worker dies."""
    # Fresh processes, not forks: a fork of a process with threads may hang.
    fresh = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(workers, len(todo)), fresh, _take, (job,))
    try:
        waiting: dict[Future[Tally], tuple[int, int]] = {pool.submit(_play, *each): each for each in todo}
        while waiting:
            for done in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(done), done.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
