"""Two workers against one: the time on the clock of the same batch, both with processes already running."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from time import perf_counter, process_time

import tavola
from tavola.bots import make_bot
from tavola.fast.batch import Job, play, prepare
from tavola.fast.workers import _play, _take

GAMES, CHUNK, ROUNDS = 400_000, 10_000, 5


@contextmanager
def pool(job: Job, workers: int) -> Iterator[ProcessPoolExecutor]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _take, (job,)) as processes:
        list(processes.map(_play, range(0, 8 * CHUNK, CHUNK), [CHUNK] * 8))  # all are awake
        yield processes


def seconds(processes: ProcessPoolExecutor) -> float:
    firsts = range(0, GAMES, CHUNK)
    began = perf_counter()
    for _ in processes.map(_play, firsts, [CHUNK] * len(firsts)):
        pass
    return perf_counter() - began


def idle(job: Job) -> float:
    """How much of a core a process gets here now: 1 on an idle machine."""
    began, used = perf_counter(), process_time()
    play(job, 0, 10 * CHUNK)
    return (process_time() - used) / (perf_counter() - began)


def measure() -> tuple[float, float]:
    """How many times as fast two workers are as one, and how idle the machine was meanwhile."""
    job = prepare(tavola.rules("5000"), ["house", "house"], 1, make_bot, ["house"])
    with pool(job, 1) as one, pool(job, 2) as two:
        free = [idle(job)]
        times = [(seconds(one), seconds(two)) for _ in range(ROUNDS)]
        free.append(idle(job))
    return min(t for t, _ in times) / min(t for _, t in times), min(free)


if __name__ == "__main__":
    ratio, free = measure()
    print(f"two workers against one: {ratio:.2f} times; a process got {free:.0%} of a core")
