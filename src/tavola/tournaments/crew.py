"""Who plays the games: this process, several, or a Dask cluster. Results come in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import secrets
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Protocol

from tavola.core.errors import Trouble
from tavola.fast.dask import connected, still_there
from tavola.fast.deaf import deaf_to_ctrl_c
from tavola.tournaments.players import dismiss_all
from tavola.tournaments.sitting import SittingResult, Task, play

AHEAD = 64  # games a worker may be ahead of the slowest, for each worker
PATIENCE = 5  # workers that die in a row, after which something else is wrong
RETRIES = 3


class Crew(Protocol):
    def play(self, tasks: Sequence[Task]) -> Iterator[SittingResult]:
        """The games, in order."""

    def close(self) -> None: ...


class OneProcess:
    """This process, one game after the other."""

    def play(self, tasks: Sequence[Task]) -> Iterator[SittingResult]:
        for task in tasks:
            yield play(task)

    def close(self) -> None:
        dismiss_all()


# ---- several processes ----


class Workers:
    """Processes that play. One that dies costs the game it was at some time, not its result."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._hired: dict[Connection, SpawnProcess] = {}

    def play(self, tasks: Sequence[Task]) -> Iterator[SittingResult]:
        left, doing, done = deque(enumerate(tasks)), {}, {}
        due, deaths = 0, 0
        while due < len(tasks):
            self._hire()
            for line in [line for line in self._hired if line not in doing]:
                if left and left[0][0] < due + AHEAD * self._number:
                    doing[line] = left.popleft()
                    with suppress(OSError):  # that it is gone is noticed below
                        line.send(doing[line][1])
            for ready in wait(list(doing)):
                assert isinstance(ready, Connection)
                place, task = doing.pop(ready)
                try:
                    done[place] = ready.recv()
                    deaths = 0
                except (EOFError, OSError):
                    self._bury(ready)
                    left.appendleft((place, task))
                    deaths += 1
                    if deaths >= PATIENCE:
                        raise Trouble("the worker processes die again and again; is there memory?") from None
            while due in done:
                yield _or_raise(done.pop(due))
                due += 1

    def _hire(self) -> None:
        fresh = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang
        while len(self._hired) < self._number:
            here, there = fresh.Pipe()
            with there, deaf_to_ctrl_c():
                worker = fresh.Process(target=_work, args=(there,))
                worker.start()
            self._hired[here] = worker

    def _bury(self, line: Connection) -> None:
        worker = self._hired.pop(line)
        worker.kill()
        worker.join()
        line.close()

    def close(self) -> None:
        """They end when nobody asks any more, and so do their bots; who doesn't is made to."""
        for line in self._hired:
            line.close()
        for worker in self._hired.values():
            worker.join(3)
            if worker.is_alive():
                worker.kill()
                worker.join()
        self._hired.clear()


def _work(line: Connection) -> None:
    """In a worker: games until nobody asks any more."""
    with suppress(EOFError, OSError):
        while True:
            task = line.recv()
            try:
                line.send(play(task))
            except OSError:
                raise
            except Exception as error:  # ours, and to be told where somebody hears it
                line.send(Trouble(f"game {task.number} can't be played: {type(error).__name__}: {error}"))
    dismiss_all()


def _or_raise(found: SittingResult | Trouble) -> SittingResult:
    if isinstance(found, Trouble):
        raise found
    return found


# ---- more machines ----


class Cluster:
    """A Dask cluster. Bots that are modules or programs must be there on its machines."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._id = secrets.token_hex(8)
        self._client, self._threads = connected(address)

    def play(self, tasks: Sequence[Task]) -> Iterator[SittingResult]:
        left, doing = deque(tasks), deque[Any]()
        while left or doing:
            while left and len(doing) < AHEAD * self._threads:
                doing.append(
                    self._client.submit(play_for, self._id, left.popleft(), pure=False, retries=RETRIES)
                )
            with still_there(self._address):
                done = doing.popleft().result()
            yield done

    def close(self) -> None:
        self._client.close()


class _Here(threading.local):
    """For which crew this thread of a cluster's worker has played last."""

    crew = ""


_here = _Here()


def play_for(crew: str, task: Task) -> SittingResult:
    """At a worker, which outlives tournaments: bots kept since another one may be of older code, and go."""
    if _here.crew != crew:
        dismiss_all()
        _here.crew = crew
    return play(task)


def crew_of(workers: int, cluster: str | None) -> Crew:
    if cluster is not None:
        return Cluster(cluster)
    return Workers(workers) if workers > 1 else OneProcess()
