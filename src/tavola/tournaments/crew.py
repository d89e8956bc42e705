"""Where games are played: in this process, in several, or on a Dask cluster. Results come in task order."""

from __future__ import annotations

import secrets
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from tavola.core.errors import Trouble
from tavola.fast.dask import connected, still_there
from tavola.fast.processes import WorkerProcesses
from tavola.tournaments.players import dismiss_all
from tavola.tournaments.sitting import SittingResult, Task, play

AHEAD = 64  # games, for each worker, that may be done before the next one in order
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
    """Worker processes. If one dies, its game is played again."""

    def __init__(self, number: int) -> None:
        self._ahead = AHEAD * number
        self._processes = WorkerProcesses(number, _play_or_tell, dismiss_all)

    def play(self, tasks: Sequence[Task]) -> Iterator[SittingResult]:
        done: dict[int, SittingResult] = {}
        due = 0
        for place, result in self._processes.answers(tasks, self._ahead):
            done[place] = result
            while due in done:
                yield done.pop(due)
                due += 1

    def close(self) -> None:
        self._processes.close()


def _play_or_tell(task: Task) -> SittingResult:
    try:
        return play(task)
    except Exception as error:  # our own: raise it in the parent process
        raise Trouble(f"game {task.number} can't be played: {type(error).__name__}: {error}") from None


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
    """The crew for which this thread of a cluster's worker has played last."""

    crew = ""


_here = _Here()


def play_for(crew: str, task: Task) -> SittingResult:
    """At a worker, which outlives tournaments: bots kept from another one are dismissed, as their code may be
    old."""
    if _here.crew != crew:
        dismiss_all()
        _here.crew = crew
    return play(task)


def crew_of(workers: int, cluster: str | None) -> Crew:
    if cluster is not None:
        return Cluster(cluster)
    return Workers(workers) if workers > 1 else OneProcess()
