"""What takes long is made once for all workers of a run: the first that wants it makes it, others wait."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that `make` has filled, for reading only: it is everybody's."""
    top = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        top = top.parent
    place = top / f"{name}-once"
    with alone(top / f"{name}.lock"):
        if not place.is_dir():
            making = factory.mktemp(name)
            make(making)
            making.rename(place)
    return place


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """One worker at a time, where the system has such locks."""
    with lock.open("w") as held:
        try:
            import fcntl
        except ImportError:
            yield
            return
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
