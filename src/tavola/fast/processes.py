"""Worker processes that are given tasks. A worker that dies costs time, not results."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar

from tavola.core.errors import Trouble

LOOK = 0.2  # seconds between two calls of `stop`
PATIENCE = 5  # workers that die in a row, no task done, before it gives up
GOODBYE = 3.0  # seconds for the workers to call `leave`

Task = TypeVar("Task")
Answer = TypeVar("Answer")


class WorkersDie(Trouble):
    def __init__(self) -> None:
        super().__init__(
            "the worker processes die again and again; is there memory for them? --workers 1 needs none"
        )


class WorkerProcesses(Generic[Task, Answer]):
    """So many processes, each of which does one task after the other. Each has a pipe of its own: no lock is
    shared, so no process can die holding one. `leave` is called in each at the end, and given time."""

    def __init__(
        self, number: int, work: Callable[[Task], Answer], leave: Callable[[], None] | None = None
    ) -> None:
        self._number, self._work, self._leave = number, work, leave
        self._workers: dict[Connection, SpawnProcess] = {}

    def answers(
        self, tasks: Sequence[Task], ahead: int | None = None, stop: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[int, Answer]]:
        """(index of a task, its result), as they are done; what `work` raises is raised here. A task waits
        while the first unfinished one is `ahead` or more places before it."""
        left = deque(range(len(tasks)))
        doing: dict[Connection, int] = {}
        deaths = 0
        while (left or doing) and not stop():
            self._start_workers(len(left) + len(doing))
            for pipe in [pipe for pipe in self._workers if pipe not in doing]:
                if left and (ahead is None or left[0] < min(doing.values(), default=left[0]) + ahead):
                    doing[pipe] = left.popleft()
                    with suppress(OSError):  # a dead worker is noticed below
                        pipe.send(tasks[doing[pipe]])
            for ready in wait(list(doing), LOOK):
                assert isinstance(ready, Connection)
                place = doing.pop(ready)
                try:
                    answer: Answer | Exception = ready.recv()
                except (EOFError, OSError):
                    left.appendleft(place)
                    deaths += 1
                    self._remove(ready)
                    if deaths >= PATIENCE:
                        raise WorkersDie from None
                    continue
                if isinstance(answer, Exception):
                    raise answer
                deaths = 0
                yield place, answer

    def _start_workers(self, wanted: int) -> None:
        # Fresh processes, not forks: a fork of a process with threads may hang.
        fresh = multiprocessing.get_context("spawn")
        while len(self._workers) < min(self._number, wanted):
            with _undisturbed():
                here, there = fresh.Pipe()
                with there:  # only the worker holds this end, so its death closes the pipe
                    # A daemon ends with its parent, but may start no processes; a worker with `leave` may
                    # need to.
                    worker = fresh.Process(target=_serve, args=(there,), daemon=self._leave is None)
                    worker.start()
                self._workers[here] = worker
            with suppress(OSError):
                here.send((self._work, self._leave))

    def _remove(self, pipe: Connection) -> None:
        worker = self._workers.pop(pipe)
        worker.kill()
        worker.join()
        worker.close()
        pipe.close()

    def close(self) -> None:
        """Ends the workers at once: nobody wants their results any more. With a `leave`, their pipes are
        closed first, at which they call it, and they are given time for it."""
        with _undisturbed():
            if self._leave is not None:
                for pipe in self._workers:
                    pipe.close()
                for worker in self._workers.values():
                    worker.join(GOODBYE)
            for worker in self._workers.values():
                worker.kill()
            for pipe in list(self._workers):
                self._remove(pipe)


def _serve(pipe: Connection) -> None:
    """Runs in a worker: receives what to do, then tasks, and answers each until the pipe is closed."""
    leave = None
    with suppress(EOFError, OSError):
        work, leave = pipe.recv()
        while True:
            task = pipe.recv()
            try:
                answer = work(task)
            except Exception as error:
                answer = error
            pipe.send(answer)
    if leave is not None:
        leave()


# ---- Ctrl-C ----


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C is delayed to the end of the block; processes started in it never receive it."""
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


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Processes started in the block never receive Ctrl-C, not even while they import, when all they could
    show is a traceback: a new process inherits the signal mask, but no handler."""
    if not hasattr(signal, "pthread_sigmask"):  # as on Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # otherwise the first process starts it, which unblocks the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
