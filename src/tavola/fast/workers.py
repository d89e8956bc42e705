"""A batch on several cores: processes that play chunks. One that dies costs time, not results."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from tavola.core.errors import TavolaError
from tavola.fast.batch import Job, Progress, chunks, largest_chunk, nothing, play
from tavola.fast.deaf import deaf_to_ctrl_c
from tavola.fast.interpreted import Stop, never
from tavola.fast.sums import Tally

PARTS_PER_WORKER = 16
LOOK = 0.2  # seconds between two looks whether to stop
PATIENCE = 5  # deaths in a row without a single chunk done, after which something else is wrong

Chunk = tuple[int, int]  # the number of its first game, and how many


class WorkersDie(TavolaError):
    def __init__(self) -> None:
        super().__init__(
            "the worker processes die again and again; is there memory for them? --workers 1 needs none"
        )


class _Died(Exception):
    """There is nobody at the other end of the line."""


def run(
    job: Job,
    games: int,
    workers: int,
    progress: Progress = lambda done: None,  # noqa: ARG005
    stop: Stop = never,
) -> Tally:
    """The sums of all games, each chunk counted once, however many workers died on the way. If it is to stop,
    the sums of the chunks that are done."""
    missing = set(chunks(games, PARTS_PER_WORKER * workers, largest_chunk(job)))
    total = nothing(job)
    deaths = 0
    while missing and not stop():
        before = len(missing)
        try:
            for chunk, part in _round(job, sorted(missing), workers, stop):
                missing.discard(chunk)
                total = total + part
                progress(total.games)
        except _Died:
            deaths = deaths + 1 if len(missing) == before else 0
            if deaths >= PATIENCE:
                raise WorkersDie from None
    return total


def _round(job: Job, todo: list[Chunk], workers: int, stop: Stop) -> Iterator[tuple[Chunk, Tally]]:
    """Chunks as they are done, until all are, a worker dies or it is to stop."""
    crew: list[SpawnProcess] = []
    lines: list[Connection] = []
    try:
        with _undisturbed():
            for _ in range(min(workers, len(todo))):
                _hire(crew, lines)
        for line in lines:
            _tell(line, job)
        yield from _hand_out(todo, lines, stop)
    finally:
        with _undisturbed():
            _dismiss(crew, lines)


def _hand_out(todo: list[Chunk], lines: list[Connection], stop: Stop) -> Iterator[tuple[Chunk, Tally]]:
    left = iter(todo)
    doing: dict[Connection, Chunk] = {}

    def give(line: Connection) -> None:
        chunk = next(left, None)
        if chunk is not None:
            _tell(line, chunk)
            doing[line] = chunk

    for line in lines:
        give(line)
    while doing and not stop():
        for ready in wait(list(doing), LOOK):
            assert isinstance(ready, Connection)
            part = _hear(ready)
            done = doing.pop(ready)
            give(ready)
            yield done, part


# ---- a line to each worker: no lock is shared, so nobody can die holding one ----


def _hire(crew: list[SpawnProcess], lines: list[Connection]) -> None:
    # Fresh processes, not forks: a fork of a process with threads may hang.
    fresh = multiprocessing.get_context("spawn")
    here, there = fresh.Pipe()
    lines.append(here)
    with there:  # theirs alone once they have it, so that their death ends the line
        worker = fresh.Process(target=_work, args=(there,), daemon=True)
        worker.start()
    crew.append(worker)


def _dismiss(crew: list[SpawnProcess], lines: list[Connection]) -> None:
    """At once: what a worker still does is of no use to anybody."""
    for worker in crew:
        worker.kill()
    for worker in crew:
        worker.join()
        worker.close()
    for line in lines:
        line.close()


def _work(line: Connection) -> None:
    """In a worker: a job first, then chunks of it, each answered, until nobody asks."""
    with suppress(EOFError, OSError):
        job = line.recv()
        while True:
            first, games = line.recv()
            answer: Tally | Exception
            try:
                answer = play(job, first, games)
            except Exception as error:
                answer = error
            line.send(answer)


def _tell(line: Connection, what: Job | Chunk) -> None:
    try:
        line.send(what)
    except OSError:
        raise _Died from None


def _hear(line: Connection) -> Tally:
    try:
        answer: Tally | Exception = line.recv()
    except (EOFError, OSError):
        raise _Died from None
    if isinstance(answer, Exception):
        raise answer
    return answer


# ---- Ctrl-C ----


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits till the end of this; processes started in it never hear one."""
    if threading.current_thread() is not threading.main_thread():  # Ctrl-C goes to the main thread only
        with deaf_to_ctrl_c():
            yield
        return
    heard: list[int] = []

    def remember(signum: int, frame: Any) -> None:
        del frame
        heard.append(signum)

    before = signal.signal(signal.SIGINT, remember)
    try:
        with deaf_to_ctrl_c():
            yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
    if heard:
        signal.raise_signal(signal.SIGINT)
