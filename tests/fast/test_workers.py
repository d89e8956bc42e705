"""The same result on one core, on several, on a cluster, and when workers die."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from tavola.fast import dask, processes, workers
from tavola.fast.batch import Job, run
from tavola.fast.dask import NoCluster
from tavola.fast.processes import WorkersDie
from tests.fast.jobs import job

GAMES = 3000


@pytest.fixture(scope="module")
def one_core() -> tuple[Job, object]:
    what = job("421", "house,random")
    return what, run(what, GAMES)


def test_three_workers_give_what_one_core_gives(one_core: tuple[Job, object]) -> None:
    what, expected = one_core
    seen: list[int] = []
    assert workers.run(what, GAMES, 3, seen.append) == expected
    assert seen == sorted(seen)
    assert seen[-1] == GAMES


def test_interpreted_games_too() -> None:
    what = job("5000", "house,random", tabled=(), goal=500)
    assert workers.run(what, 30, 2) == run(what, 30)


def test_a_killed_worker_costs_no_result(one_core: tuple[Job, object]) -> None:
    what, expected = one_core
    killed: list[int] = []

    def kill_one(done: int) -> None:
        if not killed and done < GAMES:
            victim = next(child.pid for child in multiprocessing.active_children() if child.pid)
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

    assert workers.run(what, GAMES, 2, kill_one) == expected
    assert killed


def die(*_: object) -> object:
    os.kill(os.getpid(), signal.SIGKILL)
    return None


def test_workers_that_always_die_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "PATIENCE", 2)
    what = job("5000", "house", tabled=(), goal=500)
    with pytest.raises(WorkersDie, match="again and again"):
        workers.run(replace(what, make_bot=die), 4, 1)  # type: ignore[arg-type]


def fail(*_: object) -> object:
    raise ValueError("no bot today")


def test_what_goes_wrong_in_a_worker_is_told() -> None:
    what = job("5000", "house", tabled=(), goal=500)
    with pytest.raises(ValueError, match="no bot today"):
        workers.run(replace(what, make_bot=fail), 4, 1)  # type: ignore[arg-type]
    assert not multiprocessing.active_children()


def test_ctrl_c_stops_the_workers_and_is_passed_on(one_core: tuple[Job, object]) -> None:
    what, _ = one_core
    with pytest.raises(KeyboardInterrupt):
        workers.run(what, GAMES, 2, lambda _: signal.raise_signal(signal.SIGINT))
    assert not multiprocessing.active_children()
    assert signal.getsignal(signal.SIGINT) == signal.default_int_handler
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


distributed = pytest.importorskip("distributed")


@pytest.mark.filterwarnings("ignore")  # the cluster's own
def test_a_cluster_gives_what_one_core_gives_also_when_a_worker_is_killed(
    one_core: tuple[Job, object],
) -> None:
    what, expected = one_core
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as machines:
        assert workers.run_on_cluster(what, GAMES, machines.scheduler_address) == expected
        victims = [worker.pid for worker in machines.workers.values()]
        killed: list[int] = []

        def kill_one(done: int) -> None:
            if not killed and done < GAMES:
                os.kill(victims[0], signal.SIGKILL)
                killed.append(victims[0])

        began = time.monotonic()
        assert workers.run_on_cluster(what, GAMES, machines.scheduler_address, kill_one) == expected
        assert killed
        assert time.monotonic() - began < 300  # it did not hang


def test_no_cluster_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "SECONDS_TO_CONNECT", 1)
    with pytest.raises(NoCluster, match="no Dask scheduler"):
        workers.run_on_cluster(job("5000", "house"), 10, "tcp://127.0.0.1:9")


@pytest.mark.parametrize(
    "address", ["foo", "foo:bar", "nonsense://", "tcp://host", "tcp://host:port", "host:8786"]
)
def test_what_is_no_address_is_not_tried(address: str) -> None:
    """Dask would, and leave a traceback behind."""
    with pytest.raises(NoCluster, match="one is like tcp://host:8786"):
        workers.run_on_cluster(job("5000", "house"), 10, address)


@pytest.mark.filterwarnings("ignore")  # the cluster's own
def test_a_scheduler_that_goes_is_said_so_in_a_line(caplog: pytest.LogCaptureFixture) -> None:
    machines = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
    )
    with pytest.raises(NoCluster, match="is gone"):
        workers.run_on_cluster(
            job("5000", "house"), 1000 * GAMES, machines.scheduler_address, lambda _: machines.close()
        )
    assert not [each for each in caplog.records if each.name == "distributed.client"]


@pytest.mark.parametrize(
    ("trouble", "why"),
    [
        (distributed.KilledWorker("play", SimpleNamespace(address="there"), 3), "die again and again"),
        (ModuleNotFoundError("No module named 'tavola'"), "need the same Tavola"),
        (RuntimeError("Error during deserialization of the task graph."), "need the same Tavola"),
    ],
)
def test_what_workers_cant_do_is_said_in_a_line(trouble: Exception, why: str) -> None:
    with pytest.raises(NoCluster, match=why), dask.still_there("tcp://there:8786"):
        raise trouble


def test_an_error_of_ours_stays_one() -> None:
    with pytest.raises(RuntimeError, match="ours"), dask.still_there("tcp://there:8786"):
        raise RuntimeError("ours")
