"""Several cores: processes that are handed tasks. One that dies costs time, not results."""

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

LOOK = 0.2  # seconds between two looks whether to stop
PATIENCE = 5  # deaths in a row without a single task done, after which something else is wrong
GOODBYE = 3.0  # seconds to end in, for those that have something to end

Task = TypeVar("Task")
Answer = TypeVar("Answer")


class WorkersDie(Trouble):
    def __init__(self) -> None:
        super().__init__(
            "the worker processes die again and again; is there memory for them? --workers 1 needs none"
        )


class WorkerProcesses(Generic[Task, Answer]):
    """So many processes, each of which does one task after the other. Each has a pipe of its own: no lock is
    shared, so no process can die holding one. `leave` is called in each when all is done, and given time."""

    def __init__(
        self, number: int, work: Callable[[Task], Answer], leave: Callable[[], None] | None = None
    ) -> None:
        self._number, self._work, self._leave = number, work, leave
        self._hired: dict[Connection, SpawnProcess] = {}

    def answers(
        self, tasks: Sequence[Task], ahead: int | None = None, stop: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[int, Answer]]:
        """The place of each task and what came of it, as they are done; what `work` raises is raised here.
        Nobody begins one that is so far `ahead` of the first that is not done."""
        left = deque(range(len(tasks)))
        doing: dict[Connection, int] = {}
        deaths = 0
        while (left or doing) and not stop():
            self._hire(len(left) + len(doing))
            for line in [line for line in self._hired if line not in doing]:
                if left and (ahead is None or left[0] < min(doing.values(), default=left[0]) + ahead):
                    doing[line] = left.popleft()
                    with suppress(OSError):  # that it is gone is noticed below
                        line.send(tasks[doing[line]])
            for ready in wait(list(doing), LOOK):
                assert isinstance(ready, Connection)
                place = doing.pop(ready)
                try:
                    answer: Answer | Exception = ready.recv()
                except (EOFError, OSError):
                    left.appendleft(place)
                    deaths += 1
                    self._bury(ready)
                    if deaths >= PATIENCE:
                        raise WorkersDie from None
                    continue
                if isinstance(answer, Exception):
                    raise answer
                deaths = 0
                yield place, answer

    def _hire(self, wanted: int) -> None:
        # Fresh processes, not forks: a fork of a process with threads may hang.
        fresh = multiprocessing.get_context("spawn")
        while len(self._hired) < min(self._number, wanted):
            with _undisturbed():
                here, there = fresh.Pipe()
                with there:  # theirs alone once they have it, so that their death ends the line
                    # What is killed anyway may be a daemon; who starts processes of its own may not.
                    worker = fresh.Process(target=_serve, args=(there,), daemon=self._leave is None)
                    worker.start()
                self._hired[here] = worker
            with suppress(OSError):
                here.send((self._work, self._leave))

    def _bury(self, line: Connection) -> None:
        worker = self._hired.pop(line)
        worker.kill()
        worker.join()
        worker.close()
        line.close()

    def close(self) -> None:
        """At once: what a worker still does is of no use to anybody. Those with something to leave are given
        time for it: they end when nobody asks any more."""
        with _undisturbed():
            if self._leave is not None:
                for line in self._hired:
                    line.close()
                for worker in self._hired.values():
                    worker.join(GOODBYE)
            for worker in self._hired.values():
                worker.kill()
            for line in list(self._hired):
                self._bury(line)


def _serve(line: Connection) -> None:
    """In a worker: what it is to do, then tasks, each answered, until nobody asks."""
    leave = None
    with suppress(EOFError, OSError):
        work, leave = line.recv()
        while True:
            task = line.recv()
            try:
                answer = work(task)
            except Exception as error:
                answer = error
            line.send(answer)
    if leave is not None:
        leave()


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


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Processes started in here never hear Ctrl-C, not even while they import, when all they could show is a
    traceback: a new process inherits the mask, as it does not a handler."""
    if not hasattr(signal, "pthread_sigmask"):  # as on Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # otherwise the first process starts it, which takes the mask off
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
