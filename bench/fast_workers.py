"""Two workers against one, on the same batch, with processes that are already running.

On a machine that others use too, two workers don't get two cores. So beside the clock this tells how much of
two cores they got, and what the ratio is by the processors' time, which is what an idle machine would show.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from time import perf_counter, process_time
from typing import NamedTuple

import tavola
from tavola.bots import make_bot
from tavola.fast.batch import Job, play, prepare

GAMES, CHUNK, ROUNDS = 400_000, 10_000, 7


class Took(NamedTuple):
    clock: float
    processors: float


class Scaling(NamedTuple):
    by_clock: float
    by_processors: float
    got: float  # the share of two cores that two workers got


_jobs: list[Job] = []  # what a worker was given when it was hired


def take(job: Job) -> None:
    _jobs.append(job)


def timed_chunk(first: int, games: int) -> float:
    began = process_time()
    play(_jobs[0], first, games)
    return process_time() - began


@contextmanager
def pool(job: Job, workers: int) -> Iterator[ProcessPoolExecutor]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, take, (job,)) as processes:
        list(processes.map(timed_chunk, range(0, 8 * CHUNK, CHUNK), [CHUNK] * 8))  # all are awake
        yield processes


def batch(processes: ProcessPoolExecutor) -> Took:
    firsts = range(0, GAMES, CHUNK)
    began = perf_counter()
    used = sum(processes.map(timed_chunk, firsts, [CHUNK] * len(firsts)))
    return Took(perf_counter() - began, used)


def measure() -> Scaling:
    job = prepare(tavola.rules("5000"), ["house", "house"], 1, make_bot, ["house"])
    with pool(job, 1) as one, pool(job, 2) as two:
        rounds = [(batch(one), batch(two)) for _ in range(ROUNDS)]
    alone = min(took.clock for took, _ in rounds)
    together = min((took for _, took in rounds), key=lambda took: took.clock)
    least = min(took.processors for took, _ in rounds), min(took.processors for _, took in rounds)
    got = together.processors / (2 * together.clock)
    return Scaling(alone / together.clock, 2 * least[0] / least[1], got)


if __name__ == "__main__":
    found = measure()
    print(f"two workers against one: {found.by_clock:.2f} times by the clock, having {found.got:.0%} of two")
    print(f"cores; {found.by_processors:.2f} times by the processors' time")
