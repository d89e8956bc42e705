"""Connecting to a Dask cluster, and noticing that it is lost. Dask is imported only when asked for."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from tavola.core.errors import TavolaError
from tavola.core.extras import CLUSTER

SECONDS_TO_CONNECT = 10
UNREADABLE = "deserializ"  # in Dask's message when a worker lacks a package
SCHEMES = ("tcp", "tls", "ws", "wss")


class NoCluster(TavolaError):
    """The cluster can't be reached, or the connection is lost."""


def connected(address: str) -> tuple[Any, int]:
    """A client of the scheduler, which the caller closes, and how many threads its workers have."""
    CLUSTER.check("--cluster")
    dask: Any = import_module("distributed")
    if not _is_address(address):
        raise NoCluster(f"{address[:80]!r} is no address of a Dask scheduler; one is like tcp://host:8786")
    for where in ("client", "core"):  # NoCluster says it in a line, not in pages of log
        logging.getLogger(f"distributed.{where}").setLevel(logging.CRITICAL + 1)
    try:
        client = dask.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster(f"no Dask scheduler answers at {address[:80]!r} (like tcp://host:8786)") from error
    threads = sum(client.nthreads().values())
    if not threads:
        client.close()
        raise NoCluster(f"the scheduler at {address[:80]!r} has no workers yet; start some")
    return client, threads


def _is_address(text: str) -> bool:
    """Dask accepts more than these, and then fails with a traceback."""
    try:
        parts = urlsplit(text)
        return parts.scheme in SCHEMES and bool(parts.hostname) and parts.port is not None
    except ValueError:
        return False


@contextmanager
def still_there(address: str) -> Iterator[None]:
    """While a result is awaited: a lost scheduler, dying workers or a missing package become NoCluster."""
    lost = CancelledError, import_module("distributed.comm").CommClosedError
    died = import_module("distributed.scheduler").KilledWorker
    where = repr(address[:80])
    try:
        yield
    except lost as error:
        raise NoCluster(f"the Dask scheduler at {where} is gone, and what it was doing with it") from error
    except died as error:
        raise NoCluster(f"the workers at {where} die again and again; have they memory?") from error
    except (ImportError, RuntimeError) as error:
        if not (isinstance(error, ImportError) or UNREADABLE in str(error)):
            raise
        raise NoCluster(
            f"the cluster at {where} can't read what it is to do; its scheduler and workers need the same "
            "Tavola and the same Python as here"
        ) from error
